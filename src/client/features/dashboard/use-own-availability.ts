import { getQueryKey } from '@trpc/react-query';
import { usePages } from '#client/features/use-pages.ts';
import { trpc } from '#client/lib/trpc.ts';

/** The professional's windows, loaded page by page. */
export function useOwnAvailability() {
  const { client } = trpc.useUtils();
  return usePages({
    queryKey: getQueryKey(trpc.availability.mine, undefined, 'infinite'),
    load: (page) => client.availability.mine.query(page),
    failedText: 'Failed to load availability.',
  });
}
