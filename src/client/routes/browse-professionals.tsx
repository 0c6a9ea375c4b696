import { getQueryKey } from '@trpc/react-query';
import { useState } from 'react';
import { BrowseBar } from '#client/features/browse/browse-bar.tsx';
import { FilterChips } from '#client/features/browse/filter-chips.tsx';
import styles from '#client/features/browse/filters.module.css';
import { FiltersButton, FiltersMenu } from '#client/features/browse/filters-menu.tsx';
import { Listing, useListing } from '#client/features/browse/listing.tsx';
import { ListingCardSkeleton } from '#client/features/browse/listing-card.tsx';
import { Elsewhere } from '#client/features/browse/loosen.tsx';
import { Nothing } from '#client/features/browse/nothing.tsx';
import { PlainFilters, PlainPages } from '#client/features/browse/plain-filters.tsx';
import { ProfessionalCard } from '#client/features/browse/professional-card.tsx';
import { noFilters, queryOf, useFilters } from '#client/features/browse/use-filters.ts';
import { lookOfProfessional } from '#client/features/pictures/ornaments.tsx';
import { askForFocus } from '#client/lib/focus.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { counted } from '#shared/counted.ts';
import { pagePath, pages } from '#shared/pages.ts';

const { title } = pages.browseProfessionals;
const failedText = 'Failed to load professionals.';
const kind = 'professionals';

export function BrowseProfessionals() {
  const { filters, input, isFiltered, change, shown, from } = useFilters(kind);
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
  // Typed text that nobody has asked for goes, too.
  const [round, setRound] = useState(0);
  function reset() {
    setRound(round + 1);
    change(noFilters);
  }
  /** The focus goes on before the button vanishes. */
  function showAll() {
    askForFocus(document.querySelector('h1'));
    reset();
  }

  return (
    <Page title={title}>
      <PageHeading>Somebody who knows your hair</PageHeading>
      <div className={styles.controls}>
        <search className={styles.filters}>
          <BrowseBar
            key={round}
            filters={filters}
            change={change}
            action={pagePath('browseProfessionals')}
            what="Hair or name"
            where="Location"
            button="Filter"
          />
          <FiltersMenu kind={kind} filters={filters} change={change} facets={found.first?.facets} />
        </search>
        <noscript>
          <PlainFilters page="browseProfessionals" filters={filters} />
        </noscript>
        <FilterChips filters={filters} change={change} />
        <div className={styles.found}>
          <p className={styles.count} role="status">
            {found.total !== undefined && counted(found.total, 'professional')}
          </p>
          <Button look="quiet" onClick={reset}>
            Reset
          </Button>
          <FiltersButton
            kind={kind}
            filters={filters}
            change={change}
            facets={found.first?.facets}
            total={found.total}
          />
        </div>
      </div>
      <Listing
        found={found}
        failedText={failedText}
        loadingText="Loading professionals"
        skeleton={<ListingCardSkeleton />}
        empty={
          <Nothing kind={kind} text="No professionals found." filters={filters} isFiltered={isFiltered} change={change}>
            {isFiltered ? (
              <Button look="quiet" onClick={showAll}>
                Show all professionals
              </Button>
            ) : (
              <p className="soft">Please come back soon.</p>
            )}
          </Nothing>
        }
        beside={(few) =>
          isFiltered && (
            <Elsewhere
              kind={kind}
              filters={filters}
              shown={few.map(({ id }) => id)}
              like={{ chosen: few[0]?.specializations.slice(0, 1).map(({ name }) => name) ?? [] }}
            />
          )
        }
        look={lookOfProfessional}
        card={(professional, turn) => <ProfessionalCard professional={professional} turn={turn} />}
        first={from > 0 && `?${queryOf(filters)}`}
        pages={<PlainPages page="browseProfessionals" filters={filters} from={from} total={found.total} />}
      />
    </Page>
  );
}
