import type { Db } from '#server/db/connect.ts';
import { badRequest } from '#server/errors.ts';
import { hashToken, newToken } from '#server/security.ts';
import { insertVerification, verifyEntry } from './queries.ts';

/** How long a mailed link works (reliability S9). */
const hours = 48;

/**
 * A new link's token for an address. Made while its mail is being sent, so that no table, event or job ever holds it; each attempt at the
 * mail has one of its own, and all of them work.
 */
export async function newVerification(db: Db, email: string): Promise<string> {
  const token = newToken();
  await insertVerification(db, { hash: hashToken(token), email, hours });
  return token;
}

/** The address that a mailed link belongs to, verified from now on. */
export async function verify(db: Db, token: string): Promise<{ email: string }> {
  return (await verifyEntry(db, hashToken(token))) ?? badRequest('This link is no longer valid.');
}
