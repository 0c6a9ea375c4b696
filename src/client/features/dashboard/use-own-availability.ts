import { useState } from 'react';
import { pageInputs, usePages } from '#client/features/use-pages.ts';
import { trpc } from '#client/lib/trpc.ts';

/** The professional's windows, loaded page by page. */
export function useOwnAvailability() {
  const [pages, setPages] = useState(1);
  const found = trpc.useQueries((call) => pageInputs(pages).map((page) => call.availability.mine(page)));
  const { items: windows, hasMore, ...progress } = usePages(found, 'Failed to load availability.');
  return { ...progress, windows, showMore: hasMore ? () => setPages(pages + 1) : undefined };
}
