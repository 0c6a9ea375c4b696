import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, invalid, notFound, refuseViolation, unauthorized } from '#server/errors.ts';
import { requireStarts } from '#server/features/bookings/make/limits.ts';
import { countBookingsOutside } from '#server/features/hours/queries.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { becomeActiveIfComplete } from '#server/features/parties/profile-queries.ts';
import type { Availability, AvailabilityInput } from '#shared/availability.ts';
import { windowBounds } from '#shared/constants.ts';
import { deleteWindow, findWindow, insertWindow, updateWindow } from './queries.ts';

/**
 * Runs a write under the professional's lock, so that no booking is made meanwhile; `now` is the database's, epoch
 * milliseconds.
 */
function underLock<T>(db: Db, professionalId: string, write: (trx: Db, now: number) => Promise<T>): Promise<T> {
  const texts = { availability_no_overlap: 'This time overlaps with another of your availability windows.' };
  return refuseViolation(texts, () =>
    transact(db, async (trx) => {
      const { now } = (await lockProfessional(trx, professionalId)) ?? unauthorized();
      const written = await write(trx, now);
      await becomeActiveIfComplete(trx, professionalId);
      return written;
    }),
  );
}

export function createWindow(db: Db, professionalId: string, input: AvailabilityInput): Promise<Availability> {
  return underLock(db, professionalId, async (trx, now) => {
    requireStarts([Date.parse(input.start_time)], now, windowBounds);
    return (
      (await insertWindow(trx, professionalId, input)) ??
      conflict(`You can have at most ${windowBounds.maxFuture} future availability windows.`)
    );
  });
}

const refuseHours = () => conflict('This time comes from your hours. Change the hours, or that day.');

function ownWindow(trx: Db, professional_id: string, id: string): Promise<Availability | undefined> {
  return findWindow(trx, id, { role: 'professional', professional_id, client_id: null });
}

/** Only the end of a window that has begun may change. Saving an unchanged window always succeeds. */
export function changeWindow(db: Db, professionalId: string, id: string, input: AvailabilityInput) {
  return underLock(db, professionalId, async (trx, now) => {
    const [start, end] = [Date.parse(input.start_time), Date.parse(input.end_time)];
    requireStarts([start], now, { ...windowBounds, maxHoursAgo: Number.POSITIVE_INFINITY });
    const before = (await ownWindow(trx, professionalId, id)) ?? notFound('Availability');
    if (before.source !== 'single') refuseHours();
    const moved = before.start_time !== input.start_time;
    if (Date.parse(before.start_time) <= now) {
      if (moved) conflict('This availability has already begun: only its end can be changed.');
      if (before.end_time !== input.end_time && end <= now)
        invalid(['body', 'end_time'], 'End time must be in the future');
    } else if (moved) {
      requireStarts([start], now, windowBounds);
    }
    const changed = await updateWindow(trx, professionalId, id, input);
    return { ...changed, bookings_outside: await countBookingsOutside(trx, professionalId) };
  });
}

export function removeWindow(db: Db, professionalId: string, id: string): Promise<void> {
  return underLock(db, professionalId, async (trx) => {
    if (await deleteWindow(trx, professionalId, id)) return;
    if (await ownWindow(trx, professionalId, id)) refuseHours();
    notFound('Availability');
  });
}
