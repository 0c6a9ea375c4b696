import { trpc } from '#client/lib/trpc.ts';

/** Milliseconds. */
const pendingInterval = 30_000;

/**
 * A booking, refetched on mount and on window focus. A pending one is also refetched at intervals, as the other party
 * may answer it at any time while the page is open.
 */
export function useBooking(id: string) {
  return trpc.bookings.byId.useQuery(
    { id },
    { staleTime: 0, refetchInterval: ({ state }) => state.data?.status === 'pending' && pendingInterval },
  );
}
