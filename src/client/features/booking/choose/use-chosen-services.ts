import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { type Outputs, trpc } from '#client/lib/trpc.ts';

export type Service = Outputs['services']['byId'];

/**
 * Returns the chosen services in the order of selection, undefined until all are loaded. One query for all:
 * `useQueries` weighs 2 KiB.
 */
export function useChosenServices(ids: readonly string[]) {
  const { services } = trpc.useUtils();
  const found = useQuery({
    queryKey: [...getQueryKey(trpc.services.byId), ids],
    queryFn: () => Promise.all(ids.map((id) => services.byId.fetch({ id }))),
    enabled: ids.length > 0,
    // Each call tries again itself.
    retry: false,
  });
  return {
    services: found.data,
    error: found.data ? null : found.error,
    async refetch() {
      await Promise.all(ids.map((id) => services.byId.invalidate({ id }, { refetchType: 'none' })));
      return found.refetch();
    },
  };
}
