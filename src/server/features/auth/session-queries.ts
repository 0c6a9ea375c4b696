import { sql } from 'kysely';
import { pageFrom } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { clockNow } from '#server/db/sql.ts';

/**
 * A page of a user's unexpired sessions, which are at most 20, the last used first; `current` is the session with the
 * id `currentId`.
 */
export async function listSessions(db: Db, userId: string, currentId: string, page: { skip: number; limit: number }) {
  const all = await db
    .selectFrom('sessions')
    .select(['shown_id as id', 'created_at', 'last_seen_at', 'device', sql<boolean>`id = ${currentId}`.as('current')])
    .where('user_id', '=', userId)
    .where('expires_at', '>', clockNow)
    .orderBy('last_seen_at', 'desc')
    .orderBy('shown_id', 'desc')
    .execute();
  return pageFrom(all, page);
}

/** Ends a session of the user; false if they have none with this id. */
export async function deleteShownSession(db: Db, userId: string, shownId: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('shown_id', '=', shownId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', clockNow)
    .executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** Ends all sessions of a user but the one with the id `currentId`. */
export async function deleteOtherSessions(db: Db, userId: string, currentId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', currentId).execute();
}
