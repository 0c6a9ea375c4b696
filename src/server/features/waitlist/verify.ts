import type { Db } from '#server/db/connect.ts';
import { badRequest } from '#server/errors.ts';
import { hashToken, newToken } from '#server/tokens.ts';
import { insertVerification, verifyEntry } from './queries.ts';

/** How long a mailed link works (reliability S9), hours. */
const hours = 48;

/**
 * Creates the token of a verification link. It is created when its mail is sent, so that no table, event or job holds it; each attempt at
 * the mail creates another token, and all of them work.
 */
export async function newVerification(db: Db, email: string): Promise<string> {
  const token = newToken();
  await insertVerification(db, { hash: hashToken(token), email, hours });
  return token;
}

/** Verifies the address of a mailed link and returns it. Throws 400 for an invalid link. */
export async function verify(db: Db, token: string): Promise<{ email: string }> {
  return (await verifyEntry(db, hashToken(token))) ?? badRequest('This link is no longer valid.');
}
