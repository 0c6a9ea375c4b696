import type { Db } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { claimDue, freeTime, moveBySystem, takeReminders } from '#server/features/bookings/queries.ts';
import { emit } from '#server/outbox/emit.ts';
import { canMove } from '#shared/rules/booking-status.ts';

/** Rows per transaction; few, so that locks are held only briefly. */
const batch = 50;

/** Moves bookings that are due by the database's clock: cancels unanswered ones, completes ended ones, sends reminders. Returns the number. */
export async function moveDueBookings({ db }: Pick<Deps, 'db'>): Promise<number> {
  let moved = 0;
  for (const step of [moveDue, remind]) {
    for (let done = await db.transaction().execute(step); done > 0; done = await db.transaction().execute(step)) moved += done;
  }
  return moved;
}

async function moveDue(trx: Db): Promise<number> {
  const due = await claimDue(trx, batch);
  for (const booking of due) {
    const to = canMove(booking.status, 'completed', 'system') ? 'completed' : 'cancelled';
    await moveBySystem(trx, booking, to);
    const payload = { booking_id: booking.id, version: booking.version + 1 };
    if (to === 'completed') await emit(trx, 'booking.completed', payload);
    else {
      await freeTime(trx, booking);
      await emit(trx, 'booking.cancelled', { ...payload, by: 'system', from: booking.status });
    }
  }
  return due.length;
}

async function remind(trx: Db): Promise<number> {
  const taken = await takeReminders(trx, batch);
  for (const { id, version } of taken.due) await emit(trx, 'booking.reminder_due', { booking_id: id, version });
  return taken.count;
}
