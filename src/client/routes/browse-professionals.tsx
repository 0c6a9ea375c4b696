import { getQueryKey } from '@trpc/react-query';
import type { FormEvent } from 'react';
import { CategorySelect } from '#client/features/browse/category-select.tsx';
import { FilterChips } from '#client/features/browse/filter-chips.tsx';
import styles from '#client/features/browse/filters.module.css';
import { Listing, useListing } from '#client/features/browse/listing.tsx';
import { LocationField } from '#client/features/browse/location-field.tsx';
import { PlainFilters, PlainPages } from '#client/features/browse/plain-filters.tsx';
import { ProfessionalCard } from '#client/features/browse/professional-card.tsx';
import { ProfessionalCardSkeleton } from '#client/features/browse/professional-card-skeleton.tsx';
import { SpecializationFilter } from '#client/features/browse/specialization-filter.tsx';
import { useTyped } from '#client/features/browse/typed-text.ts';
import { noFilters, useFilters } from '#client/features/browse/use-filters.ts';
import { lookOfProfessional } from '#client/features/pictures/ornaments.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { counted } from '#shared/counted.ts';
import { pagePath, pages } from '#shared/pages.ts';

const { title } = pages.browseProfessionals;
const failedText = 'Failed to load professionals.';

export function BrowseProfessionals() {
  const { filters, input, isFiltered, change, shown, from } = useFilters();
  const { professionals } = trpc.useUtils().client;
  const found = useListing({
    // The key of one of the three lists, as all three take the same filters.
    queryKey: getQueryKey(trpc.professionals.list, input, 'infinite'),
    load: (page) => {
      const list = input.specialization_names
        ? professionals.bySpecializations
        : input.location
          ? professionals.byLocation
          : professionals.list;
      return list.query({ ...input, ...page });
    },
    shown,
    from,
    failedText,
  });
  const { typed, type } = useTyped({ location: filters.location });

  function submit(event: FormEvent) {
    event.preventDefault();
    change({ location: typed.location.trim() });
  }
  function reset() {
    type({ location: '' });
    change(noFilters);
  }

  return (
    <Page title={title}>
      <PageHeading>
        Somebody who
        <br /> knows your hair
      </PageHeading>
      <div className={styles.controls}>
        <search className={styles.filters}>
          <SpecializationFilter chosen={filters.chosen} onChange={(chosen) => change({ chosen })} />
          <div className={styles.choice} data-scripted>
            <CategorySelect value={filters.category} onChange={(category) => change({ category })} />
          </div>
          <form className={styles.form} action={pagePath('browseProfessionals')} onSubmit={submit}>
            <LocationField value={typed.location} onType={(location) => type({ location })} />
            <Button type="submit">Filter</Button>
          </form>
        </search>
        <noscript>
          <PlainFilters page="browseProfessionals" filters={filters} />
        </noscript>
        <FilterChips filters={filters} change={change} />
        <div className={styles.found}>
          <Button look="quiet" data-scripted onClick={reset}>
            Reset
          </Button>
          <p className={styles.count} role="status">
            {found.total !== undefined && counted(found.total, 'professional')}
          </p>
        </div>
      </div>
      <Listing
        found={found}
        failedText={failedText}
        loadingText="Loading professionals"
        skeleton={<ProfessionalCardSkeleton />}
        empty={
          <EmptyState text="No professionals found.">
            <p className="soft">
              {isFiltered ? 'Try another specialization or place, or look at everybody.' : 'Please come back soon.'}
            </p>
            {isFiltered && (
              <Button look="secondary" onClick={reset}>
                Show all professionals
              </Button>
            )}
          </EmptyState>
        }
        look={lookOfProfessional}
        card={(professional, turn) => <ProfessionalCard professional={professional} turn={turn} />}
        pages={<PlainPages page="browseProfessionals" filters={filters} from={from} total={found.total} />}
      />
    </Page>
  );
}
