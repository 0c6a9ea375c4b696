import type { trpc } from '#client/lib/trpc.ts';
import type { Booking } from '#shared/bookings.ts';

type Client = ReturnType<typeof trpc.useUtils>['client'];

/**
 * The client's own pending or confirmed booking with a professional that starts at an instant (ISO 8601), if there is
 * one.
 */
export async function ownBookingAt(
  client: Client,
  clientId: string,
  professionalId: string,
  start: string,
): Promise<Booking | undefined> {
  const at = Date.parse(start);
  const found = await client.bookings.ofClient.query({
    id: clientId,
    status: ['pending', 'confirmed'],
    from: new Date(at).toISOString(),
    to: new Date(at + 1).toISOString(),
  });
  return found.find(({ professional }) => professional.id === professionalId);
}
