import { useSearchParams } from 'react-router';
import { filterCategories, lengths, limits, pageSizes, specializations } from '#shared/constants.ts';

/** What both browse screens filter by; all of it combines. */
export interface Filters {
  search: string;
  /** Empty for all. */
  category: string;
  /** Names of specializations, in the order of selection. */
  chosen: string[];
  location: string;
}
export const noFilters: Filters = { search: '', category: '', chosen: [], location: '' };

const isCategory = (name: string) => (filterCategories as readonly string[]).includes(name);
const isSpecialization = (name: string) => specializations.some((one) => one.name === name);

/** The filters that an address's query names. Unknown names are left out. */
function filtersIn(query: URLSearchParams): Filters {
  const text = (name: string, max: number) => (query.get(name) ?? '').trim().slice(0, max);
  const category = query.get('category') ?? '';
  return {
    search: text('search', lengths.search.max),
    category: isCategory(category) ? category : '',
    chosen: [...new Set(query.getAll('specialization_names').flatMap((names) => names.split(',')))].filter(
      isSpecialization,
    ),
    location: text('location', lengths.location.max),
  };
}

/** Last page within the server's maximum `skip` (contract 2). */
const lastPage = limits.skip.max / pageSizes.search;

/** How many pages of results a query asks for, 1 if it does not say. */
function pagesIn(query: URLSearchParams): number {
  const asked = Number(query.get('pages') ?? 1);
  return Number.isInteger(asked) && asked > 0 && asked <= lastPage ? asked : 1;
}

/** How many results lie before the page that a query asks for. */
function skipIn(query: URLSearchParams): number {
  const skip = Number(query.get('skip') ?? 0);
  return Number.isInteger(skip) && skip > 0 && skip <= limits.skip.max ? skip : 0;
}

/** The query of an address with these filters. */
export function queryOf({ search, category, chosen, location }: Filters, pages = 1): URLSearchParams {
  const named = [
    ['search', search],
    ['category', category],
    ...chosen.map((name) => ['specialization_names', name]),
    ['location', location],
    ['pages', pages > 1 ? String(pages) : ''],
  ];
  return new URLSearchParams(named.filter(([, value]) => value !== ''));
}

/** The address is ahead of what is rendered: a change that follows another at once must not undo it. */
function inAddress() {
  return new URLSearchParams(window.location.search);
}

/**
 * Filters and pages stand in the address, for reload, Back and shared links. Asking for the same again adds no
 * history entry.
 */
export function useFilters() {
  const [query, setQuery] = useSearchParams();
  const filters = filtersIn(query);
  const pages = pagesIn(query);

  function ask(asked: URLSearchParams, replace: boolean) {
    setQuery(asked, { replace: replace || asked.toString() === inAddress().toString() });
  }
  return {
    filters,
    /** As the calls of the lists take them. */
    input: {
      search: filters.search || undefined,
      category: filters.category || undefined,
      specialization_names: filters.chosen.length > 0 ? filters.chosen : undefined,
      location: filters.location || undefined,
    },
    from: skipIn(query),
    isFiltered: queryOf(filters).size > 0,
    change: (next: Partial<Filters>) => ask(queryOf({ ...filtersIn(inAddress()), ...next }), false),
    shown: [pages, (more: number) => ask(queryOf(filters, more), true)] as const,
  };
}
