import { emit } from '#server/outbox/emit.ts';
import type { ScheduledTransition } from '#server/outbox/feature-jobs.ts';
import { findToRemind, takeReminder } from './queries.ts';

/** Reminds the client to pay, and the professional to give back (contract 13). */
export const depositReminders: ScheduledTransition = {
  name: 'deposit reminder',
  find: findToRemind,
  async apply(trx, booking_id) {
    const taken = await takeReminder(trx, booking_id);
    if (!taken) return false;
    const { professional_id, status, has_time } = taken;
    const about = status === 'refund_due' ? 'refund_reminder' : status === 'due' && has_time ? 'reminder' : undefined;
    if (about) await emit(trx, 'booking.deposit_moved', { professional_id, booking_id, about });
    return true;
  },
};
