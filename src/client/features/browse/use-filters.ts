import { useSearchParams } from 'react-router';
import { isServiceCategory, lengths, limits, pageSizes, searchRadiusKm, specializations } from '#shared/constants.ts';
import { skipIn } from '#shared/page-skip.ts';
import { type Technique, type Texture, techniques, textures } from '#shared/rules/hair.ts';
import { placeFacts, placeKinds } from '#shared/rules/place.ts';
import { rangeIn } from '#shared/slot-range.ts';

/** What a list is of. */
export type Kind = 'services' | 'professionals';

/**
 * What the find bar and both browse screens filter by; all of it combines. Empty texts stand for what is not asked; the
 * names are those of the calls and of addresses.
 */
export interface Filters {
  search: string;
  category: string;
  /** Names of specializations, in the order of selection. */
  chosen: string[];
  location: string;
  /** `-37.81,144.96`, of the viewer's position with two decimals. */
  near: string;
  /** Kilometres; nothing without `near`. */
  radius_km: string;
  /** Both or neither, ISO 8601 with `Z`. */
  free_from: string;
  free_to: string;
  /** Dollars; of services alone, as the longest duration in minutes. */
  price_min: string;
  price_max: string;
  duration_max: string;
  /** Stars, of the average that is shown. */
  rating_min: string;
  /** Kinds of places and facts of them, comma-separated. */
  place_kind: string;
  facts: string;
  /** A technique and a texture: who does hair like mine. */
  technique: string;
  texture: string;
  sort: string;
}
export const noRange = { free_from: '', free_to: '' };
export const noPoint = { near: '', radius_km: '' };

const isSpecialization = (name: string) => specializations.some((one) => one.name === name);
const point = /^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/;

/** By price only services, by distance only from a point, by match only hair that is asked for. */
const orders = /^(relevance|name|soonest|distance|rating|price|match)$/;

/** The filters that an address's query names. What the calls would refuse is left out. */
function filtersIn(query: URLSearchParams, kind: Kind): Filters {
  const text = (name: string, max: number) => (query.get(name) ?? '').trim().slice(0, max);
  const listed = (name: string) => [...new Set(query.getAll(name).flatMap((values) => values.split(',')))];
  const some = (name: string, known: readonly string[]) =>
    listed(name)
      .filter((value) => known.includes(value))
      .join(',');
  const one = (name: string, known: readonly string[]) => known.find((value) => value === query.get(name)) ?? '';
  const number = (name: string, [min, max]: readonly [number, number], pattern = /^\d{1,5}(\.\d\d?)?$/) => {
    const value = query.get(name) ?? '';
    return pattern.test(value) && Number(value) >= min && Number(value) <= max ? value : '';
  };
  const category = query.get('category') ?? '';
  const near = (query.get('near') ?? '').replaceAll(' ', '');
  const isPoint = point.test(near) && near.split(',').every((part, at) => Math.abs(Number(part)) <= (at + 1) * 90);
  const sort = query.get('sort') ?? '';
  const isOfServices = kind === 'services';
  const hair = { technique: one('technique', techniques), texture: one('texture', textures) };
  const needs: Record<string, boolean> = {
    distance: isPoint,
    price: isOfServices,
    match: hair.technique !== '' || hair.texture !== '',
  };
  const isOffered = orders.test(sort) && needs[sort] !== false;
  const price = [0, isOfServices ? limits.price.max : -1] as const;
  return {
    search: text('search', lengths.search.max),
    category: isServiceCategory(category) ? category : '',
    chosen: listed('specialization_names').filter(isSpecialization),
    location: text('location', lengths.location.max),
    near: isPoint ? near : '',
    radius_km: isPoint ? number('radius_km', [searchRadiusKm.min, searchRadiusKm.max]) : '',
    ...(rangeIn(query) ?? noRange),
    price_min: number('price_min', price),
    price_max: number('price_max', price),
    duration_max: number('duration_max', [0, isOfServices ? limits.duration.max : -1], /^\d{1,4}$/),
    rating_min: number('rating_min', [1, 5], /^[1-5](\.\d)?$/),
    place_kind: some('place_kind', placeKinds),
    facts: some('facts', placeFacts),
    ...hair,
    sort: isOffered ? sort : '',
  };
}

export const noFilters = filtersIn(new URLSearchParams(), 'services');

/** Last page within the server's maximum `skip` (contract 2). */
const lastPage = limits.skip.max / pageSizes.search;

/** How many pages of results a query asks for, 1 if it does not say. */
function pagesIn(query: URLSearchParams): number {
  const asked = Number(query.get('pages') ?? 1);
  return Number.isInteger(asked) && asked > 0 && asked <= lastPage ? asked : 1;
}

/** The query of an address with these filters. */
export function queryOf({ search, category, chosen, ...others }: Filters, pages = 1): URLSearchParams {
  const named = [
    ['search', search],
    ['category', category],
    ['specialization_names', chosen.join(',')],
    ...Object.entries(others),
    ['pages', pages > 1 ? String(pages) : ''],
  ];
  return new URLSearchParams(named.filter(([, value]) => value !== ''));
}

/** The filters as the calls of the lists take them; they read numbers as an address has them. */
export function inputOf({ chosen, ...filters }: Filters) {
  const asked = Object.entries(filters).filter(([, value]) => value !== '');
  return {
    ...(Object.fromEntries(asked) as Partial<Omit<Filters, 'chosen' | 'sort' | 'technique' | 'texture'>> & {
      sort?: 'name' | 'soonest';
      technique?: Technique;
      texture?: Texture;
    }),
    ...(chosen.length > 0 ? { specialization_names: chosen } : {}),
  };
}

/** Whether anything is left out; an order leaves out nothing. */
function leavesOut(filters: Filters): boolean {
  return queryOf({ ...filters, sort: '' }).size > 0;
}

/** The address is ahead of what is rendered: a change that follows another at once must not undo it. */
function inAddress() {
  return new URLSearchParams(window.location.search);
}

/**
 * Filters and pages stand in the address, for reload, Back and shared links. Asking for the same again adds no
 * history entry.
 */
export function useFilters(kind: Kind) {
  const [query, setQuery] = useSearchParams();
  const filters = filtersIn(query, kind);
  const pages = pagesIn(query);

  function ask(asked: URLSearchParams, replace: boolean) {
    setQuery(asked, { replace: replace || asked.toString() === inAddress().toString() });
  }
  return {
    filters,
    input: inputOf(filters),
    from: skipIn(query),
    isFiltered: leavesOut(filters),
    change: (next: Partial<Filters>) => {
      const asked = { ...filtersIn(inAddress(), kind), ...next };
      if (asked.near === '' && asked.sort === 'distance') asked.sort = '';
      if (asked.technique === '' && asked.texture === '' && asked.sort === 'match') asked.sort = '';
      ask(queryOf(asked), false);
    },
    shown: [pages, (more: number) => ask(queryOf(filters, more), true)] as const,
  };
}
