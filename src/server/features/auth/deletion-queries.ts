import type { Caller } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';

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
