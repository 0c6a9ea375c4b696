import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { refuseIfTaken } from '#server/db/slot-taken.ts';
import { databaseNow } from '#server/db/sql.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, invalid, notFound, refuseMore, unauthorized } from '#server/errors.ts';
import { requireStarts } from '#server/features/bookings/make/limits.ts';
import { refuseOffered } from '#server/features/bookings/make/offered-queries.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { emit } from '#server/outbox/emit.ts';
import type { ListEntry, Opening } from '#shared/cancellation-list.ts';
import { listBounds } from '#shared/constants.ts';
import { type EntryStatus, heldBy } from '#shared/rules/cancellation-list.ts';
import { partsAt } from '#shared/rules/visit.ts';
import { endEntry, offer, wantedBy } from './go-through-list.ts';
import { readList } from './list-queries.ts';
import { endOpening, lockOpening, roomByHand, setUnanswered, withdraw } from './opening-queries.ts';
import { endEntries, findEntry, findOpening, lookSoon } from './queries.ts';
import { openingExpiry } from './scheduled-transitions.ts';

type Call = Pick<Context, 'db' | 'requestId'> & { caller: Caller };

/** 409 for an offer that is over. */
export function refuseOver(): never {
  return conflict('This offer is no longer open.');
}

/** The client leaves the list, or its professional takes them off; what was offered is free again. */
export function leaveList({ db, caller, requestId }: Call, id: string): Promise<void> {
  return transact(db, async (trx) => {
    const { professional_id } = (await lockEntry(trx, id, caller)) ?? notFound('Entry');
    if (caller.role === 'client')
      await endEntries(trx, sql`e.id = ${id} and e.professional_id = ${professional_id}`, 'left');
    else await endEntry(trx, { professional_id, entry_id: id }, 'removed', requestId);
  });
}

/** A paused entry waits again, in its old place. */
export function resumeEntry({ db, caller }: Call, id: string): Promise<ListEntry> {
  return transact(db, async (trx) => {
    const { professional_id, status } = (await lockEntry(trx, id, caller)) ?? notFound('Entry');
    if (status !== 'waiting' && status !== 'paused') conflict(`This entry is ${overText[status]}.`);
    if (status === 'paused') {
      await sql`update cancellation_list_entries set status = 'waiting', unanswered = 0
        where id = ${id} and professional_id = ${professional_id}`.execute(trx);
      await lookSoon(trx, professional_id);
    }
    return (await findEntry(trx, id, caller)) ?? notFound('Entry');
  });
}

const overText = { booked: 'booked', left: 'left', ended: 'ended' };

async function lockEntry(trx: Db, id: string, { client_id, professional_id }: Caller) {
  const { rows } = await sql<{
    professional_id: string;
    status: EntryStatus;
    is_earlier: boolean;
    booking_id: string | null;
  }>`
    select professional_id, status, is_earlier, booking_id from cancellation_list_entries
    where id = ${id} and (client_id = ${client_id}::uuid or professional_id = ${professional_id}::uuid)
    for no key update`.execute(trx);
  return rows[0];
}

/** The client does not want this time; they go on waiting, and the next in line is asked. */
export function passOpening({ db, caller }: Call, id: string): Promise<Opening> {
  return transact(db, async (trx) => {
    const opening = (await lockOpening(trx, id, caller)) ?? notFound('Opening');
    if (opening.is_open) {
      await endOpening(trx, opening, 'passed');
      await setUnanswered(trx, opening, 0);
    } else if (opening.status !== 'passed') refuseOver();
    return (await findOpening(trx, id, caller)) ?? notFound('Opening');
  });
}

/** Its professional takes an offer back; the client is told. */
export function withdrawOpening({ db, caller, requestId }: Call, id: string): Promise<void> {
  return transact(db, async (trx) => {
    const opening = (await lockOpening(trx, id, caller)) ?? notFound('Opening');
    if (!opening.is_open) return opening.status === 'withdrawn' ? undefined : refuseOver();
    await withdraw(trx, opening, { byProfessional: true });
    const { professional_id } = opening;
    await emit(trx, 'opening.withdrawn', { professional_id, opening_id: id }, requestId);
  });
}

/** A professional offers somebody who waits a time of their own choice, without regard to windows, buffer and notice. */
export function offerByHand(
  { db, caller, professionalId, requestId }: Call & { professionalId: string },
  { entry_id, start_time }: { entry_id: string; start_time: string },
): Promise<Opening> {
  const start = Date.parse(start_time);
  return refuseIfTaken(() =>
    transact(db, async (trx) => {
      requireStarts([start], await databaseNow(trx), listBounds);
      (await lockProfessional(trx, professionalId)) ?? unauthorized();
      const entry = (await lockEntry(trx, entry_id, caller)) ?? notFound('Entry');
      const list = (await readList(trx, professionalId)) ?? unauthorized();
      const row = list.entries?.find((one) => one.id === entry_id);
      if (!row) return conflict(`This entry is ${overText[entry.status as keyof typeof overText]}.`);
      const wanted = wantedBy(row);
      if (row.booking && start >= row.booking.start)
        invalid(['body', 'start_time'], 'Start time must be before that of the booking');
      // One whose time is over ends here, where the worker has not said so yet.
      if (row.opening && !(await openingExpiry.apply(trx, row.opening.id)))
        conflict("You've already offered them a time.");
      if (!list.is_visible) conflict("You can't offer times while your profile isn't active.");
      const parts = heldBy(partsAt(start, wanted.parts), wanted.own ?? []);
      await refuseOffered(trx, professionalId, parts);
      const about = { professional_id: professionalId, entry_id, by_hand: true, start };
      const id = await offer(trx, about, wanted, list, requestId);
      refuseMore('offers', (await roomByHand(trx, about)) - list.now);
      return (await findOpening(trx, id, caller)) ?? notFound('Opening');
    }),
  );
}
