import { useEffect, useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';

const pageSize = 100;

/** The professional's windows, as many pages as were asked for. */
export function useOwnAvailability() {
  const [pages, setPages] = useState(1);
  const found = trpc.useQueries((call) =>
    Array.from({ length: pages }, (_, page) => call.availability.mine({ skip: page * pageSize, limit: pageSize })),
  );
  const failed = found.find(({ error, data }) => error && !data);
  const isPending = found.some((page) => page.isPending);
  const error = failed?.error ?? null;

  useEffect(() => {
    if (error) console.error('Failed to load availability.', error);
  }, [error]);

  return {
    windows: found.flatMap(({ data }) => data ?? []),
    isPending,
    error,
    refetch: () => Promise.all(found.map((page) => page.refetch())),
    showMore: !isPending && found.at(-1)?.data?.length === pageSize ? () => setPages(pages + 1) : undefined,
  };
}
