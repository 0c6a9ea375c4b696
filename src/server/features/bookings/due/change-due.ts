import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { conflict, invalid, notFound } from '#server/errors.ts';
import { findZone } from '#server/features/parties/profile-queries.ts';
import { emit } from '#server/outbox/emit.ts';
import type { ScheduledTransition } from '#server/outbox/feature-jobs.ts';
import type { Booking } from '#shared/bookings.ts';
import { dueDay, whyNotDue } from '#shared/rules/due.ts';
import { dayKey } from '#shared/time.ts';
import { lockBooking } from '../life/lock-queries.ts';
import { isOfParty } from '../life/which-queries.ts';
import { findBooking } from '../show/find-queries.ts';
import { dropDue, findDue, putDue, takeDue } from './queries.ts';

type Call = Pick<Context, 'db'> & { deps: Pick<Deps, 'config'>; caller: Caller; clientId: string };

async function lockOwn(trx: Db, caller: Caller, id: string) {
  return (await lockBooking(trx, sql`bookings.id = ${id} and ${isOfParty(caller)}`)) ?? notFound('Booking');
}

/** A client asks to be told so many weeks after a visit, in place of what they asked of this professional before. */
export function askDue(
  { db, deps, caller, clientId }: Call,
  { id, weeks }: { id: string; weeks: number },
): Promise<Booking> {
  return transact(db, async (trx) => {
    const booking = await lockOwn(trx, caller, id);
    const why = whyNotDue(booking, booking.now);
    if (why) conflict(why);
    const zone = await findZone(trx, booking.professional_id);
    const { due_on, remind } = dueDay(booking.start, weeks, zone);
    if (due_on <= dayKey(booking.now, zone))
      invalid(['body', 'weeks'], 'Choose more weeks: that day is over', 'custom');
    const isPut = await putDue(trx, { ...booking, client_id: clientId }, { due_on, remind });
    if (!isPut) notFound('Professional');
    return (await findBooking(trx, id, caller, deps.config.publicUrl)) ?? notFound('Booking');
  });
}

/** Takes it back; what is still to come can be taken back at any time. */
export function dropDueOf({ db, caller }: Pick<Call, 'db' | 'caller'>, id: string): Promise<void> {
  return transact(db, async (trx) => {
    const booking = await lockOwn(trx, caller, id);
    const why = (await dropDue(trx, booking)) ? undefined : whyNotDue(booking, booking.now);
    if (why) conflict(why);
  });
}

/** Who asked for it is told once, unless something has made that needless. */
export const dueTelling: ScheduledTransition = {
  name: 'due again',
  find: findDue,
  async apply(trx, booking_id) {
    const taken = await takeDue(trx, booking_id);
    if (!taken) return false;
    const { professional_id, version, is_wanted } = taken;
    if (is_wanted) await emit(trx, 'booking.due_again', { professional_id, booking_id, version });
    return true;
  },
};
