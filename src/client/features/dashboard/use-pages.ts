import { useFailureLog } from '#client/lib/failure-log.ts';

/** What the desk asks for at once: the most that the server gives (contract 2). */
export const pageSize = 100;

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
