import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, unauthorized } from '#server/errors.ts';
import { recordAction } from '#server/features/audit/queries.ts';
import { forgetAttempts } from '#server/features/auth/codes/queries.ts';
import { proveIdentity } from '#server/features/auth/confirm-identity.ts';
import { deleteUser, insertFarewell, lockForDeletion } from '#server/features/auth/deletion-queries.ts';
import { attemptKeys } from '#server/features/auth/login.ts';
import { forgetGuesses } from '#server/features/auth/login-queries.ts';
import { countRefunds, forgetPayments } from '#server/features/bookings/deposits/queries.ts';
import { cancelAhead } from '#server/features/bookings/life/end-bookings.ts';
import { countConfirmedAhead, forgetParty } from '#server/features/bookings/life/forget-queries.ts';
import type { Party } from '#server/features/bookings/life/which-queries.ts';
import { forgetReceipts } from '#server/features/bookings/payments/queries.ts';
import { forgetQuotesOf } from '#server/features/bookings/quotes/queries.ts';
import { forgetRemindersOf } from '#server/features/books-reminders/queries.ts';
import { keepListTrue } from '#server/features/cancellation-list/go-through-list.ts';
import { forgetEntriesOf, forgetListOf } from '#server/features/cancellation-list/queries.ts';
import { forgetClient } from '#server/features/clients/queries.ts';
import { forgetContactsOf } from '#server/features/contacts/queries.ts';
import { forgetPayTo } from '#server/features/deposits/settings-queries.ts';
import { forgetFavouritesOf } from '#server/features/favourites/queries.ts';
import { forgetHairOf } from '#server/features/hair/queries.ts';
import { deletePicturesOf } from '#server/features/pictures/queries.ts';
import { forgetProfessional } from '#server/features/professionals/queries.ts';
import { deleteReviewsOf, forgetReviewsOf } from '#server/features/reviews/queries.ts';
import { forgetMessagesOf } from '#server/features/threads/queries.ts';
import { lockActiveAdmins } from '#server/features/users/queries.ts';
import { deleteEntry } from '#server/features/waitlist/queries.ts';
import { removeFiles } from '#server/images/remove-files.ts';
import { forgetLinks } from '#server/links/mailed-links.ts';
import { emit } from '#server/outbox/emit.ts';
import { counted } from '#shared/counted.ts';
import type { AccountDeletion } from '#shared/users.ts';

/** What the other side reads of why a booking was cancelled. */
const reasons = { client: 'The client has left Saluni.', professional: 'The professional has left Saluni.' };

const passwordField = { name: 'password', missing: 'Password is required' };

/**
 * Deletes the caller's account in one transaction; bookings stay for their other side, without the name and words of
 * this one. 409 for a wrong password or code, for the last active admin, and without `confirm` for confirmed bookings
 * ahead and open refunds, which it counts. The address hears of it.
 */
export async function deleteAccount(
  ctx: Context & { caller: Caller },
  { password, attempt, code, confirm }: AccountDeletion,
): Promise<void> {
  const { caller, db, deps, requestId } = ctx;
  const stillHolds = await proveIdentity(ctx, { password, attempt, code }, passwordField);
  const { keys, sent } = await transact(db, async (trx) => {
    if (caller.role === 'admin') await leaveOtherAdmins(trx, caller.id);
    // As they are now: both may have changed since the request began.
    const { email, password_hash } = (await lockForDeletion(trx, caller)) ?? unauthorized();
    await stillHolds(trx, password_hash);
    const party = partyOf(caller);
    if (party) {
      if (!confirm) await refuseAhead(trx, party);
      await endBookings(trx, party, { former: deps.news.former(party.role), requestId });
    }
    if (party) await forgetQuotesOf(trx, deps, party);
    const sent = party ? await forgetMessagesOf(trx, { ...party, user_id: caller.id }) : [];
    const keys = caller.professional_id ? await deletePicturesOf(trx, caller.professional_id) : [];
    if (caller.professional_id) {
      await forgetContactsOf(trx, caller.professional_id);
      await deleteReviewsOf(trx, caller.professional_id);
      await forgetListOf(trx, caller.professional_id);
      await forgetFavouritesOf(trx, { professional_id: caller.professional_id });
      await forgetRemindersOf(trx, { professional_id: caller.professional_id });
      await forgetPayTo(trx, caller.professional_id);
      await forgetProfessional(trx, caller.professional_id);
      await keepListTrue(trx, caller.professional_id);
    }
    if (caller.client_id) {
      await forgetReviewsOf(trx, caller.client_id);
      await forgetEntriesOf(trx, caller.client_id);
      await forgetFavouritesOf(trx, { client_id: caller.client_id });
      await forgetRemindersOf(trx, { client_id: caller.client_id });
      sent.push(...(await forgetHairOf(trx, caller.client_id)));
      await forgetClient(trx, caller.client_id);
    }
    await deleteEntry(trx, email);
    await forgetLinks(trx, email);
    await forgetAttempts(trx, email);
    await forgetGuesses(trx, attemptKeys(email, ctx.ip));
    await deleteUser(trx, caller.id);
    await emit(trx, 'account.deleted', { farewell_id: await insertFarewell(trx, email) }, requestId);
    return { keys, sent };
  });
  await removeFiles(deps, keys);
  await removeFiles(deps, sent, 'private');
  if (caller.professional_id) await deps.search.refresh(caller.professional_id);
}

async function leaveOtherAdmins(trx: Db, id: string): Promise<void> {
  const admins = await lockActiveAdmins(trx);
  if (admins.every((one) => one === id)) conflict("The last active admin can't be deleted.");
  await recordAction(trx, { actorId: id, action: 'user.deleted', subjectId: id });
}

function partyOf({ professional_id, client_id }: Caller): Party | undefined {
  if (professional_id) return { role: 'professional', id: professional_id };
  return client_id ? { role: 'client', id: client_id } : undefined;
}

const refundTexts: Record<Party['role'], (refunds: number) => string> = {
  client: (refunds) =>
    `You're still owed ${counted(refunds, 'refund')}. Tell us on its booking which account to refund, or it may never reach you.`,
  professional: (refunds) => `You have ${counted(refunds, 'refund')} to make.`,
};

/** Under the locks, so that nothing is confirmed in between, and before anything is written. */
async function refuseAhead(trx: Db, party: Party): Promise<void> {
  const ahead = await countConfirmedAhead(trx, party);
  const refunds = await countRefunds(trx, party);
  const texts = [
    ahead > 0 &&
      `You have ${counted(ahead, 'confirmed booking')} ahead. Deleting your account cancels ${ahead === 1 ? 'it' : 'them'}, and we'll email the other side.`,
    refunds > 0 && refundTexts[party.role](refunds),
  ].filter((text) => text !== false);
  if (texts.length > 0) conflict(texts.join(' '), 'bookings_ahead');
}

async function endBookings(
  trx: Db,
  party: Party,
  { former, requestId }: { former: Record<string, string>; requestId: string },
): Promise<void> {
  // First, because what follows gives reasons of ours.
  await forgetParty(trx, party, former);
  await cancelAhead(trx, party, { reason: reasons[party.role], requestId });
  await forgetPayments(trx, party);
  await forgetReceipts(trx, party);
}
