import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { clockNow, epochMs, isoText } from '#server/db/sql.ts';
import { hairBounds } from '#shared/constants.ts';
import type { Hair, HairPicture, HairReading, ReadingPart } from '#shared/hair.ts';
import { textureOf } from '#shared/rules/hair.ts';
import { type ShareRow, shareOf } from './share-queries.ts';

/** The pictures of a client, newest first, that a condition on `p` leaves. */
const pictures = (clientId: RawBuilder<unknown>, which = sql`true`) => sql<HairPicture[]>`(
  select coalesce(json_agg(json_build_object('id', p.id, 'width', p.width, 'height', p.height,
    'taken_at', ${isoText(sql`p.created_at`)}) order by p.created_at desc, p.id desc), '[]')
  from hair_pictures p where p.client_id = ${clientId} and p.storage_key is not null and ${which})`;

type OwnRow = {
  hair: Hair | null;
  health: Buffer | null;
  counted: boolean;
  updated_at: string | null;
  pictures: HairPicture[];
};

/** All that a client told; `health` is encrypted. */
export async function findOwnHair(db: Db, clientId: string): Promise<OwnRow> {
  const { rows } = await sql<OwnRow>`
    select h.hair, h.health, coalesce(h.counted, false) as counted, h.updated_at, ${pictures(sql`own.id`)} as pictures
    from (select ${clientId}::uuid as id) own left join client_hair h on h.client_id = own.id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a statement that always has a row has none');
  return row;
}

/** Writes what is given; only `counted` leaves `updated_at` as it is. */
export async function putHair(
  trx: Db,
  client_id: string,
  given: { hair?: Hair | null; counted?: boolean; health?: Buffer | null },
): Promise<void> {
  const { hair, counted, health } = given;
  const changed = {
    ...(hair === undefined ? {} : { hair: hair && JSON.stringify(hair), texture: textureOf(hair?.patterns) }),
    ...(health === undefined ? {} : { health }),
    ...(hair === undefined && health === undefined ? {} : { updated_at: clockNow }),
    ...(counted === undefined ? {} : { counted }),
  };
  await trx
    .insertInto('client_hair')
    .values({ client_id, ...changed })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ client_id, ...changed }))
    .execute();
}

/** No booking shares health any more, nor what is written later. */
export async function unshareHealth(trx: Db, clientId: string): Promise<void> {
  await sql`update hair_shares set health = false where client_id = ${clientId} and health`.execute(trx);
}

/** Milliseconds until a client may send another picture, 0 for one who sent fewer than `most` within an hour. */
export async function waitForPictures(db: Db, clientId: string, most: number): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select ${epochMs(sql`created_at + interval '1 hour'`)} - ${epochMs(clockNow)} as wait from hair_pictures
    where client_id = ${clientId} and created_at > clock_now() - interval '1 hour'
    order by created_at desc offset ${most - 1} limit 1`.execute(db);
  return Math.max(0, rows[0]?.wait ?? 0);
}

export async function countPictures(db: Db, clientId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from hair_pictures where client_id = ${clientId} and storage_key is not null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

type NewPicture = { client_id: string; storage_key: string; width: number; height: number };

export async function insertPicture(trx: Db, picture: NewPicture): Promise<HairPicture> {
  const { id, created_at } = await trx
    .insertInto('hair_pictures')
    .values(picture)
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  const { width, height, client_id } = picture;
  await touch(trx, client_id);
  return { id, width, height, taken_at: created_at };
}

const touch = (trx: Db, clientId: string) =>
  sql`insert into client_hair (client_id, updated_at) values (${clientId}, clock_now())
    on conflict (client_id) do update set updated_at = excluded.updated_at`.execute(trx);

/** Returns the key of the files; undefined for a picture that is not this client's, or gone. */
export async function findPictureKey(db: Db, clientId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from hair_pictures where id = ${id} and client_id = ${clientId} and storage_key is not null`.execute(
    db,
  );
  return rows[0]?.storage_key;
}

/** Needs the client's lock. It goes from every share; its row stays as long as it counts for the hour. */
export async function removePicture(trx: Db, clientId: string, id: string): Promise<void> {
  await sql`update hair_pictures set storage_key = null where id = ${id} and client_id = ${clientId}`.execute(trx);
  await sql`
    update hair_shares set picture_ids = array_remove(picture_ids, ${id}::uuid)
    where client_id = ${clientId} and ${id}::uuid = any(picture_ids)`.execute(trx);
  await touch(trx, clientId);
}

/** What is seen of a booking: what is ticked, as it is now. `health` is encrypted. */
export type SharedRow = {
  professional_id: string;
  client_id: string;
  hair: Hair | null;
  health: Buffer | null;
  pictures: HairPicture[];
  /** The longest that a service booked asks for, centimetres. */
  min_length_cm: number | null;
  share: ShareRow | null;
};

export type Looking = { client_id: string } | { professional_id: string };

const isOf = (who: Looking) =>
  'client_id' in who
    ? sql`bookings.client_id = ${who.client_id}`
    : sql`bookings.professional_id = ${who.professional_id}`;

/** Undefined for a booking of others, as for an unknown one. */
export async function findShared(db: Db, bookingId: string, who: Looking): Promise<SharedRow | undefined> {
  const { rows } = await sql<SharedRow>`
    select bookings.professional_id, bookings.client_id, ${shareOf} as share,
      case when s.hair then h.hair end as hair, case when s.health then h.health end as health,
      ${pictures(sql`bookings.client_id`, sql`p.id = any(s.picture_ids)`)} as pictures,
      (select max(one.min_length_cm)::int from booking_services b
        join services one on one.professional_id = b.professional_id and one.id = b.service_id
        where b.professional_id = bookings.professional_id and b.booking_id = bookings.id) as min_length_cm
    from bookings
    left join hair_shares s on s.professional_id = bookings.professional_id and s.booking_id = bookings.id
      and s.client_id = bookings.client_id
    left join client_hair h on h.client_id = bookings.client_id
    where bookings.id = ${bookingId} and ${isOf(who)}`.execute(db);
  return rows[0];
}

type Read = { professional_id: string; booking_id: string; client_id: string; parts: readonly ReadingPart[] };

/**
 * Writes down that a professional was shown these parts. Takes the lock of the booking's share, so that looks at once
 * are one.
 */
export async function noteReading(trx: Db, { professional_id, booking_id, client_id, parts }: Read): Promise<void> {
  const of = sql`booking_id = ${booking_id} and professional_id = ${professional_id}`;
  await sql`select from hair_shares where ${of} for no key update`.execute(trx);
  const all = sql`array['hair', 'health', 'pictures']`;
  await sql`
    with known as (
      update hair_readings r set parts = array(
        select part from unnest(${all}) part where part = any(r.parts || ${parts}::text[]))
      where ${of} and client_id = ${client_id}
        and read_at > clock_now() - make_interval(mins => ${hairBounds.readingMinutes}) returning 1)
    insert into hair_readings (professional_id, booking_id, client_id, parts)
    select ${professional_id}, ${booking_id}, ${client_id}, ${parts}::text[] where not exists (select from known)`.execute(
    trx,
  );
}

const isKept = sql`read_at > clock_now() - make_interval(days => ${sql.lit(hairBounds.readingDays)})`;

/** A page of the looks at a client's hair, newest first; `total` counts all of them. */
export async function listReadings(db: Db, clientId: string, { skip, limit }: { skip: number; limit: number }) {
  const found = sql`from hair_readings r where r.client_id = ${clientId} and ${isKept}`;
  const { rows } = await sql<CountedRow<HairReading & { id: string }>>`
    select page.*, counted.total from (select count(*)::int as total ${found}) counted
    left join (
      select r.id, r.booking_id, r.read_at, r.parts, json_build_object('id', case when p.user_id is not null then p.id end,
        'display_name', p.display_name) as professional
      from (select * ${found} order by read_at desc, id desc offset ${skip} limit ${limit}) r
      join professionals p on p.id = r.professional_id
    ) page on true order by page.read_at desc, page.id desc`.execute(db);
  return splitPage(rows);
}

export function deleteOldReadings(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'hair_readings', sql`not (${isKept})`, limit);
}

/** Rows of pictures that were deleted and are no longer counted. */
export function deleteRemovedPictures(db: Db, limit: number): Promise<number> {
  return deleteBatch(
    db,
    'hair_pictures',
    sql`storage_key is null and created_at < clock_now() - interval '1 hour'`,
    limit,
  );
}

/** All that a client told, with shares and readings. Needs the client's lock. Returns the keys of the pictures' files. */
export async function forgetHairOf(trx: Db, clientId: string): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string | null }>`
    delete from hair_pictures where client_id = ${clientId} returning storage_key`.execute(trx);
  await sql`delete from hair_shares where client_id = ${clientId}`.execute(trx);
  await sql`delete from hair_readings where client_id = ${clientId}`.execute(trx);
  await sql`delete from client_hair where client_id = ${clientId}`.execute(trx);
  return rows.flatMap(({ storage_key }) => storage_key ?? []);
}

type Sealed = { client_id: string; health: Buffer };

/** All that is encrypted, locked. */
export async function lockHealth(trx: Db): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    select client_id, health from client_hair where health is not null order by client_id for update`.execute(trx);
  return rows;
}

export async function putSealed(trx: Db, clientId: string, health: Buffer): Promise<void> {
  await sql`update client_hair set health = ${health} where client_id = ${clientId}`.execute(trx);
}

/** For exports: the pictures with their keys, newest first. */
export async function listPictureKeys(db: Db, clientId: string): Promise<{ id: string; storage_key: string }[]> {
  const { rows } = await sql<{ id: string; storage_key: string }>`
    select id, storage_key from hair_pictures where client_id = ${clientId} and storage_key is not null
    order by created_at desc, id desc`.execute(db);
  return rows;
}
