import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest, refuseViolation } from '#server/errors.ts';
import { findApproved } from '#server/features/waitlist/queries.ts';
import { consumeLink, consumeLinks, deadLink, findLink } from '#server/mailed-links.ts';
import type { Context } from '#server/trpc.ts';
import type { ProfessionalType, Role } from '#shared/constants.ts';
import type { WaitlistEntry } from '#shared/waitlist.ts';
import { insertAccount } from './create-account.ts';
import { inTurn } from './hash-queue.ts';
import { attemptKeys } from './login.ts';
import { hashPassword } from './passwords.ts';
import { sessionAnswer } from './sessions.ts';

/** The account that each role of the waitlist gets. */
const accounts: Record<WaitlistEntry['role'], { role: Role; professionalType?: ProfessionalType }> = {
  Client: { role: 'client' },
  Hairdresser: { role: 'professional', professionalType: 'hairdresser' },
  Barber: { role: 'professional', professionalType: 'barber' },
};

/** What the link of an invitation leads to; it uses nothing up. Throws 400 for an invalid link. */
export async function readInvitation(db: Db, token: string) {
  const link = (await findLink(db, 'invitation', token)) ?? badRequest(deadLink);
  const { name, email, role } = (await findApproved(db, link.email)) ?? badRequest(deadLink);
  return { name, email, ...accounts[role as WaitlistEntry['role']] };
}

/**
 * Creates the account of an invited person, complete and active, and logs them in. Throws 400 for an invalid link, 409 when the address got an
 * account in another way; the link is not used up then.
 */
export async function acceptInvitation(context: Context, { token, password }: { token: string; password: string }) {
  const { db, ip } = context;
  // Without a link that works nothing is hashed.
  const account = await readInvitation(db, token);
  const keys = attemptKeys(account.email, ip);
  const passwordHash = await inTurn({ account: keys.account, address: keys.address, known: false }, () => hashPassword(password));
  const taken = { users_email_key: 'This email address has an account already. Log in instead.' };
  const { userId } = await refuseViolation(taken, () =>
    transact(db, async (trx) => {
      if (!(await consumeLink(trx, 'invitation', token))) badRequest(deadLink);
      await consumeLinks(trx, 'invitation', account.email);
      return insertAccount(trx, { ...account, passwordHash });
    }),
  );
  return sessionAnswer(context, userId);
}
