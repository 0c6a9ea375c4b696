import { Suspense, useState } from 'react';
import type { Facets } from '#client/lib/use-pages.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { CategorySelect } from './category-select.tsx';
import { chipsBesideBar } from './filter-chips.tsx';
import styles from './filters.module.css';
import { NearMe } from './near-me.tsx';
import { SpecializationFilter } from './specialization-filter.tsx';
import type { Filters, Kind } from './use-filters.ts';

const load = () => import('./more-filters.tsx');
const MoreFilters = lazyPart(async () => (await load()).MoreFilters);
const loadSheet = () => import('./filters-sheet.tsx');
const FiltersSheet = lazyPart(async () => (await loadSheet()).FiltersSheet);
const warmUp = () => void loadSheet().catch(() => undefined);

export interface FiltersMenuProps {
  kind: Kind;
  filters: Filters;
  change: (next: Partial<Filters>) => void;
  facets: Facets | undefined;
}

/** What filters the list beside the bar; each acts at once. A phone has it in a sheet. */
export function FiltersMenu({ kind, filters, change, facets }: FiltersMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.menu}>
      <MainFilters kind={kind} filters={filters} change={change} facets={facets} />
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
    </div>
  );
}

/** Those that stand in sight on a desktop. */
export function MainFilters({ kind, filters, change, facets }: FiltersMenuProps) {
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
    </>
  );
}

/** `Filters (2)`: opens all of them in a sheet. */
export function FiltersButton({ total, ...menu }: FiltersMenuProps & { total: number | undefined }) {
  const [open, setOpen] = useState(false);
  const count = chipsBesideBar(menu.filters).length;
  const close = () => setOpen(false);
  return (
    <>
      <Button
        look="secondary"
        className={styles.opener}
        aria-haspopup="dialog"
        onPointerEnter={warmUp}
        onFocus={warmUp}
        onClick={() => setOpen(true)}
      >
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      {open && (
        <ErrorFence close={close}>
          <Suspense>
            <FiltersSheet {...menu} total={total} close={close} />
          </Suspense>
        </ErrorFence>
      )}
    </>
  );
}
