import type { ReactNode } from 'react';
import { offeredCategories, pageSizes, specializations } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import { spelled } from '#shared/spelled.ts';
import { type Filters, queryOf } from './use-filters.ts';

/**
 * What stands in for controls that need JavaScript. The server alone renders it, inside `noscript`, whose content the
 * client never looks at.
 */
const isServer = import.meta.env.SSR;

type Browse = 'browseServices' | 'browseProfessionals';

/** Category and specializations as a form, which keeps what else is asked for. */
export function PlainFilters({ page, filters }: { page: Browse; filters: Filters }): ReactNode {
  if (!isServer) return null;
  const others = queryOf({ ...filters, category: '', chosen: [] });
  return (
    <form action={pagePath(page)}>
      {[...others].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p>
        <label>
          Category{' '}
          <select name="category" defaultValue={filters.category}>
            <option value="">All categories</option>
            {offeredCategories(filters.category).map((category) => (
              <option key={category} value={category}>
                {spelled(category)}
              </option>
            ))}
          </select>
        </label>
      </p>
      <fieldset>
        <legend>Specialities</legend>
        {specializations.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              name="specialization_names"
              value={name}
              defaultChecked={filters.chosen.includes(name)}
            />{' '}
            {spelled(name)}{' '}
          </label>
        ))}
      </fieldset>
      <button type="submit">Filter</button> <a href={pagePath(page)}>Reset</a>
    </form>
  );
}

interface PlainPagesProps {
  page: Browse;
  filters: Filters;
  from: number;
  total: number | undefined;
}

export function PlainPages({ page, filters, from, total = 0 }: PlainPagesProps): ReactNode {
  if (!isServer || (from === 0 && total <= pageSizes.search)) return null;
  const addressOf = (skip: number) => {
    const query = queryOf(filters);
    if (skip > 0) query.set('skip', String(skip));
    return query.size > 0 ? `${pagePath(page)}?${query}` : pagePath(page);
  };
  return (
    <nav aria-label="Pages">
      {from > 0 && <a href={addressOf(Math.max(0, from - pageSizes.search))}>Previous page</a>}{' '}
      {from + pageSizes.search < total && <a href={addressOf(from + pageSizes.search)}>Next page</a>}
    </nav>
  );
}

/** A link for each specialization. */
export function PlainHair({ hair }: { hair: readonly (readonly [said: string, name: string])[] }): ReactNode {
  if (!isServer) return null;
  return (
    <ul>
      {hair.map(([said, name]) => (
        <li key={name}>
          <a href={`${pagePath('browseProfessionals')}?${new URLSearchParams({ specialization_names: name })}`}>
            {said}
          </a>
        </li>
      ))}
    </ul>
  );
}
