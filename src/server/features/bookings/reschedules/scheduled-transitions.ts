import { emit } from '#server/outbox/emit.ts';
import type { ScheduledTransition } from '#server/outbox/feature-jobs.ts';
import { endReschedule, findExpired, lockExpired } from './queries.ts';

/** A request that nobody answered ends, and its booking stays as it is (contract 9). */
export const rescheduleExpiry: ScheduledTransition = {
  name: 'reschedule expiry',
  find: findExpired,
  async apply(trx, id) {
    const booking = await lockExpired(trx, id);
    const ended = booking && (await endReschedule(trx, { ...booking, id, status: 'expired' }));
    if (!ended) return false;
    const { professional_id } = booking;
    const { booking_id } = ended;
    await emit(trx, 'booking.reschedule_ended', { professional_id, booking_id, reschedule_id: id, status: 'expired' });
    return true;
  },
};
