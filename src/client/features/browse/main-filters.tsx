import type { Facets } from '#client/lib/use-pages.ts';
import { CategorySelect } from './category-select.tsx';
import styles from './filters.module.css';
import { NearMe } from './near-me.tsx';
import { SpecializationFilter } from './specialization-filter.tsx';
import type { Filters, Kind } from './use-filters.ts';

export interface FiltersMenuProps {
  kind: Kind;
  filters: Filters;
  change: (next: Partial<Filters>) => void;
  facets: Facets | undefined;
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
