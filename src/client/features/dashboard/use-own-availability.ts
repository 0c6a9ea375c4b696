import { useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { pageSize, usePages } from './use-pages.ts';

/** The professional's windows, as many pages as were asked for. */
export function useOwnAvailability() {
  const [pages, setPages] = useState(1);
  const found = trpc.useQueries((call) =>
    Array.from({ length: pages }, (_, page) => call.availability.mine({ skip: page * pageSize, limit: pageSize })),
  );
  const { items: windows, isFull, ...progress } = usePages(found, 'Failed to load availability.');
  return { ...progress, windows, showMore: !progress.isPending && isFull ? () => setPages(pages + 1) : undefined };
}
