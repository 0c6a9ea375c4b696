import type { Database } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound, unauthorized } from '#server/errors.ts';
import { endEntriesOfBlocked } from '#server/features/cancellation-list/queries.ts';
import { lockClient, lockProfessional } from '#server/features/parties/lock-queries.ts';
import { lengths } from '#shared/constants.ts';
import type { Contact } from '#shared/contacts.ts';
import { notesTooLong, paragraph } from '#shared/rules/contact-file.ts';
import { isClaimed, moveBookings } from './merge-queries.ts';
import { hasNotes } from './plan-import.ts';
import { findContact, isGuest, putClient, updateGuest } from './queries.ts';

type Merger = { id: string; into: string };

/**
 * Makes a guest without an account the same person as another contact, who gets their bookings and what was empty there
 * (contract 29). A client looks after their own name, number and address.
 */
export function mergeContact(db: Database, professional_id: string, merger: Merger): Promise<Contact> {
  const { id, into } = merger;
  return transact(db, async (trx) => {
    const hasAccount = await lockClient(trx, into);
    (await lockProfessional(trx, professional_id)) ?? unauthorized();
    const guest = (await findContact(trx, professional_id, id)) ?? notFound('Contact');
    const other = (await findContact(trx, professional_id, into)) ?? notFound('Contact');
    const intoGuest = await isGuest(trx, professional_id, into);
    if (!(await isGuest(trx, professional_id, id)) || (await isClaimed(trx, professional_id, merger)))
      conflict(`${guest.name} has an account. Choose a guest without one.`);
    if (!intoGuest && !hasAccount) conflict("Bookings can't be given to a former client.");
    const notes = joined(other.notes, guest.notes);
    if (notes !== null && notes.length > lengths.contactNotes.max) conflict(notesTooLong);
    await moveBookings(trx, professional_id, { ...merger, client_id: intoGuest ? null : into });
    const kept = { notes, blocked: other.blocked || guest.blocked };
    if (intoGuest)
      await updateGuest(
        trx,
        { professional_id, id: into },
        { ...kept, phone_number: other.phone_number ?? guest.phone_number, email: other.email ?? guest.email },
      );
    else await putClient(trx, { professional_id, client_id: into }, kept);
    if (kept.blocked) await endEntriesOfBlocked(trx, professional_id);
    return (await findContact(trx, professional_id, into)) ?? notFound('Contact');
  });
}

/** Both, the second only where it is not in the first already. */
function joined(notes: string | null, more: string | null): string | null {
  if (more === null || hasNotes(notes, more.trim())) return notes;
  return notes === null ? more : notes + paragraph + more;
}
