import { findLateChanges } from '#server/features/auth/email-queries.ts';
import { findBookingDetails } from '#server/features/bookings/news/message-queries.ts';
import type { Effects } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import { sides } from '#shared/rules/reschedule.ts';
import type { depositEvents } from './events.ts';

export const depositEffects: Pick<Effects, keyof typeof depositEvents> = {
  /** One that waits is told to addresses that the account had a week ago, too: there its owner can stop it. */
  'pay_to.changed': async (trx, { id: event_id, payload }) => {
    const mail = { event_id, channel: 'mail' as const, template: 'pay_to_changed' };
    const changes = payload.how === 'waits' ? await findLateChanges(trx, payload.user_id) : [];
    const former = changes.filter(({ is_former }) => is_former);
    await insertDeliveries(trx, [
      { ...mail, recipient: payload.user_id, payload },
      ...former.map(({ id }) => ({ ...mail, recipient: id, payload: { ...payload, change_id: id } })),
    ]);
  },
  'refund_to.set': async (trx, { id: event_id, payload }) => {
    const booking = await findBookingDetails(trx, payload.booking_id);
    const mail = { event_id, channel: 'mail' as const, template: 'refund_to_set' };
    const told = sides.flatMap((to) => {
      const user_id = booking?.[to].user_id;
      return user_id ? [{ ...mail, recipient: user_id, payload: { ...payload, to } }] : [];
    });
    await insertDeliveries(trx, told);
  },
};
