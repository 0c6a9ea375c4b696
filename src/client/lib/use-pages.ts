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

/** One page of a list: bare, or with the total of the list. */
type ListPage<Item> = readonly Item[] | { results: readonly Item[]; total: number; facets?: Facets | undefined };

/** `shown` of a list that is loaded to its end. */
export const allPages = [Number.POSITIVE_INFINITY, () => undefined] as const;

interface PagesOptions<Item> {
  /** `getQueryKey(procedure, input, 'infinite')`, by which changes of the feature refetch the list. */
  queryKey: QueryKey;
  load: (page: { skip: number; limit: number }) => Promise<ListPage<Item>>;
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

/** A list that is loaded page by page: those wanted one after the other, further ones by `showMore`. Logs a failure. */
export function usePages<Item>({
  load,
  from = 0,
  limit = maxLimit,
  shown,
  failedText,
  ...options
}: PagesOptions<Item>) {
  const own = useState(1);
  const [wanted, setWanted] = shown ?? own;
  const found = useInfiniteQuery({
    ...options,
    queryFn: ({ pageParam }) => load({ skip: pageParam, limit }),
    initialPageParam: from,
    getNextPageParam: (last, all) => {
      const skip = from + all.length * limit;
      const isFull = 'total' in last ? skip < last.total : last.length === limit;
      return isFull && skip <= maxSkip ? skip : undefined;
    },
  });
  const { loaded, hasMore, ...progress } = useWanted(found, wanted);
  useFailureLog(failedText, progress.error);

  const pages = loaded?.slice(0, wanted) ?? [];
  const first = pages[0];
  return {
    ...progress,
    items: pages.flatMap((page) => ('total' in page ? page.results : page)),
    /** Of the whole list; undefined until it is known. */
    total: first && 'total' in first ? first.total : undefined,
    facets: first && 'total' in first ? first.facets : undefined,
    /** Undefined at the end of the list. */
    showMore: hasMore ? () => setWanted(wanted + 1) : undefined,
  };
}

/** Loads the pages of an infinite query one after the other until there are as many as wanted. */
export function useWanted<Page>(query: UseInfiniteQueryResult<InfiniteData<Page>>, wanted: number) {
  const { data, error, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } = query;
  const loaded = data?.pages;
  const failure = loaded === undefined || isFetchNextPageError ? error : null;
  const isMissing = loaded !== undefined && loaded.length < wanted && hasNextPage && failure === null;

  // Waits for a refetch, which loading another page would cancel.
  useEffect(() => {
    if (isMissing && !isFetching) void fetchNextPage();
  }, [isMissing, isFetching, fetchNextPage]);

  return {
    loaded,
    /** Loading the first page or another wanted one. */
    isPending: (loaded === undefined && failure === null) || isMissing,
    error: failure,
    hasMore: failure === null && (hasNextPage || (loaded?.length ?? 0) > wanted),
    retry: () => (loaded === undefined ? refetch() : fetchNextPage()),
  };
}
