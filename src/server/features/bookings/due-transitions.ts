import { emit } from '#server/outbox/emit.ts';
import type { ScheduledTransition } from '#server/outbox/feature-jobs.ts';
import { type BookingTransition, findDueBookings, transitionDueBooking } from './due-queries.ts';
import { freeBusyTime } from './transition-queries.ts';

type Event = 'booking.cancelled' | 'booking.completed' | 'booking.reminder_due';

/**
 * What the system does with bookings by the clock (contract 5): those of a status, once the time in a column has come,
 * transition and have an event.
 */
export const bookingTransitions: (BookingTransition & { name: string; event: Event })[] = [
  { name: 'booking expiry', status: 'pending', due: 'due_at', to: 'cancelled', event: 'booking.cancelled' },
  { name: 'booking completion', status: 'confirmed', due: 'due_at', to: 'completed', event: 'booking.completed' },
  { name: 'booking reminder', status: 'confirmed', due: 'reminder_at', to: 'confirmed', event: 'booking.reminder_due' },
];

export const scheduledBookingTransitions: ScheduledTransition[] = bookingTransitions.map(
  ({ name, event, ...transition }) => ({
    name,
    find: (db, limit, without) => findDueBookings(db, transition, limit, without),
    async apply(trx, id) {
      const changed = await transitionDueBooking(trx, id, transition);
      if (!changed) return false;
      if (transition.to === 'cancelled') await freeBusyTime(trx, changed);
      // No reminder of a booking that has begun: its due time was missed by a day.
      const isLate = event === 'booking.reminder_due' && !changed.is_ahead;
      const { professional_id, version } = changed;
      if (!isLate)
        await emit(trx, event, { professional_id, booking_id: id, version, by: 'system', from: transition.status });
      return true;
    },
  }),
);
