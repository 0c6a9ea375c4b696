import type { Database, Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound, unauthorized } from '#server/errors.ts';
import { forgetGuestTold } from '#server/features/bookings/life/forget-queries.ts';
import { insertGuest } from '#server/features/bookings/make/guest-queries.ts';
import { endEntriesOfBlocked } from '#server/features/cancellation-list/queries.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import type { Contact, ContactInput, NewContact } from '#shared/contacts.ts';
import { findContact, forgetGuest, hasGuest, isExpected, isGuest, putClient, updateGuest } from './queries.ts';

/** Adds a guest without a booking. 409 tells only of guests' addresses, as those of clients are shown to nobody. */
export function addContact(db: Db, professional_id: string, guest: NewContact): Promise<Contact> {
  return transact(db, async (trx) => {
    (await lockProfessional(trx, professional_id)) ?? unauthorized();
    if (guest.email !== null && (await hasGuest(trx, professional_id, guest.email)))
      conflict('You have this person already.');
    const id = await insertGuest(trx, professional_id, guest);
    return (await findContact(trx, professional_id, id)) ?? notFound('Contact');
  });
}

/**
 * Notes on anybody, and whether they are blocked, which ends what they wait for; name, number and address of guests
 * alone. What is absent stays.
 */
export function changeContact(
  db: Database,
  professional_id: string,
  { id, ...changes }: ContactInput & { id: string },
): Promise<Contact> {
  return transact(db, async (trx) => {
    (await lockProfessional(trx, professional_id)) ?? unauthorized();
    const contact = (await findContact(trx, professional_id, id)) ?? notFound('Contact');
    const { notes, blocked, ...ofGuest } = changes;
    if (await isGuest(trx, professional_id, id)) await updateGuest(trx, { professional_id, id }, changes);
    else {
      if (Object.values(ofGuest).some((value) => value !== undefined))
        conflict(`Only your notes can be changed: ${contact.name} looks after the rest.`);
      if (notes !== undefined || blocked !== undefined)
        await putClient(trx, { professional_id, client_id: id }, { notes, blocked });
    }
    if (blocked) await endEntriesOfBlocked(trx, professional_id);
    return (await findContact(trx, professional_id, id)) ?? notFound('Contact');
  });
}

/** Forgets a guest who is not expected any more. */
export function forgetContact(db: Database, professional_id: string, id: string): Promise<void> {
  return transact(db, async (trx) => {
    (await lockProfessional(trx, professional_id)) ?? unauthorized();
    const { name } = (await findContact(trx, professional_id, id)) ?? notFound('Contact');
    if (!(await isGuest(trx, professional_id, id))) conflict("A client can't be removed from your contacts.");
    if (await isExpected(trx, professional_id, id)) conflict(`${name} has a booking ahead.`);
    // First, as it waits for a notification that is being written about them.
    await forgetGuest(trx, professional_id, id);
    await forgetGuestTold(trx, professional_id, id);
  });
}
