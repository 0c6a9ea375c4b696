import { Suspense, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { chipsBesideBar } from './filter-chips.tsx';
import styles from './filters.module.css';
import { type FiltersMenuProps, MainFilters } from './main-filters.tsx';

const load = () => import('./more-filters.tsx');
const MoreFilters = lazyPart(async () => (await load()).MoreFilters);
const loadSheet = () => import('./filters-sheet.tsx');
const FiltersSheet = lazyPart(async () => (await loadSheet()).FiltersSheet);
const warmUp = () => void loadSheet().catch(() => undefined);

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
