import { getQueryKey } from '@trpc/react-query';
import { type FormEvent, useState } from 'react';
import { Listing, pagesIn, useListing } from '#client/features/browse/listing.tsx';
import { ProfessionalCard, ProfessionalCardSkeleton } from '#client/features/browse/professional-card.tsx';
import { SpecializationFilter } from '#client/features/browse/specialization-filter.tsx';
import { useAddressQuery } from '#client/features/browse/use-address-query.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { lengths, specializations } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { pages } from '#shared/pages.ts';
import styles from './browse-professionals.module.css';

const { title } = pages.browseProfessionals;
const failedText = 'Failed to load professionals.';

interface Filters {
  /** Names of specializations, in the order of selection. */
  chosen: string[];
  location: string;
  pages: number;
}

/**
 * Filters and pages are kept in the query, for reload, Back and shared links. Specializations and location exclude each other
 * (specification 2).
 */
function useFilters() {
  const [query, setQuery] = useAddressQuery();
  const known = new Set<string>(specializations.map(({ name }) => name));
  const chosen = [...new Set(query.getAll('specialization_names'))].filter((name) => known.has(name));
  const location = chosen.length > 0 ? '' : (query.get('location') ?? '').trim().slice(0, lengths.location.max);
  const filters: Filters = { chosen, location, pages: pagesIn(query) };

  function change(next: Partial<Filters>, options?: { replace: boolean }) {
    const { chosen, location, pages } = { chosen: [], location: '', pages: 1, ...next };
    const kept = new URLSearchParams(chosen.map((name) => ['specialization_names', name]));
    if (location) kept.set('location', location);
    if (pages > 1) kept.set('pages', String(pages));
    setQuery(kept, options);
  }
  return { filters, change };
}

function useFound({ chosen, location, pages }: Filters, setPages: (pages: number) => void) {
  const { professionals } = trpc.useUtils().client;
  return useListing({
    // The key of one of the three lists, as all three hold professionals.
    queryKey: getQueryKey(trpc.professionals.list, { specialization_names: chosen, location }, 'infinite'),
    load: (page) => {
      if (chosen.length > 0) return professionals.bySpecializations.query({ specialization_names: chosen, ...page });
      return location ? professionals.byLocation.query({ location, ...page }) : professionals.list.query(page);
    },
    shown: [pages, setPages],
    failedText,
  });
}

export function BrowseProfessionals() {
  const { filters, change } = useFilters();
  const { chosen, location } = filters;
  const found = useFound(filters, (pages) => change({ ...filters, pages }, { replace: true }));

  // The typed text is reset whenever the filters in the address change.
  const place = JSON.stringify([chosen, location]);
  const [typed, setTyped] = useState({ place, text: location });
  if (typed.place !== place) setTyped({ place, text: location });

  function submit(event: FormEvent) {
    event.preventDefault();
    change({ location: typed.text.trim() });
  }
  function reset() {
    setTyped({ place, text: '' });
    change({});
  }

  return (
    <Page title={title}>
      <PageHeading>
        Somebody who
        <br /> knows your hair
      </PageHeading>
      <div className={styles.controls}>
        <search className={styles.filters}>
          <SpecializationFilter chosen={chosen} onChange={(next) => change({ chosen: next })} />
          <form className={styles.location} onSubmit={submit}>
            <TextField
              label="Location"
              labelHidden
              placeholder="Suburb or city"
              maxLength={lengths.location.max}
              enterKeyHint="search"
              value={typed.text}
              onChange={(event) => setTyped({ place, text: event.target.value })}
            />
            <Button type="submit">Filter</Button>
          </form>
          <Button look="quiet" onClick={reset}>
            Reset
          </Button>
        </search>
        <p className={styles.count} role="status">
          {found.total !== undefined && counted(found.total, 'professional')}
        </p>
      </div>
      <Listing
        found={found}
        failedText={failedText}
        loadingText="Loading professionals"
        skeleton={<ProfessionalCardSkeleton />}
        empty={
          <EmptyState text="No professionals found.">
            <p className="soft">
              {chosen.length > 0 || location ? 'Try another specialization or place, or look at everybody.' : 'Please come back soon.'}
            </p>
            {(chosen.length > 0 || location) && (
              <Button look="secondary" onClick={reset}>
                Show all professionals
              </Button>
            )}
          </EmptyState>
        }
        card={(professional) => <ProfessionalCard professional={professional} />}
      />
    </Page>
  );
}
