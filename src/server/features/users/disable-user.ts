import type { Db } from '#server/db/connect.ts';
import { databaseNow } from '#server/db/sql.ts';
import { transact } from '#server/db/transact.ts';
import { conflict } from '#server/errors.ts';
import { type By, recordAction } from '#server/features/audit/queries.ts';
import { closeAttempts } from '#server/features/auth/codes/queries.ts';
import { deleteSessionsOfUser } from '#server/features/auth/queries.ts';
import { cancelPending } from '#server/features/bookings/life/end-bookings.ts';
import { listBookings } from '#server/features/bookings/show/list-queries.ts';
import { keepListTrue } from '#server/features/cancellation-list/go-through-list.ts';
import { endEntriesOfClient } from '#server/features/cancellation-list/queries.ts';
import type { Booking } from '#shared/bookings.ts';
import { iso } from '#shared/time.ts';
import {
  clientIdOf,
  findUser,
  lockActiveAdmins,
  professionalIdOf,
  setActive,
  type User,
  type UserKey,
} from './queries.ts';

/** What the client reads of why a pending booking was cancelled. */
const reason = 'The professional no longer takes bookings.';
/** More than a professional has ahead: a year of days of 24 hours, with services of 15 minutes, is 35,000. */
const allBookings = { skip: 0, limit: 50_000 };
const everything = { role: 'admin', professional_id: null, client_id: null } as const;

type DisabledUser = {
  user: User;
  /** How many pending bookings were cancelled. */
  cancelled: number;
  /** Confirmed bookings that have not started, soonest first: somebody has to decide on them. */
  confirmed: Booking[];
};

const commandLine: By = { actorId: null };

/**
 * Disables a user, ends their sessions and cancels a professional's pending bookings, also one that is being made, in
 * one transaction. Undefined for an unknown user; 409 for the own account and for the last active admin.
 */
export function disableUser(db: Db, key: UserKey, by = commandLine): Promise<DisabledUser | undefined> {
  return transact(db, async (trx) => {
    const user = await findUser(trx, key);
    if (!user) return undefined;
    if (user.id === by.actorId) conflict("You can't disable your own account.");
    if (user.role === 'admin') {
      const [...admins] = await lockActiveAdmins(trx);
      if (admins.length === 1 && admins[0] === user.id) conflict("The last active admin can't be disabled.");
    }
    const changed = await setActive(trx, user.id, false);
    await closeAttempts(trx, user.id);
    await deleteSessionsOfUser(trx, user.id);
    const professionalId = await professionalIdOf(trx, user.id);
    await endLists(trx, user.id, professionalId);
    const ended =
      professionalId === undefined
        ? { cancelled: 0, confirmed: [] }
        : await endBookings(trx, professionalId, by.requestId);
    if (changed) {
      const detail = { bookings_cancelled: ended.cancelled, confirmed_ahead: ended.confirmed.length };
      await recordAction(trx, { actorId: by.actorId, action: 'user.disabled', subjectId: user.id, detail });
    }
    return { user: { ...user, is_active: false }, ...ended };
  });
}

/** Who is disabled waits for nobody, and nobody waits for them. */
async function endLists(trx: Db, userId: string, professionalId: string | undefined): Promise<void> {
  if (professionalId !== undefined) return keepListTrue(trx, professionalId);
  const clientId = await clientIdOf(trx, userId);
  if (clientId !== undefined) await endEntriesOfClient(trx, clientId);
}

async function endBookings(trx: Db, professional_id: string, requestId: string | undefined) {
  const cancelled = await cancelPending(trx, { role: 'professional', id: professional_id }, { reason, requestId });
  const from = iso(await databaseNow(trx));
  const ahead = { ...allBookings, status: ['confirmed' as const], from, order: 'asc' as const };
  const { results: confirmed } = await listBookings(trx, { professional_id }, everything, ahead, '');
  return { cancelled: cancelled.length, confirmed };
}

/**
 * Lets a disabled user log in again, with profile and services as they were; cancelled bookings and ended sessions stay
 * so. Undefined for an unknown user.
 */
export function enableUser(db: Db, key: UserKey, by = commandLine): Promise<User | undefined> {
  return transact(db, async (trx) => {
    const user = await findUser(trx, key);
    if (!user) return undefined;
    // A login that was being checked while the user was disabled may have started one since.
    if (!user.is_active) await deleteSessionsOfUser(trx, user.id);
    const changed = await setActive(trx, user.id, true);
    if (changed) await recordAction(trx, { actorId: by.actorId, action: 'user.enabled', subjectId: user.id });
    return { ...user, is_active: true };
  });
}
