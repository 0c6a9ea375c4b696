import type { Db } from '#server/db/connect.ts';
import type { Role } from '#shared/constants.ts';

export type User = { id: string; role: Role; is_active: boolean; email: string; username: string };

const columns = ['id', 'is_active', 'email', 'username'] as const;

function users(db: Db) {
  return db
    .selectFrom('users')
    .select(columns)
    .select((eb) => eb.ref('role').$castTo<Role>().as('role'));
}

/** All users, oldest first. */
export function listUsers(db: Db): Promise<User[]> {
  return users(db).orderBy('id').execute();
}

export function findUser(db: Db, email: string): Promise<User | undefined> {
  return users(db).where('email', '=', email).executeTakeFirst();
}

/** Locks all active admins, always in the same order, so that of several disabled at once one stays. Returns their ids. */
export async function lockActiveAdmins(trx: Db): Promise<string[]> {
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return admins.map(({ id }) => id);
}

/**
 * Disables or enables a user. The row of their professional changes in the same statement (`users_is_active_kept`), and is locked from here on
 * until the transaction ends: a booking that holds it is waited for, and a later one sees the change.
 */
export async function setActive(trx: Db, id: string, is_active: boolean): Promise<void> {
  await trx.updateTable('users').set({ is_active }).where('id', '=', id).where('is_active', '!=', is_active).execute();
}

/** The professional's id of a user; undefined for other roles. */
export async function professionalIdOf(db: Db, userId: string): Promise<string | undefined> {
  return (await db.selectFrom('professionals').select('id').where('user_id', '=', userId).executeTakeFirst())?.id;
}
