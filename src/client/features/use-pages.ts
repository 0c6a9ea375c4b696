import { useFailureLog } from '#client/lib/failure-log.ts';

/** The most that the server gives at once (contract 2). */
const pageSize = 100;

/** The input of one call for each page. */
export function pageInputs(pages: number) {
  return Array.from({ length: pages }, (_, page) => ({ skip: page * pageSize, limit: pageSize }));
}

interface Page<Item> {
  data: Item[] | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => Promise<unknown>;
}

/** What the pages of a list are together. `isFull`: the last one may be followed by another. */
export function usePages<Item>(found: readonly Page<Item>[], failedText: string) {
  const error = found.find((page) => page.error && !page.data)?.error ?? null;
  useFailureLog(failedText, error);
  return {
    items: found.flatMap(({ data }) => data ?? []),
    isFull: found.at(-1)?.data?.length === pageSize,
    isPending: found.some((page) => page.isPending),
    error,
    refetch: () => Promise.all(found.map((page) => page.refetch())),
  };
}
