import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { hairBounds } from '#shared/constants.ts';
import type { Share } from '#shared/rules/hair.ts';

/** What is ticked for a booking, and whether anything of it is still seen. */
export type ShareRow = Share & { is_over: boolean };

/** Whether nothing of a row of `bookings` is shared any more: cancelled, long over, or without one of its sides. */
const isOver = sql<boolean>`(bookings.status = 'cancelled'
  or bookings.end_time + make_interval(hours => ${sql.lit(24 * hairBounds.sharedDays)}) <= clock_now()
  or not exists (select from clients c join users u on u.id = c.user_id where c.id = bookings.client_id and u.is_active)
  or not exists (select from professionals p
    where p.id = bookings.professional_id and p.user_id is not null and p.user_is_active))`;

/** The share of a row of `bookings`, of the client whose it is now; null where nothing was said. */
export const shareOf = sql<ShareRow | null>`(
  select json_build_object('hair', s.hair, 'health', s.health, 'picture_ids', s.picture_ids, 'is_over', ${isOver})
  from hair_shares s where s.professional_id = bookings.professional_id and s.booking_id = bookings.id
    and s.client_id = bookings.client_id)`;

/** Whether all pictures are this client's. */
export async function ownsPictures(db: Db, clientId: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const { rows } = await sql`
    select from hair_pictures where client_id = ${clientId} and storage_key is not null and id = any(${ids}::uuid[])`.execute(
    db,
  );
  return rows.length === ids.length;
}

type Key = { professional_id: string; booking_id: string; client_id: string };

/** Replaces what is ticked, in the order given, without pictures that are gone. Needs the client's lock. */
export async function putShare(trx: Db, key: Key, { hair, health, picture_ids }: Share): Promise<void> {
  await sql`
    insert into hair_shares (professional_id, booking_id, client_id, hair, health, picture_ids)
    select ${key.professional_id}, ${key.booking_id}, ${key.client_id}, ${hair}, ${health}, array(
      select p.id from unnest(${picture_ids}::uuid[]) with ordinality chosen (id, place)
      join hair_pictures p on p.id = chosen.id and p.client_id = ${key.client_id} and p.storage_key is not null
      order by chosen.place)
    on conflict on constraint hair_shares_pkey do update
      set client_id = excluded.client_id, hair = excluded.hair, health = excluded.health, picture_ids = excluded.picture_ids`.execute(
    trx,
  );
}

type ToShare = { professional_id: string; is_open: boolean };

/** A booking of this client, and whether anything can be shared with it; undefined for anybody else's. */
export async function findToShare(trx: Db, bookingId: string, clientId: string): Promise<ToShare | undefined> {
  const { rows } = await sql<ToShare>`
    select professional_id, not ${isOver} as is_open from bookings
    where id = ${bookingId} and client_id = ${clientId}`.execute(trx);
  return rows[0];
}
