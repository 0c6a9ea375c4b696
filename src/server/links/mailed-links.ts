import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { clockNow } from '#server/db/sql.ts';
import { hashToken, newToken } from './tokens.ts';

/** How long mailed links work (reliability S9), hours. */
const lifetimes = {
  waitlist_verification: 48,
  password_reset: 1,
  invitation: 14 * 24,
  email_change: 24,
  email_undo: 7 * 24,
  pay_to_keep: 72,
} as const;
/** What somebody who took the account over must not end by a new password or address. */
const waysBack = ['email_undo', 'pay_to_keep'] as const;
/** The answer to a used, unknown or expired link, a 400. */
export const deadLink = 'This link is no longer valid.';

type Purpose = keyof typeof lifetimes;

/**
 * Creates the token of a mailed link while its mail is sent, so that no table, event or job holds it; all of several
 * attempts work until one is used. It ends the links of other mails to that address.
 */
export async function newLink(
  db: Db,
  purpose: Purpose,
  { email, userId, eventId, signupId }: { email: string; userId?: string; eventId?: string; signupId?: string },
): Promise<string> {
  const token = newToken();
  if (eventId !== undefined) await endLinksOfOtherMails(db, purpose, { email, eventId });
  const expires_at = sql<string>`clock_now() + make_interval(hours => ${lifetimes[purpose]})`;
  await db
    .insertInto('link_tokens')
    .values({
      hash: hashToken(token),
      purpose,
      email,
      user_id: userId ?? null,
      event_id: eventId ?? null,
      signup_id: signupId ?? null,
      expires_at,
    })
    .execute();
  return token;
}

async function endLinksOfOtherMails(
  db: Db,
  purpose: Purpose,
  { email, eventId }: { email: string; eventId: string },
): Promise<void> {
  await db
    .updateTable('link_tokens')
    .set({ used_at: clockNow })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('event_id', 'is distinct from', eventId)
    .execute();
}

/** Reads a link that still works, without using it up; undefined for a used, unknown or expired one. */
export function findLink(db: Db, purpose: Purpose, token: string) {
  return db
    .selectFrom('link_tokens')
    .select(['email', 'user_id'])
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', clockNow)
    .executeTakeFirst();
}

/** Marks a link as used, in one statement, so that it works once; undefined for a used, unknown or expired one. */
export function consumeLink(trx: Db, purpose: Purpose, token: string) {
  return trx
    .updateTable('link_tokens')
    .set({ used_at: clockNow })
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', clockNow)
    .returning(['email', 'user_id', 'signup_id'])
    .executeTakeFirst();
}

/** Marks the other links of an address as used, too: what they were for is done. */
export async function consumeLinks(trx: Db, purpose: Purpose, email: string): Promise<void> {
  await trx
    .updateTable('link_tokens')
    .set({ used_at: clockNow })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

/**
 * Marks the links of an account as used, or those for one purpose: a new password or address ends what was mailed
 * before, but for the ways back.
 */
export async function consumeLinksOf(trx: Db, userId: string, purpose?: Purpose): Promise<void> {
  await trx
    .updateTable('link_tokens')
    .set({ used_at: clockNow })
    .where('user_id', '=', userId)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose ?? ''))
    .$if(purpose === undefined, (query) => query.where('purpose', 'not in', waysBack))
    .where('used_at', 'is', null)
    .execute();
}

/** Deletes all links of an address, used or not, which nothing but the address belongs to. */
export async function forgetLinks(trx: Db, email: string): Promise<void> {
  await trx.deleteFrom('link_tokens').where('email', '=', email).execute();
}

/** Deletes links that expired more than 30 days ago: as old as the events that `forgetDone` deletes. */
export function deleteOldLinks(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'link_tokens', sql`expires_at < clock_now() - interval '30 days'`, limit);
}
