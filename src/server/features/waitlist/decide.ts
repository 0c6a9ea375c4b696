import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound } from '#server/errors.ts';
import { type By, recordAction } from '#server/features/audit/queries.ts';
import { emit } from '#server/outbox/emit.ts';
import type { WaitlistEntry } from '#shared/waitlist.ts';
import { decideEntry, findEntry, lockEntry, updateNote } from './queries.ts';

const thing = 'Waitlist entry';

/** What became of an entry; `isNew`: it was decided now, and an email follows. */
type Decision = { entry: WaitlistEntry; isNew: boolean };

/**
 * Approves a verified entry, and the person is invited. Again changes nothing; 404 for an unknown entry, 409 for an
 * unverified or declined one.
 */
export function approve(db: Db, entryId: string, { actorId, requestId }: By): Promise<Decision> {
  return transact(db, async (trx) => {
    const decision = await approveIn(trx, entryId, requestId);
    if (decision.isNew) await recordAction(trx, { actorId, action: 'waitlist.approved', subjectId: entryId });
    return decision;
  });
}

/** `approve` in the caller's transaction, and without an admin. */
export async function approveIn(trx: Db, entryId: string, requestId?: string): Promise<Decision> {
  const found = (await lockEntry(trx, entryId)) ?? notFound(thing);
  if (found.status === 'approved') return { entry: found, isNew: false };
  if (found.status !== 'verified') conflict(`This entry is ${found.status} and can't be approved.`);
  const entry = await decideEntry(trx, entryId, { status: 'approved', decline_reason: null });
  await emit(trx, 'waitlist.approved', { entry_id: entryId }, requestId);
  return { entry, isNew: true };
}

/**
 * Declines an entry, and the person is told, with the reason if there is one. Again changes nothing; 404 for an unknown
 * entry, 409 for an approved one.
 */
export function decline(db: Db, entryId: string, reason: string | null, { actorId, requestId }: By): Promise<Decision> {
  return transact(db, async (trx) => {
    const found = (await lockEntry(trx, entryId)) ?? notFound(thing);
    if (found.status === 'declined') return { entry: found, isNew: false };
    if (found.status === 'approved') conflict("This entry is approved and can't be declined.");
    const entry = await decideEntry(trx, entryId, { status: 'declined', decline_reason: reason });
    await emit(trx, 'waitlist.declined', { entry_id: entryId }, requestId);
    await recordAction(trx, { actorId, action: 'waitlist.declined', subjectId: entryId });
    return { entry, isNew: true };
  });
}

/**
 * Mails somebody who was approved and has no account yet the invitation again. 404 for an unknown entry, 409 for one
 * that was not approved or that was accepted.
 */
export function inviteAgain(db: Db, entryId: string, { actorId, requestId }: By): Promise<void> {
  return transact(db, async (trx) => {
    const found = (await lockEntry(trx, entryId)) ?? notFound(thing);
    if (found.status !== 'approved') conflict(`This entry is ${found.status} and has no invitation.`);
    if ((await findEntry(trx, entryId))?.has_account) conflict('This invitation was accepted.');
    await emit(trx, 'waitlist.invited', { entry_id: entryId }, requestId);
    await recordAction(trx, { actorId, action: 'waitlist.invited', subjectId: entryId });
  });
}

/** Sets what admins keep in mind about an entry. 404 for an unknown entry. */
export function setNote(db: Db, entryId: string, note: string | null, { actorId }: By): Promise<WaitlistEntry> {
  return transact(db, async (trx) => {
    const found = (await lockEntry(trx, entryId)) ?? notFound(thing);
    if (found.note === note) return found;
    await recordAction(trx, { actorId, action: 'waitlist.noted', subjectId: entryId });
    return updateNote(trx, entryId, note);
  });
}
