import type { Db } from '#server/db/connect.ts';
import type { Told } from '#server/features/bookings/letters.ts';
import { type Side, sentences } from '#server/features/bookings/sentences.ts';
import { findToldBooking, type ToldBooking } from '#server/features/bookings/told-queries.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import { countMailsOfDay } from '#server/features/waitlist/queries.ts';
import type { EffectName, EventName, events, Payload } from '#server/outbox/events.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';

type PayloadOf<F extends EffectName> = {
  [E in EventName]: F extends (typeof events)[E]['effects'][number] ? Payload<E> : never;
}[EventName];

/** An effect writes one consequence of an event, in the transaction that marks the event done. */
type Effects = { [F in EffectName]: (trx: Db, event: { id: string; payload: PayloadOf<F> }) => Promise<void> };

/** Most mails a day to one address, however often it signs up (contract 3; reliability S8). */
const signupMailsADay = 3;

/** The effects under the names that `outbox/events.ts` uses. */
export const effects: Effects = {
  tellProfessionalOfRequest: (trx, event) => tell(trx, event, ['professional'], { about: 'requested' }, sentences.requested),
  tellClientOfConfirmation: (trx, event) => tell(trx, event, ['client'], { about: 'confirmed' }, sentences.confirmed),
  tellClientOfCompletion: (trx, event) => tell(trx, event, ['client'], { about: 'completed' }, sentences.completed),
  remindBoth: (trx, event) => tell(trx, event, ['client', 'professional'], { about: 'reminder' }, sentences.reminder),
  /** Tells the other side, or both when an admin or the system cancelled. */
  tellOfCancellation: (trx, event) => {
    const { by, from } = event.payload;
    const sides: Side[] = by === 'client' ? ['professional'] : by === 'professional' ? ['client'] : ['client', 'professional'];
    const told = { about: 'cancelled', by, wasConfirmed: from === 'confirmed' } as const;
    return tell(trx, event, sides, told, (booking, to) => sentences.cancelled(booking, to, by));
  },
  /** Sends the mail for the entry's status, unless the address has had its mails of the day. */
  async answerSignup(trx, { id: event_id, payload: { entry_id } }) {
    if ((await countMailsOfDay(trx, entry_id)) >= signupMailsADay) return;
    await insertDeliveries(trx, [{ event_id, channel: 'mail', recipient: entry_id, template: 'waitlist', payload: { entry_id } }]);
  },
};

type Event = { id: string; payload: { booking_id: string; version: number } };
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Writes a notification and a mail for each of these sides, as their preferences allow. */
async function tell(
  trx: Db,
  { id: event_id, payload: { booking_id, version } }: Event,
  sides: Side[],
  told: Without<Told, 'to' | 'version'>,
  sentence: (booking: ToldBooking, to: Side) => string,
): Promise<void> {
  const booking = await findToldBooking(trx, booking_id);
  if (!booking) throw new Error(`booking ${booking_id} is missing`);
  const kind = told.about === 'reminder' ? 'reminder' : 'booking';
  const type = `booking_${told.about}`;
  await insertNotifications(
    trx,
    sides
      .filter((side) => booking[side][`in_app_${kind}`])
      .map((side) => ({ user_id: booking[side].user_id, event_id, type, message: sentence(booking, side), booking_id })),
  );
  await insertDeliveries(
    trx,
    sides
      .filter((side) => booking[side][`mail_${kind}`])
      .map((to) => ({
        event_id,
        channel: 'mail',
        recipient: booking[to].user_id,
        template: 'booking',
        payload: { booking_id, told: { ...told, to, version } },
      })),
  );
}
