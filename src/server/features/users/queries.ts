import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { contains, folded } from '#server/db/sql.ts';
import type { ListedUser } from '#shared/admin.ts';
import type { Role } from '#shared/constants.ts';
import { emailAddress } from '#shared/rules/email-address.ts';
import { fold } from '#shared/rules/fold.ts';

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

export type UserKey = { id: string } | { email: string };

export function findUser(db: Db, key: UserKey): Promise<User | undefined> {
  const [column, value] = 'id' in key ? (['id', key.id] as const) : (['email', key.email] as const);
  return users(db).where(column, '=', value).executeTakeFirst();
}

/**
 * Locks all active admins, always in the same order, so that of several disabled at once one stays. Returns their ids.
 */
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
 * Disables or enables a user and, by the trigger `users_is_active_kept`, the row of their professional, which stays
 * locked: a booking that holds it is waited for, a later one sees the change. Returns whether it was a change.
 */
export async function setActive(trx: Db, id: string, is_active: boolean): Promise<boolean> {
  const set = trx.updateTable('users').set({ is_active }).where('id', '=', id).where('is_active', '!=', is_active);
  return (await set.executeTakeFirst()).numUpdatedRows > 0n;
}

/** The professional's id of a user; undefined for other roles. */
export async function professionalIdOf(db: Db, userId: string): Promise<string | undefined> {
  return (await db.selectFrom('professionals').select('id').where('user_id', '=', userId).executeTakeFirst())?.id;
}

export async function clientIdOf(db: Db, userId: string): Promise<string | undefined> {
  return (await db.selectFrom('clients').select('id').where('user_id', '=', userId).executeTakeFirst())?.id;
}

/** One page of users whose name or address contains the text, newest first; `total` counts all of them. */
export async function searchUsers(
  db: Db,
  { search = '', skip, limit }: { search?: string | undefined; skip: number; limit: number },
) {
  const sought = search.trim();
  const { rows } = await sql<CountedRow<ListedUser>>`
    with found as (
      select * from users
      where ${folded(sql`username`)} like ${contains(fold(sought))} or email like ${contains(emailAddress(sought))})
    select page.id, page.role, page.email, page.username, page.is_active, counted.total, professionals.id
      as professional_id, clients.id as client_id, (
      select count(*)::int from bookings
      where status = 'confirmed' and start_time > clock_now()
        and (professional_id = professionals.id or client_id = clients.id)
    ) as confirmed_ahead
    from (select count(*)::int as total from found) counted
    left join (select * from found order by created_at desc, id desc offset ${skip} limit ${limit}) page on true
    left join professionals on professionals.user_id = page.id
    left join clients on clients.user_id = page.id
    order by page.created_at desc, page.id desc`.execute(db);
  return splitPage(rows);
}
