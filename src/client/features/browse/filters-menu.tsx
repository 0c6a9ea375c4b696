import { Suspense, useState } from 'react';
import type { Facets } from '#client/lib/use-pages.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { CategorySelect } from './category-select.tsx';
import styles from './filters.module.css';
import { NearMe } from './near-me.tsx';
import { SpecializationFilter } from './specialization-filter.tsx';
import type { Filters, Kind } from './use-filters.ts';

const load = () => import('./more-filters.tsx');
const MoreFilters = lazyPart(async () => (await load()).MoreFilters);

interface FiltersMenuProps {
  kind: Kind;
  filters: Filters;
  change: (next: Partial<Filters>) => void;
  facets: Facets | undefined;
}

/** What filters the list beside the bar; each acts at once. */
export function FiltersMenu({ kind, filters, change, facets }: FiltersMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <CategorySelect
        kind={kind}
        value={filters.category}
        onChange={(category) => change({ category })}
        facets={facets}
      />
      <SpecializationFilter chosen={filters.chosen} onChange={(chosen) => change({ chosen })} facets={facets} />
      <NearMe filters={filters} change={change} className={styles.near} />
      <Button
        look="secondary"
        aria-expanded={open}
        onPointerEnter={() => void load().catch(() => {})}
        onClick={() => setOpen(!open)}
      >
        Refine
      </Button>
      {open && (
        <ErrorFence close={() => setOpen(false)}>
          <Suspense>
            <MoreFilters kind={kind} filters={filters} change={change} />
          </Suspense>
        </ErrorFence>
      )}
    </>
  );
}
