import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { Booking } from '#shared/bookings.ts';

/** How far a change of a visit of a series goes. */
export type Reach = 'one' | 'later';
export const reaches: { value: Reach; label: string }[] = [
  { value: 'one', label: 'This one' },
  { value: 'later', label: 'This and later' },
];

/** The series of a booking, and its visits after that one that can still take place; none of a booking on its own. */
export function useLaterVisits({ series, start_time }: Booking) {
  // Admins see no series.
  const isParty = useSession(({ role }) => role === 'client' || role === 'professional');
  const enabled = series !== null && isParty;
  const { data } = trpc.series.byId.useQuery({ id: series?.id ?? '' }, { enabled, staleTime: 30_000 });
  const isLive = ({ status }: Booking) => status === 'pending' || status === 'confirmed';
  return { series: data, later: (data?.bookings ?? []).filter((one) => isLive(one) && one.start_time > start_time) };
}
