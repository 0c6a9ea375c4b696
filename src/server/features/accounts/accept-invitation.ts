import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest, refuseViolation } from '#server/errors.ts';
import { attemptKeys, hashingOf } from '#server/features/auth/login.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { findInvited } from '#server/features/auth/queries.ts';
import { sessionAnswer } from '#server/features/auth/sessions.ts';
import { understandLocation } from '#server/features/localities/queries.ts';
import { findApproved } from '#server/features/waitlist/queries.ts';
import { consumeLink, consumeLinks, deadLink, findLink } from '#server/links/mailed-links.ts';
import { lengths, type ProfessionalType, type Role } from '#shared/constants.ts';
import type { WaitlistEntry } from '#shared/waitlist.ts';
import { claimBookingsOf } from './claim-bookings.ts';
import { type Account, insertAccount } from './create-account.ts';
import { replacePassword } from './reset-password.ts';

/** The account that each role of the waitlist gets. */
const accounts: Record<WaitlistEntry['role'], { role: Role; professionalType?: ProfessionalType }> = {
  Client: { role: 'client' },
  Hairdresser: { role: 'professional', professionalType: 'hairdresser' },
  Barber: { role: 'professional', professionalType: 'barber' },
};

type Invited = {
  name: string;
  email: string;
  role: Role;
  professionalType?: ProfessionalType;
  location?: string | null;
};
/** `userId`: the account is there already, and waits for a password. */
type Acceptance = Invited & { userId?: string };

async function findAccount(db: Db, token: string): Promise<Acceptance> {
  const link = (await findLink(db, 'invitation', token)) ?? badRequest(deadLink);
  if (link.user_id !== null) {
    const { id: userId, ...user } = (await findInvited(db, link.user_id)) ?? badRequest(deadLink);
    return { ...user, userId };
  }
  const { name, email, role, location } = (await findApproved(db, link.email)) ?? badRequest(deadLink);
  // A single letter is no location.
  const told = (location?.length ?? 0) >= lengths.location.min;
  return { name, email, ...accounts[role as WaitlistEntry['role']], location: told ? location : null };
}

/** What the link of an invitation leads to; it uses nothing up. Throws 400 for an invalid link. */
export async function readInvitation(db: Db, token: string): Promise<Invited> {
  const { name, email, role } = await findAccount(db, token);
  return { name, email, role };
}

/**
 * Creates the account of an invited person and logs them in; a professional is public once there is something to see.
 * Somebody who has an account already gets the password, and all their sessions end. Throws 400 for an invalid link, 409 when the address got an account in
 * another way; the link is not used up then.
 */
export async function acceptInvitation(context: Context, { token, password }: { token: string; password: string }) {
  const { db, deps, ip, requestId } = context;
  // Without a link that works nothing is hashed.
  const account = await findAccount(db, token);
  const keys = attemptKeys(account.email, ip);
  const passwordHash = await deps.limiters.hashes.run(hashingOf(keys), () => hashPassword(password));
  const gazetteer = await deps.gazetteer();
  const taken = { users_email_key: 'This email address has an account already. Log in instead.' };
  const { userId } = await refuseViolation(taken, () =>
    transact(db, async (trx) => {
      if (!(await consumeLink(trx, 'invitation', token))) badRequest(deadLink);
      await consumeLinks(trx, 'invitation', account.email);
      const { userId } = account;
      if (userId) await replacePassword(trx, userId, passwordHash, requestId);
      const accepted: Account = userId
        ? { userId }
        : await insertAccount(trx, { ...account, passwordHash, isGuided: true, waits: true });
      if (accepted.professionalId) await understandLocation(trx, gazetteer, accepted.professionalId);
      await claimBookingsOf(trx, accepted.userId);
      return accepted;
    }),
  );
  return sessionAnswer(context, userId, passwordHash);
}
