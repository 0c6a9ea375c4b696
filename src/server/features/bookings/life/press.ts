import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import { refuseIfTaken } from '#server/db/slot-taken.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { conflict, invalid, notFound } from '#server/errors.ts';
import type { Booking } from '#shared/bookings.ts';
import { minuteOf, pressFault, whyNotPressed } from '#shared/rules/real-visit.ts';
import type { Happening } from '#shared/rules/visit-life.ts';
import { iso } from '#shared/time.ts';
import { findBooking } from '../show/find-queries.ts';
import { carryOut } from './carry-out.ts';
import { learnLengths } from './learn-lengths.ts';
import { type LockedBooking, lockBooking } from './lock-queries.ts';
import { isOfParty } from './which-queries.ts';

type Call = Pick<Context, 'db' | 'requestId'> & { deps: Pick<Deps, 'config'>; caller: Caller };
/** `at` is ISO text; absent: the present minute, or what is there. */
type Press = { id: string; press: 'start' | 'finish'; at?: string | null | undefined };

/** Its professional says when a visit began or ended, or corrects it; the same again changes nothing. */
export function press(call: Call, { id, press, at }: Press): Promise<Booking> {
  return pressed(call, id, (booking) => {
    const before = press === 'start' ? booking.started : booking.finished;
    const minute = at ? Date.parse(at) : (before ?? minuteOf(booking.now));
    if (minute === before) return undefined;
    const fault = pressFault(press, minute, booking, booking.now);
    if (fault) invalid(['body', 'at'], fault, 'custom');
    return press === 'start'
      ? (['started', sql`started_at = ${iso(minute)}`] as const)
      : (['finished', sql`finished_at = ${iso(minute)}`] as const);
  });
}

/** Takes a press back; 409 where it ended before its time and something else has that time now. */
export function takeBack(call: Call, { id, press }: Omit<Press, 'at'>): Promise<Booking> {
  return pressed(call, id, (booking) => {
    if ((press === 'start' ? booking.started : booking.finished) === null) return undefined;
    if (press === 'start') return ['unstarted', sql`started_at = null`] as const;
    return booking.now < booking.end
      ? (['unfinished', sql`finished_at = null, was_completed = true`] as const)
      : (['unfinished_late', sql`finished_at = null`] as const);
  });
}

type Said = readonly [Happening, ReturnType<typeof sql>] | undefined;

/** The booking is locked, so that of a press, the clock, a mark and a cancellation each sees what came before. */
function pressed(
  { caller, db, deps, requestId }: Call,
  id: string,
  said: (booking: LockedBooking) => Said,
): Promise<Booking> {
  return refuseIfTaken(() =>
    transact(db, async (trx) => {
      const where = sql<boolean>`bookings.id = ${id} and ${isOfParty(caller)}`;
      const booking = (await lockBooking(trx, where)) ?? notFound('Booking');
      const why = whyNotPressed(booking, booking.now);
      if (why) conflict(why);
      const [happening, says] = said(booking) ?? [];
      if (happening) {
        await carryOut(trx, happening, { by: 'professional', where, says, requestId });
        const isWhole = booking.finished !== null || happening === 'finished';
        if (isWhole) await learnLengths(trx, booking.professional_id);
      }
      return (await findBooking(trx, id, caller, deps.config.publicUrl)) ?? notFound('Booking');
    }),
  );
}
