import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { epochMs } from '#server/db/sql.ts';
import type { EventName } from '#server/outbox/events.ts';

/**
 * From where a login came: `key` as of `deviceKey`, `device` as the user sees it, `network` as of `networkKey`;
 * `isTold`: whether it is mailed where it is new.
 */
export type LoginDevice = {
  key: string;
  device: string | null;
  network: string;
  requestId: string;
  isTold: boolean;
};

/** After so many days without a login a device is new again. */
const knownDays = 180;

const isNew = 'session.started_on_new_device' satisfies EventName;

/**
 * Records from where an account logged in, with the event of a new device unless it is the account's first. Needs the
 * user's lock.
 */
export async function recordDevice(
  trx: Db,
  userId: string,
  { key, device, requestId, isTold }: LoginDevice,
): Promise<void> {
  await sql`
    with before as (select exists (select from login_devices where user_id = ${userId}) as any),
    recorded as (
      insert into login_devices (user_id, key, device) values (${userId}, ${key}, ${device})
      on conflict on constraint login_devices_pkey do update set device = excluded.device,
        last_login_at = excluded.last_login_at
      returning old.key is null as is_new
    )
    insert into outbox (event, payload, request_id)
    select ${sql.lit(isNew)}, jsonb_build_object('user_id', ${userId}::uuid, 'device_key', ${key}::text), ${requestId}
    from before, recorded where before.any and recorded.is_new and ${isTold}`.execute(trx);
}

/**
 * A device of an active user, for the email about it: `at` is its last login, epoch milliseconds; the time zone is a
 * professional's own.
 */
export function findDevice(db: Db, userId: string, key: string) {
  return db
    .selectFrom('login_devices')
    .innerJoin('users', 'users.id', 'login_devices.user_id')
    .leftJoin('professionals', 'professionals.user_id', 'users.id')
    .select([
      'users.email',
      'login_devices.device',
      'professionals.time_zone',
      epochMs('login_devices.last_login_at').as('at'),
    ])
    .where('login_devices.user_id', '=', userId)
    .where('login_devices.key', '=', key)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
}

/**
 * Deletes devices that are new again. An account keeps the one that it used last, so that its next login is not its
 * first.
 */
export function deleteOldDevices(db: Db, limit: number): Promise<number> {
  const isOld = sql`last_login_at < clock_now() - make_interval(days => ${knownDays}) and exists (
    select from login_devices later where later.user_id = login_devices.user_id and later.last_login_at > login_devices.last_login_at)`;
  return deleteBatch(db, 'login_devices', isOld, limit);
}
