import { type InfiniteData, type QueryKey, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFailureLog } from '#client/lib/failure-log.ts';
import { limits } from '#shared/constants.ts';

const maxSkip = limits.skip.max;
const maxLimit = limits.limit.max;

/** How many items of a list there are by category and specialization, over its other filters. */
export type Facets = {
  categories: { name: string; count: number }[];
  specializations: { name: string; count: number }[];
};

/** One page of a list: bare, or with the total of the list and what else its answer tells. */
type ListPage<Item, More> = readonly Item[] | ({ results: readonly Item[]; total: number } & More);

/** `shown` of a list that is loaded to its end. */
export const allPages = [Number.POSITIVE_INFINITY, () => undefined] as const;

interface PagesOptions<Item, More> {
  /** `getQueryKey(procedure, input, 'infinite')`, by which changes of the feature refetch the list. */
  queryKey: QueryKey;
  load: (page: { skip: number; limit: number }) => Promise<ListPage<Item, More>>;
  /** Items before the first one that is shown. */
  from?: number;
  /** Items per page. */
  limit?: number;
  /** How many pages to show, and a function that changes that; the hook's own state by default. */
  shown?: readonly [number, (pages: number) => void];
  failedText: string;
  staleTime?: number;
  /** False while the list is not wanted yet; it is pending meanwhile. */
  enabled?: boolean;
}

/** Where a page begins, and the last row before it, with which it is asked for. */
type PageParam = { skip: number; after?: string };

/** The list is another one than it was: rows before this page have come or gone. */
class ListChanged extends Error {}

function itemsOf<Item>(page: ListPage<Item, unknown>): readonly Item[] {
  return 'total' in page ? page.results : page;
}

/**
 * A list that is loaded page by page: those wanted one after the other, further ones by `showMore`. Each page is asked
 * for with the last row before it: where that is another one by now, all pages are loaded again, so that each row is
 * shown once and none is lost. Logs a failure.
 */
export function usePages<Item extends { id: string }, More = unknown>({
  load,
  from = 0,
  limit = maxLimit,
  shown,
  failedText,
  ...options
}: PagesOptions<Item, More>) {
  const own = useState(1);
  const [wanted, setWanted] = shown ?? own;
  const further = Math.min(limit, maxLimit - 1);
  const found = useInfiniteQuery({
    ...options,
    queryFn: async ({ pageParam: { skip, after } }): Promise<ListPage<Item, More>> => {
      if (after === undefined) return load({ skip, limit });
      const page = await load({ skip: skip - 1, limit: further + 1 });
      const [before, ...rows] = itemsOf(page);
      if (before?.id !== after) throw new ListChanged();
      return 'total' in page ? { ...page, results: rows } : rows;
    },
    initialPageParam: { skip: from } as PageParam,
    getNextPageParam: (last, all): PageParam | undefined => {
      const rows = itemsOf(last);
      const skip = from + all.reduce((sum, page) => sum + itemsOf(page).length, 0);
      const isFull = 'total' in last ? skip < last.total : rows.length === (all.length === 1 ? limit : further);
      const after = rows.at(-1)?.id;
      return isFull && after !== undefined && skip <= maxSkip ? { skip, after } : undefined;
    },
  });
  const { loaded, hasMore, ...progress } = useWanted(found, wanted);
  useFailureLog(failedText, progress.error);

  const pages = loaded?.slice(0, wanted) ?? [];
  const first = pages[0] && 'total' in pages[0] ? pages[0] : undefined;
  return {
    ...progress,
    items: pages.flatMap(itemsOf),
    /** Of the whole list; undefined until it is known. */
    total: first?.total,
    /** The first page, with what it tells of the whole list. */
    first,
    /** Undefined at the end of the list. */
    showMore: hasMore ? () => setWanted(wanted + 1) : undefined,
  };
}

/** Loads the pages of an infinite query one after the other until there are as many as wanted. */
export function useWanted<Page>(query: UseInfiniteQueryResult<InfiniteData<Page>>, wanted: number) {
  const { data, error, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } = query;
  const loaded = data?.pages;
  const hasChanged = error instanceof ListChanged;
  const failure = !hasChanged && (loaded === undefined || isFetchNextPageError) ? error : null;
  const isMissing = loaded !== undefined && loaded.length < wanted && hasNextPage && failure === null;

  // Waits for a refetch, which loading another page would cancel.
  useEffect(() => {
    if (isMissing && !isFetching) void (hasChanged ? refetch() : fetchNextPage());
  }, [isMissing, isFetching, hasChanged, fetchNextPage, refetch]);

  return {
    loaded,
    /** Loading the first page or another wanted one. */
    isPending: (loaded === undefined && failure === null) || isMissing,
    error: failure,
    hasMore: failure === null && (hasNextPage || (loaded?.length ?? 0) > wanted),
    retry: () => (loaded === undefined ? refetch() : fetchNextPage()),
  };
}
