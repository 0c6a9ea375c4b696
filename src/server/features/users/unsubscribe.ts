import type { Db } from '#server/db/connect.ts';
import { badRequest } from '#server/errors.ts';
import { deadLink } from '#server/links/mailed-links.ts';
import { readUnsubscribeToken } from '#server/links/unsubscribe-links.ts';
import { switchEmailsOff, unsubscribeAddress } from './preference-queries.ts';

/**
 * Switches off the emails that a link's token names; it works again and again. Throws 400 for a token that is
 * not ours, or of nobody any more.
 */
export async function unsubscribe(db: Db, token: string): Promise<void> {
  const found = (await readUnsubscribeToken(db, token)) ?? badRequest(deadLink);
  if ('addressHash' in found) await unsubscribeAddress(db, found.addressHash);
  else if (!(await switchEmailsOff(db, found))) badRequest(deadLink);
}
