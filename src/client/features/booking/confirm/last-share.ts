import { trpc } from '#client/lib/trpc.ts';
import { isTicked, nothingShared, type Share } from '#shared/rules/hair.ts';

/** Most bookings in which the last choice is looked for. */
const looked = 100;

/**
 * What is shared of the booking with this professional that was made last; undefined until it is known. Visits of a
 * series count as no choice: they share nothing until said.
 */
export function useLastShare(clientId: string | null, professionalId: string): Share | undefined {
  const own = trpc.hair.mine.useQuery();
  const visits = trpc.bookings.ofClient.useQuery({ id: clientId ?? '', limit: looked }, { enabled: clientId !== null });
  if (!own.data || !visits.data) return undefined;
  const [last] = visits.data
    .filter(({ professional, series }) => professional.id === professionalId && series === null)
    .sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
  const share = last?.share ?? nothingShared;
  // Pictures that were deleted since are nobody's.
  const kept = new Set(own.data.pictures.map(({ id }) => id));
  return { ...share, picture_ids: share.picture_ids.filter((id) => kept.has(id)) };
}

/** As it is sent with a booking: nothing where nothing is ticked. */
export const sentShare = (share: Share) => (isTicked(share) ? { share } : {});
