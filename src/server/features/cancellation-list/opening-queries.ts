import { sql } from 'kysely';
import type { Viewer } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import { listBounds } from '#shared/constants.ts';
import type { EntryStatus, OpeningStatus } from '#shared/rules/cancellation-list.ts';
import type { WishedOption } from '#shared/rules/lines.ts';

type Key = { professional_id: string; id: string };

/** An opening under the lock of its entry. Instants are epoch milliseconds. */
export type LockedOpening = {
  professional_id: string;
  id: string;
  entry_id: string;
  client_id: string;
  entry_status: EntryStatus;
  is_earlier: boolean;
  booking_id: string | null;
  service_ids: string[];
  options: WishedOption[];
  note: string | null;
  status: OpeningStatus;
  is_open: boolean;
  by_hand: boolean;
  start: number;
  end: number;
  created: number;
  time_zone: string;
};

/** Locks the entry of an opening of this client or professional, and reads both; undefined for those of others. */
export async function lockOpening(
  trx: Db,
  id: string,
  { client_id, professional_id }: Pick<Viewer, 'client_id' | 'professional_id'>,
): Promise<LockedOpening | undefined> {
  const locked = await sql`
    select from cancellation_list_entries e
    where (e.id, e.professional_id) = (select entry_id, professional_id from openings where id = ${id})
      and (e.client_id = ${client_id}::uuid or e.professional_id = ${professional_id}::uuid)
    for no key update`.execute(trx);
  if (locked.rows.length === 0) return undefined;
  const { rows } = await sql<LockedOpening>`
    select o.professional_id, o.id, o.entry_id, e.client_id, e.status as entry_status, e.is_earlier, e.booking_id,
      e.service_ids, e.options, e.note, o.status, o.status = 'offered' and o.expires_at > clock_now() as is_open, o.by_hand,
      ${epochMs('o.start_time')} as start, ${epochMs('o.end_time')} as "end", ${epochMs('o.created_at')} as created,
      p.time_zone
    from openings o
    join cancellation_list_entries e on e.id = o.entry_id and e.professional_id = o.professional_id
    join professionals p on p.id = o.professional_id
    where o.id = ${id}`.execute(trx);
  return rows[0];
}

/** Whose an opening is; undefined where it is not this client's. */
export async function findClientsOpening(db: Db, id: string, client_id: string) {
  const { rows } = await sql<{ professional_id: string; booking_id: string | null }>`
    select o.professional_id, e.booking_id from openings o
    join cancellation_list_entries e on e.id = o.entry_id and e.professional_id = o.professional_id
    where o.id = ${id} and e.client_id = ${client_id}`.execute(db);
  return rows[0];
}

/** Ends an offer and gives back what it holds; false where it is over. The entry must be locked. */
export async function endOpening(
  trx: Db,
  { professional_id, id }: Key,
  status: Exclude<OpeningStatus, 'offered'>,
  { byProfessional = false } = {},
): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      update openings set status = ${status}, ended_at = clock_now(), withdrawn_by_professional = ${byProfessional}
      where professional_id = ${professional_id} and id = ${id} and status = 'offered' returning id),
    freed as (
      delete from busy_times t using ended where t.professional_id = ${professional_id} and t.opening_id = ended.id)
    select from ended`.execute(trx);
  return rows.length > 0;
}

export function withdraw(trx: Db, key: Key, by: { byProfessional?: boolean } = {}): Promise<boolean> {
  return endOpening(trx, key, 'withdrawn', by);
}

/**
 * From when on an entry has room for the newest of the offers by hand that it has, epoch milliseconds; 0 where it has
 * had few within an hour.
 */
export async function roomByHand(
  trx: Db,
  { professional_id, entry_id }: { professional_id: string; entry_id: string },
): Promise<number> {
  const { rows } = await sql<{ from: number }>`
    select ${epochMs(sql`created_at + interval '1 hour'`)} as "from" from openings
    where professional_id = ${professional_id} and entry_id = ${entry_id} and by_hand
      and created_at > clock_now() - interval '1 hour'
    order by created_at desc offset ${listBounds.offersByHandAnHour} limit 1`.execute(trx);
  return rows[0]?.from ?? 0;
}

/** How many offers in a row expired unanswered. */
export async function setUnanswered(
  trx: Db,
  { professional_id, entry_id }: { professional_id: string; entry_id: string },
  unanswered: number | null,
): Promise<number> {
  const { rows } = await sql<{ unanswered: number }>`
    update cancellation_list_entries set unanswered = coalesce(${unanswered}::int, unanswered + 1)
    where professional_id = ${professional_id} and id = ${entry_id} returning unanswered`.execute(trx);
  return rows[0]?.unanswered ?? 0;
}

/** Ids of offers whose time is over, most overdue first. */
export async function findExpiredOpenings(db: Db, limit: number, without: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from openings where status = 'offered' and expires_at <= clock_now() and id <> all(${without}::uuid[])
    order by expires_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
