import type { AskedHair } from '#shared/rules/hair.ts';

/** One page's ids in order, and what is told of all that was found. */
export type Found = {
  ids: string[];
  total: number;
  facets?: {
    categories: { name: string; count: number }[];
    specializations: { id: number; name: string; count: number }[];
  };
  /** Kilometres to each of `ids`, where a point was given. */
  distances?: ReadonlyMap<string, number>;
  /** The soonest start of each of `ids`, epoch milliseconds, in a search by time; absent where there is none. */
  slots?: ReadonlyMap<string, number>;
  /** The hair that was asked for, as filters or in words. */
  hair?: AskedHair;
};

/**
 * A page's answer, without the items that no longer have the time that they were found with, of which `nextFreeOf` is
 * the truth. In a search that asks for no time all have.
 */
export function pageOfFound<Item extends { id: string }>(
  { slots, total, facets }: Found,
  { skip, limit }: { skip: number; limit: number },
  items: readonly Item[],
  nextFreeOf: (item: Item) => string | null,
) {
  const results = items.filter((item) => {
    const start = slots?.get(item.id);
    const next = nextFreeOf(item);
    return start === undefined || (next !== null && Date.parse(next) <= start);
  });
  return { results, total, skip, limit, ...(facets ? { facets } : {}) };
}

/** What an item of a list says of its distance: kilometres with one decimal; nothing where no point was given. */
export function distanceTo(distances: Found['distances'], id: string): { distance_km?: number } {
  const distance = distances?.get(id);
  return distance === undefined ? {} : { distance_km: Math.round(distance * 10) / 10 };
}
