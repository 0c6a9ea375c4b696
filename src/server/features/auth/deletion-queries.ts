import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';

/**
 * Locks a user with their professional or client, in the order of bookings, so that nothing of theirs is written that
 * this transaction does not see. Returns their address and password as they are now; undefined once they are gone.
 */
export async function lockForDeletion(trx: Db, { id, client_id, professional_id }: Caller) {
  const user = await trx
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (client_id) await trx.selectFrom('clients').select('id').where('id', '=', client_id).forUpdate().execute();
  if (professional_id)
    await trx.selectFrom('professionals').select('id').where('id', '=', professional_id).forUpdate().execute();
  return user;
}

/**
 * Deletes a user; sessions, links, preferences, notifications, stored answers, requests for another address and the
 * calendar feed go with them.
 */
export async function deleteUser(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('feedback').where('user_id', '=', id).execute();
  // Before the user, so that its sockets close.
  await trx.deleteFrom('sessions').where('user_id', '=', id).execute();
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** Keeps an address until the mail about the end of its account is sent or given up: a trigger deletes it then. */
export async function insertFarewell(trx: Db, email: string): Promise<string> {
  const { id } = await trx.insertInto('farewells').values({ email }).returning('id').executeTakeFirstOrThrow();
  return id;
}

export function findFarewell(db: Db, id: string): Promise<{ email: string } | undefined> {
  return db.selectFrom('farewells').select('email').where('id', '=', id).executeTakeFirst();
}

/** Those whose mail nobody even began. */
export function deleteOldFarewells(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'farewells', sql`created_at < clock_now() - interval '7 days'`, limit);
}
