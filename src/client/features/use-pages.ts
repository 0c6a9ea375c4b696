import { useFailureLog } from '#client/lib/failure-log.ts';

/** The server's maximum (contract 2). */
const pageSize = 100;

/** Returns the inputs of one call per page. */
export function pageInputs(pages: number) {
  return Array.from({ length: pages }, (_, page) => ({ skip: page * pageSize, limit: pageSize }));
}

interface Page<Item> {
  data: Item[] | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => Promise<unknown>;
}

/** Combines the pages of a list and logs a failure. `hasMore`: another page is loading, or the last one is full, so there may be another. */
export function usePages<Item>(found: readonly Page<Item>[], failedText: string) {
  const error = found.find((page) => page.error && !page.data)?.error ?? null;
  useFailureLog(failedText, error);
  return {
    items: found.flatMap(({ data }) => data ?? []),
    hasMore: !error && (found.at(-1)?.data?.length ?? (found.length > 1 ? pageSize : 0)) === pageSize,
    isPending: found.some((page) => page.isPending),
    error,
    refetch: () => Promise.all(found.map((page) => page.refetch())),
  };
}
