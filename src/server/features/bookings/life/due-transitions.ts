import { emit } from '#server/outbox/emit.ts';
import type { ScheduledTransition } from '#server/outbox/feature-jobs.ts';
import type { Happening } from '#shared/rules/visit-life.ts';
import { carryOut } from './carry-out.ts';
import { type Due, findDueBookings, isDue, takeReminder } from './due-queries.ts';

/** What the system makes happen to bookings by the clock (contract 5), once the time in a column has come. */
export const bookingTransitions: (Due & { name: string; happening: Happening })[] = [
  { name: 'booking expiry', status: 'pending', due: 'due_at', happening: 'cancelled' },
  { name: 'booking completion', status: 'confirmed', due: 'due_at', happening: 'completed' },
];

const reminder: Due = { status: 'confirmed', due: 'reminder_at' };

export const scheduledBookingTransitions: ScheduledTransition[] = [
  ...bookingTransitions.map(
    ({ name, happening, ...due }): ScheduledTransition => ({
      name,
      find: (db, limit, without) => findDueBookings(db, due, limit, without),
      async apply(trx, id) {
        return (await carryOut(trx, happening, { by: 'system', where: isDue(id, due) })).length > 0;
      },
    }),
  ),
  {
    name: 'booking reminder',
    find: (db, limit, without) => findDueBookings(db, reminder, limit, without),
    async apply(trx, id) {
      const taken = await takeReminder(trx, id, reminder);
      if (!taken) return false;
      const { professional_id, version, is_ahead } = taken;
      // No reminder of a booking that has begun: its due time was missed by a day.
      if (is_ahead) await emit(trx, 'booking.reminder_due', { professional_id, booking_id: id, version });
      return true;
    },
  },
];
