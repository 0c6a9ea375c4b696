import type { Db } from '#server/db/connect.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import type { Effects } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { Written } from '#server/push/fan-out.ts';
import { type BookingEmail, kindOf } from './emails.ts';
import type { bookingEvents } from './events.ts';
import { type BookingDetails, findBookingDetails, type Side } from './message-queries.ts';
import { notificationTexts } from './notification-texts.ts';

/** Who hears what (contract 5). */
export const bookingEffects: Pick<Effects, keyof typeof bookingEvents> = {
  'booking.created': (trx, event) =>
    notify(trx, event, ['professional'], { about: 'requested' }, notificationTexts.requested),
  'booking.confirmed': (trx, event) =>
    notify(trx, event, ['client'], { about: 'confirmed' }, notificationTexts.confirmed),
  'booking.completed': (trx, event) =>
    notify(trx, event, ['client'], { about: 'completed' }, notificationTexts.completed),
  'booking.reminder_due': (trx, event) =>
    notify(trx, event, ['client', 'professional'], { about: 'reminder' }, notificationTexts.reminder),
  /** Notifies the other side, or both when an admin or the system cancelled. */
  'booking.cancelled': (trx, event) => {
    const { by, from } = event.payload;
    const sides: Side[] =
      by === 'client' ? ['professional'] : by === 'professional' ? ['client'] : ['client', 'professional'];
    const change = { about: 'cancelled', by, was_confirmed: from === 'confirmed' } as const;
    return notify(trx, event, sides, change, (booking, to) => notificationTexts.cancelled(booking, to, by));
  },
};

type Event = { id: string; payload: { booking_id: string; version: number } };
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Writes a notification and an email for each of these sides, as their preferences allow. */
async function notify(
  trx: Db,
  { id: event_id, payload: { booking_id, version } }: Event,
  sides: Side[],
  change: Without<BookingEmail, 'booking_id' | 'to' | 'version'>,
  text: (booking: BookingDetails, to: Side) => string,
): Promise<Written[]> {
  const booking = await findBookingDetails(trx, booking_id, { holdsParties: true });
  if (!booking) throw new Error(`booking ${booking_id} is missing`);
  const kind = kindOf(change);
  const type = `booking_${change.about}`;
  const written = await insertNotifications(
    trx,
    sides
      .filter((side) => booking[side][`in_app_${kind}`])
      .map((side) => ({ user_id: idOf(booking, side), event_id, type, message: text(booking, side), booking_id })),
  );
  await insertDeliveries(
    trx,
    sides
      .filter((side) => booking[side].gets_email && booking[side][`mail_${kind}`])
      .map((to) => ({
        event_id,
        channel: 'mail',
        recipient: idOf(booking, to),
        template: 'booking',
        payload: { ...change, booking_id, to, version } satisfies BookingEmail,
      })),
  );
  return written;
}

/** Of a side that wants to hear of it, which only an account can. */
function idOf(booking: BookingDetails, side: Side): string {
  const { user_id } = booking[side];
  if (user_id === null) throw new Error('a deleted account wants to hear of a booking');
  return user_id;
}
