import styles from './filter-chips.module.css';
import filterStyles from './filters.module.css';
import type { Filters } from './use-filters.ts';

/** The filters in the address, each removed by a press. */
export function FilterChips({ filters, change }: { filters: Filters; change: (next: Partial<Filters>) => void }) {
  const { search, category, chosen, location } = filters;
  const chips: [text: string, without: Partial<Filters>][] = [
    ...chosen.map((name): [string, Partial<Filters>] => [name, { chosen: chosen.filter((other) => other !== name) }]),
    [category, { category: '' }],
    [location, { location: '' }],
    [search && `“${search}”`, { search: '' }],
  ];
  const shown = chips.filter(([text]) => text);
  if (shown.length === 0) return null;
  return (
    <fieldset data-scripted className={`${filterStyles.chips} ${styles.chips}`}>
      <legend className="visually-hidden">Chosen</legend>
      {shown.map(([text, without]) => (
        <button key={text} type="button" className={styles.chip} onClick={() => change(without)}>
          <span className="visually-hidden">Remove </span>
          {text}
          <span aria-hidden="true">×</span>
        </button>
      ))}
    </fieldset>
  );
}
