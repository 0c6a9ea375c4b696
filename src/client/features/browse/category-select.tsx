import type { Facets } from '#client/lib/use-pages.ts';
import { categoriesOf, offeredCategories } from '#shared/constants.ts';
import { ofFacet } from './facet-counts.ts';
import styles from './filters.module.css';

interface CategorySelectProps {
  value: string;
  onChange: (category: string) => void;
  facets: Facets | undefined;
}

/** Applies at once; empty for all categories. */
export function CategorySelect({ value, onChange, facets }: CategorySelectProps) {
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
        const count = ofFacet(facets?.categories, categoriesOf(category));
        return (
          <option key={category} value={category}>
            {count === undefined ? category : `${category} (${count})`}
          </option>
        );
      })}
    </select>
  );
}
