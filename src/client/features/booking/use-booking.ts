import { trpc } from '#client/lib/trpc.ts';

/** Milliseconds. */
const whilePending = 30_000;

/**
 * One booking, fresh at each visit and whenever the window is looked at again. The other side may answer a pending one at any moment, so
 * it is asked for again while the page is in view; no other status changes while somebody waits for it.
 */
export function useBooking(id: string) {
  return trpc.bookings.byId.useQuery(
    { id },
    { staleTime: 0, refetchInterval: ({ state }) => state.data?.status === 'pending' && whilePending },
  );
}
