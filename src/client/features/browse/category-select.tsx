import type { Facets } from '#client/lib/use-pages.ts';
import { categoriesOf, offeredCategories } from '#shared/constants.ts';
import { spelled } from '#shared/spelled.ts';
import { ofFacet } from './facet-counts.ts';
import styles from './filters.module.css';
import type { Kind } from './use-filters.ts';

interface CategorySelectProps {
  kind: Kind;
  value: string;
  onChange: (category: string) => void;
  facets: Facets | undefined;
}

/** Applies at once; empty for all categories. */
export function CategorySelect({ kind, value, onChange, facets }: CategorySelectProps) {
  return (
    <select
      data-scripted
      aria-label="Category"
      className={styles.category}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">All categories</option>
      {offeredCategories(value).map((category) => {
        const count = ofFacet(facets?.categories, categoriesOf(category), { apart: kind === 'services' });
        return (
          <option
            key={category}
            value={category}
            label={count === undefined ? spelled(category) : `${spelled(category)} (${count})`}
          >
            {spelled(category)}
          </option>
        );
      })}
    </select>
  );
}
