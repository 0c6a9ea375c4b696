import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import {
  type DepositHistory,
  type DepositRule,
  depositHistory,
  depositRuleOf,
} from '#server/features/bookings/deposits/queries.ts';
import { presentOptions } from '#server/features/bookings/show/present-booking.ts';
import { isBlocked } from '#server/features/parties/blocked.ts';
import { formerTexts } from '#server/outbox/news.ts';
import type { ListEntry, Opening } from '#shared/cancellation-list.ts';
import { cancelUntil, secondThoughts } from '#shared/rules/cancellation.ts';
import type { EntryStatus, OpeningStatus } from '#shared/rules/cancellation-list.ts';
import { askedCents } from '#shared/rules/deposit.ts';
import { totalCents, type WishedOption } from '#shared/rules/lines.ts';
import { toDollars } from '#shared/rules/price.ts';
import { iso } from '#shared/time.ts';
import { linesOfServices, type ServiceOfEntry, servicesOf } from './entry-lines.ts';
import { listKinds } from './news.ts';

/** An opening as it is read. Instants are epoch milliseconds, money is whole cents. */
type OpeningRow = {
  id: string;
  entry_id: string;
  status: OpeningStatus;
  start: number;
  end: number;
  expires: number;
  now: number;
  services: ServiceOfEntry[];
  options: WishedOption[];
  /** Of the booking that it became, or that moves. */
  total_cents: number | null;
  /** While it is offered as a new booking, of a professional who asks deposits. */
  asked: (DepositRule & DepositHistory) | null;
  policy: string | null;
  cutoff_hours: number;
  /** Of the booking that it became, or that moves. */
  booked: number | null;
  not_before: number | null;
  booking_id: string | null;
  professional: Opening['professional'];
};

const place = sql`json_build_object('id', p.id, 'display_name', p.display_name, 'location', p.location, 'time_zone', p.time_zone)`;

/** An offer whose time is over has expired, also before the worker writes that. */
const statusNow = sql`case when o.status = 'offered' and o.expires_at <= clock_now() then 'expired' else o.status end`;

/** `OpeningRow` of the opening `o`, its entry `e`, its professional `p` and the entry's booking `b`, if there is one. */
const openingRow = sql<OpeningRow>`json_build_object('id', o.id, 'entry_id', o.entry_id, 'status', ${statusNow},
  'start', ${epochMs('o.start_time')}, 'end', ${epochMs('o.end_time')}, 'expires', ${epochMs('o.expires_at')},
  'now', ${epochMs(sql`clock_now()`)}, 'services', ${servicesOf}, 'options', e.options,
  'total_cents', b.total_price_cents,
  'policy', case when b.id is null then p.cancellation_policy else b.cancellation_policy end,
  'cutoff_hours', coalesce(b.cancellation_cutoff_hours, p.cancellation_cutoff_hours),
  'booked', ${epochMs('b.created_at')}, 'not_before', ${epochMs('b.cancel_not_before')},
  'booking_id', case when e.is_earlier or o.status = 'accepted' then e.booking_id end,
  'professional', ${place}, 'asked', case when o.status = 'offered' and e.booking_id is null and p.pay_to_since <= clock_now() then (
    select to_jsonb(asked) from (
      select ${depositRuleOf('p')}, history.* from (${depositHistory(sql`e.professional_id`, sql`e.client_id`)}) history) asked) end)`;

function presentOpening(row: OpeningRow): Opening {
  const { now, start, booked, not_before, cutoff_hours: cutoffHours } = row;
  const lines = linesOfServices(row);
  // Until it is accepted it would be booked, or moved, now.
  const notBefore = row.status === 'accepted' ? not_before : now + secondThoughts;
  return {
    id: row.id,
    entry_id: row.entry_id,
    status: row.status,
    start_time: iso(start),
    end_time: iso(row.end),
    services: lines.map(({ id, name, price_cents, service_duration_minutes, options }) => ({
      id,
      name,
      price: toDollars(price_cents),
      service_duration_minutes,
      options: presentOptions(options),
    })),
    total_price: toDollars(row.total_cents ?? totalCents(lines)),
    cancellation_policy: row.policy,
    cancel_until: iso(cancelUntil({ start, created: booked ?? now, cutoffHours, notBefore })),
    deposit: depositOf(row),
    expires_at: iso(row.expires),
    booking_id: row.booking_id,
    professional: row.professional,
  };
}

/** What would be due for a booking that is made of it now; null for nothing. */
function depositOf({ asked, start, now, ...row }: OpeningRow): number | null {
  const cents = asked ? askedCents(asked, linesOfServices(row), asked, { start, now }) : 0;
  return cents > 0 ? toDollars(cents) : null;
}

/** Whose an entry is: its client's or its professional's. */
const isOwn = (p: Params<Owner>) =>
  sql`(e.client_id = ${p.client_id}::uuid or e.professional_id = ${p.professional_id}::uuid)`;
type Owner = { client_id: string | null; professional_id: string | null };

const openingOfParty = statement(
  'opening_of_party',
  (_, p: Params<Owner & { id: string }>) => sql<{ opening: OpeningRow }>`
    select ${openingRow} as opening
    from openings o
    join cancellation_list_entries e on e.id = o.entry_id and e.professional_id = o.professional_id
    join professionals p on p.id = o.professional_id
    left join bookings b on b.id = e.booking_id and b.professional_id = e.professional_id
    where o.id = ${p.id} and ${isOwn(p)}`,
);

/** Undefined for an opening of others, as for an unknown one. */
export async function findOpening(
  db: Db,
  id: string,
  { client_id, professional_id }: Viewer,
): Promise<Opening | undefined> {
  const row = await openingOfParty.executeTakeFirst(db, { id, client_id, professional_id });
  return row && presentOpening(row.opening);
}

type EntryRow = Pick<ListEntry, 'id' | 'status' | 'booking_id' | 'note' | 'created_at' | 'professional' | 'client'> & {
  services: OpeningRow['services'];
  options: WishedOption[];
  windows: [start: number, end: number][];
  opening: OpeningRow | null;
};

/** The columns of `EntryRow`, from `e` as it is joined by `joined`. */
const entryColumns = sql`e.id, e.status, e.booking_id, e.note, e.created_at, ${place} as professional,
  json_build_object('first_name', c.first_name, 'last_name', c.last_name) as client, ${servicesOf} as services, e.options,
  (select json_agg(json_build_array(${epochMs(sql`lower(w)`)}, ${epochMs(sql`upper(w)`)}) order by w)
    from unnest(e.windows) w) as windows,
  case when o.id is not null then ${openingRow} end as opening`;
const joined = sql`
  join professionals p on p.id = e.professional_id
  join clients c on c.id = e.client_id
  left join bookings b on b.id = e.booking_id and b.professional_id = e.professional_id
  left join openings o on o.entry_id = e.id and o.professional_id = e.professional_id and o.status = 'offered'
    and o.expires_at > clock_now()`;

function presentEntry({ windows, services, options, opening, ...row }: EntryRow): ListEntry {
  return {
    ...row,
    services: linesOfServices({ services, options }).map(({ id, name, options }) => ({
      id,
      name,
      options: presentOptions(options),
    })),
    windows: windows.map(([start, end]) => ({ start: iso(start), end: iso(end) })),
    ends_at: iso(windows.at(-1)?.[1] ?? 0),
    opening: opening && presentOpening(opening),
  };
}

const entryOfParty = statement(
  'list_entry_of_party',
  (_, p: Params<Owner & { id: string }>) => sql<EntryRow>`
    select ${entryColumns} from cancellation_list_entries e ${joined} where e.id = ${p.id} and ${isOwn(p)}`,
);

/** Undefined for an entry of others, as for an unknown one. */
export async function findEntry(
  db: Db,
  id: string,
  { client_id, professional_id }: Viewer,
): Promise<ListEntry | undefined> {
  const row = await entryOfParty.executeTakeFirst(db, { id, client_id, professional_id });
  return row && presentEntry(row);
}

type Page = { skip: number; limit: number };
const isLive = sql`e.status in ('waiting', 'paused')`;

/** A page of the entries that meet the condition `which`. */
async function listEntries(db: Db, which: RawBuilder<unknown>, order: RawBuilder<unknown>, { skip, limit }: Page) {
  const { rows } = await sql<CountedRow<EntryRow>>`
    select page.*, counted.total
    from (select count(*)::int as total from cancellation_list_entries e where ${which}) counted
    left join (
      select e.at, ${entryColumns}
      from (
        select *, row_number() over (order by ${order}) as at from (
          select * from cancellation_list_entries e where ${which} order by ${order} offset ${skip} limit ${limit}) e
      ) e ${joined}
    ) page on true
    order by page.at`.execute(db);
  const { results, total } = splitPage(rows);
  return { results: results.map(presentEntry), total };
}

/** A client's own, those who wait first, each newest first. */
export function listOfClient(db: Db, client_id: string, statuses: EntryStatus[] | undefined, page: Page) {
  const some = statuses ? sql`and e.status = any(${statuses}::text[])` : sql``;
  return listEntries(
    db,
    sql`e.client_id = ${client_id} ${some}`,
    sql`${isLive} desc, e.created_at desc, e.id desc`,
    page,
  );
}

/** Who waits for a professional, in the order in which they are asked. */
export function listOfProfessional(db: Db, professional_id: string, page: Page) {
  return listEntries(db, sql`e.professional_id = ${professional_id} and ${isLive}`, sql`e.created_at, e.id`, page);
}

/** How long what came to nothing is kept after it ended, days. */
const keptDays = 400;

/** Deletes up to `limit` entries that came to nothing long ago, with what they were offered. */
export function deleteOldEntries(db: Db, limit: number): Promise<number> {
  return deleteBatch(
    db,
    'cancellation_list_entries',
    sql`status in ('left', 'ended') and ended_at < clock_now() - make_interval(days => ${keptDays})`,
    limit,
  );
}

/** Deletes up to `limit` offers that nobody took, long ago. */
export function deleteOldOpenings(db: Db, limit: number): Promise<number> {
  return deleteBatch(
    db,
    'openings',
    sql`status in ('passed', 'expired', 'withdrawn') and ended_at < clock_now() - make_interval(days => ${keptDays})`,
    limit,
  );
}

/** Makes the list of a professional due at once. */
export async function lookSoon(trx: Db, professional_id: string): Promise<void> {
  await sql`
    insert into cancellation_lists (professional_id) values (${professional_id})
    on conflict (professional_id) do update set look_at = clock_now()`.execute(trx);
}

/** How an entry ended, as events tell it. */
export type Ended = 'removed' | 'list_off' | 'professional_gone' | 'service_gone' | 'over' | 'silent';

/**
 * Ends entries that are not over yet, with what is offered to them, whose time is free again. Returns the ids of those
 * that ended.
 */
export async function endEntries(
  trx: Db,
  which: RawBuilder<unknown>,
  status: 'left' | 'ended',
): Promise<{ id: string; professional_id: string }[]> {
  const { rows } = await sql<{ id: string; professional_id: string }>`
    with ended as (
      update cancellation_list_entries e set status = ${status}, ended_at = clock_now() where ${isLive} and ${which}
      returning id, professional_id),
    withdrawn as (
      update openings o set status = 'withdrawn', ended_at = clock_now() from ended
      where o.entry_id = ended.id and o.professional_id = ended.professional_id and o.status = 'offered'
      returning o.id, o.professional_id),
    freed as (
      delete from busy_times t using withdrawn
      where t.professional_id = withdrawn.professional_id and t.opening_id = withdrawn.id)
    select id, professional_id from ended`.execute(trx);
  return rows;
}

/** Ends all entries of a client whose account ends or is disabled; the client is not told. */
export async function endEntriesOfClient(trx: Db, clientId: string): Promise<void> {
  // Waits for an offer that is just being made, so that the next statement sees it.
  await sql`select from cancellation_list_entries e where e.client_id = ${clientId} and ${isLive}
    order by e.id for no key update`.execute(trx);
  await endEntries(trx, sql`e.client_id = ${clientId}`, 'ended');
}

/** Ends what clients whom a professional has blocked wait for there; nobody is told. Needs the professional's lock. */
export async function endEntriesOfBlocked(trx: Db, professional_id: string): Promise<void> {
  await endEntries(
    trx,
    sql`e.professional_id = ${professional_id} and ${isBlocked(sql`e.professional_id`, sql`e.client_id`)}`,
    'ended',
  );
}

/** Removes a client from the lists that they were on. */
export async function forgetEntriesOf(trx: Db, clientId: string): Promise<void> {
  await endEntriesOfClient(trx, clientId);
  await sql`delete from cancellation_list_entries where client_id = ${clientId}`.execute(trx);
}

const former = formerTexts(Object.values(listKinds), 'professional');

/** Removes the name of a professional from what clients were told of their list. */
export async function forgetListOf(trx: Db, professionalId: string): Promise<void> {
  await sql`update cancellation_list_entries set options = '[]' where professional_id = ${professionalId}`.execute(trx);
  await sql`
    update notifications n set message = ${JSON.stringify(former)}::jsonb ->> n.type
    from cancellation_list_entries e join clients c on c.id = e.client_id
    where e.professional_id = ${professionalId} and n.user_id = c.user_id
      and n.type = any(${Object.keys(former)}::text[])
      and (n.subject_id = e.id or n.subject_id in (
        select o.id from openings o where o.professional_id = e.professional_id and o.entry_id = e.id))`.execute(trx);
}

/**
 * How many wait, how many offers are open, how many times were filled within 24 hours, and how many minutes it took
 * from when they were free, on average (0 without any).
 */
export async function countList(db: Db) {
  const { rows } = await sql<{ waiting: number; offered: number; filled: number; minutes: number }>`
    select (select count(*)::int from cancellation_list_entries where status in ('waiting', 'paused')) as waiting,
      (select count(*)::int from openings where status = 'offered') as offered, count(*)::int as filled,
      coalesce(avg(extract(epoch from ended_at - freed_at)) / 60, 0)::float8 as minutes
    from openings where status = 'accepted' and ended_at > clock_now() - interval '24 hours'`.execute(db);
  return rows[0] ?? { waiting: 0, offered: 0, filled: 0, minutes: 0 };
}

/** How many times were filled from the list. */
export async function countFilled(db: Db): Promise<number> {
  const { rows } = await sql<{ filled: number }>`
    select count(*)::int as filled from openings where status = 'accepted'`.execute(db);
  return rows[0]?.filled ?? 0;
}
