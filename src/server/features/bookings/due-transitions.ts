import { emit } from '#server/outbox/emit.ts';
import type { DueMove } from '#server/outbox/feature-jobs.ts';
import { type BookingMove, findDueBookings, moveDueBooking } from './due-queries.ts';
import { freeTime } from './transition-queries.ts';

type Event = 'booking.cancelled' | 'booking.completed' | 'booking.reminder_due';

/**
 * What the system does with bookings by the clock (contract 5): those of a status, once the time in a column has come,
 * move and have an event.
 */
export const bookingMoves: (BookingMove & { name: string; event: Event })[] = [
  { name: 'booking expiry', status: 'pending', due: 'due_at', to: 'cancelled', event: 'booking.cancelled' },
  { name: 'booking completion', status: 'confirmed', due: 'due_at', to: 'completed', event: 'booking.completed' },
  { name: 'booking reminder', status: 'confirmed', due: 'reminder_at', to: 'confirmed', event: 'booking.reminder_due' },
];

export const bookingDueMoves: DueMove[] = bookingMoves.map(({ name, event, ...move }) => ({
  name,
  find: (db, limit, without) => findDueBookings(db, move, limit, without),
  async move(trx, id) {
    const moved = await moveDueBooking(trx, id, move);
    if (!moved) return false;
    if (move.to === 'cancelled') await freeTime(trx, moved);
    // No reminder of a booking that has begun: its due time was missed by a day.
    const isLate = event === 'booking.reminder_due' && !moved.is_ahead;
    if (!isLate) await emit(trx, event, { booking_id: id, version: moved.version, by: 'system', from: move.status });
    return true;
  },
}));
