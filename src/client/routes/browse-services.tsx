import { getQueryKey } from '@trpc/react-query';
import type { FormEvent } from 'react';
import { CategorySelect } from '#client/features/browse/category-select.tsx';
import { FilterChips } from '#client/features/browse/filter-chips.tsx';
import styles from '#client/features/browse/filters.module.css';
import { Listing, useListing } from '#client/features/browse/listing.tsx';
import { LocationField } from '#client/features/browse/location-field.tsx';
import { PlainFilters, PlainPages } from '#client/features/browse/plain-filters.tsx';
import { ServiceCard, ServiceCardSkeleton } from '#client/features/browse/service-card.tsx';
import { SpecializationFilter } from '#client/features/browse/specialization-filter.tsx';
import { useTyped } from '#client/features/browse/typed-text.ts';
import { type Filters, useFilters } from '#client/features/browse/use-filters.ts';
import { lookOfService } from '#client/features/pictures/ornaments.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { lengths } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { pagePath, pages } from '#shared/pages.ts';

const { title } = pages.browseServices;
const failedText = 'Failed to load services.';

export function BrowseServices() {
  const { filters, input, isFiltered, change, shown, from } = useFilters();
  const { client } = trpc.useUtils();
  const found = useListing({
    queryKey: getQueryKey(trpc.services.list, input, 'infinite'),
    load: (page) => client.services.list.query({ ...input, ...page }),
    shown,
    from,
    failedText,
  });

  return (
    <Page title={title}>
      <PageHeading>
        Find a service
        <br /> that fits your hair
      </PageHeading>
      <div className={styles.controls}>
        <search className={styles.filters}>
          <SearchForm filters={filters} change={change} />
          <div className={styles.choice} data-scripted>
            <CategorySelect value={filters.category} onChange={(category) => change({ category })} />
          </div>
          <SpecializationFilter chosen={filters.chosen} onChange={(chosen) => change({ chosen })} />
        </search>
        <noscript>
          <PlainFilters page="browseServices" filters={filters} />
        </noscript>
        <FilterChips filters={filters} change={change} />
        <p className={styles.count} role="status">
          {found.total !== undefined && counted(found.total, 'service')}
        </p>
      </div>
      <Listing
        found={found}
        failedText={failedText}
        loadingText="Loading services"
        skeleton={<ServiceCardSkeleton />}
        empty={<Nothing filters={filters} isFiltered={isFiltered} />}
        look={lookOfService}
        card={(service, turn) => <ServiceCard service={service} turn={turn} />}
        pages={<PlainPages page="browseServices" filters={filters} from={from} total={found.total} />}
      />
    </Page>
  );
}

function SearchForm({ filters, change }: { filters: Filters; change: (next: Partial<Filters>) => void }) {
  const { typed, type } = useTyped({ search: filters.search, location: filters.location });
  function submit(event: FormEvent) {
    event.preventDefault();
    change({ search: typed.search.trim(), location: typed.location.trim() });
  }
  return (
    <form className={`${styles.form} ${styles.wide}`} action={pagePath('browseServices')} onSubmit={submit}>
      <TextField
        label="Search services"
        labelHidden
        type="search"
        name="search"
        placeholder="Search services"
        maxLength={lengths.search.max}
        enterKeyHint="search"
        value={typed.search}
        onChange={(event) => type({ search: event.target.value })}
      />
      <LocationField value={typed.location} onType={(location) => type({ location })} />
      <Button type="submit">Search</Button>
    </form>
  );
}

function Nothing({ filters: { search, category }, isFiltered }: { filters: Filters; isFiltered: boolean }) {
  const text = search
    ? `No services found for "${search}".`
    : category
      ? `No services found in the ${category} category.`
      : 'No services available.';
  if (!isFiltered) return <EmptyState text={text} />;
  return (
    <EmptyState text={text}>
      <p className="soft">Try another word, category or place, or look at everything.</p>
      <ButtonLink look="secondary" to={pagePath('browseServices')}>
        Show all services
      </ButtonLink>
    </EmptyState>
  );
}
