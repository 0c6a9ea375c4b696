import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type Segments, segmentsOf, segmentsText } from '#server/db/segments.ts';
import { joinSpans, type Spans } from '#server/db/spans.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { type ServiceLine, serviceLinesJson } from '#server/features/bookings/make/line-queries.ts';
import { clientsOfNetwork, lockNetwork, signupNetwork } from '#server/features/clients/network-queries.ts';
import { busyBetween, joinWindows, offBetween, windowColumns } from '#server/features/hours/queries.ts';
import type { WindowSources } from '#server/features/hours/windows.ts';
import { isBlocked } from '#server/features/parties/blocked.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { isVisible } from '#server/features/parties/visibility.ts';
import type { BookingStatus } from '#shared/constants.ts';
import type { EntryStatus } from '#shared/rules/cancellation-list.ts';
import type { WishedOption } from '#shared/rules/lines.ts';
import type { Span } from '#shared/rules/slots.ts';
import { iso } from '#shared/time.ts';

/** All that a professional's slots up to an instant depend on. Instants are epoch milliseconds. */
export type Basis = WindowSources & {
  now: number;
  is_visible: boolean;
  slot_interval_minutes: number;
  min_notice_minutes: number;
  buffer_minutes: number;
  busy: Spans;
  off: Spans;
};

/** The columns of `Basis` and its joins, for a professional `p` from `r.now_at` to `r.until_at`. */
const basisColumns = sql`${epochMs('r.now_at')} as now, ${isVisible('p')} as is_visible, p.slot_interval_minutes,
  p.min_notice_minutes, p.buffer_minutes, busy.busy, off.off, ${windowColumns('p', { withIds: false })}`;
const buffer = sql`make_interval(mins => p.buffer_minutes)`;
function joinBasis(but?: RawBuilder<unknown>) {
  return sql`
    ${joinWindows(sql`p.id`, sql`r.now_at`, sql`r.until_at`)}
    cross join lateral (${busyBetween(sql`p.id`, sql`r.now_at - ${buffer}`, sql`r.until_at + ${buffer}`, but)}) busy
    cross join lateral (${offBetween(sql`p.id`, sql`r.now_at`, sql`r.until_at`)}) off`;
}

/** A booking that is to be earlier. */
export type MovedBooking = {
  status: BookingStatus;
  is_started: boolean;
  start: number;
  end: number;
  segments: Segments;
};

/** Somebody who waits, as the list is gone through. */
export type WaitingRow = {
  id: string;
  client_id: string;
  status: EntryStatus;
  booking_id: string | null;
  windows: [start: number, end: number][];
  service_ids: string[];
  options: WishedOption[];
  /** Those of them that are there, in any order. */
  services: ServiceLine[];
  booking: MovedBooking | null;
  own: Spans;
  client_is_active: boolean;
  /** Whether the client booked the same within the windows since. */
  has_booked: boolean;
  refused: number[] | null;
  offers: number;
  opening: { id: string; by_hand: boolean; start: number; end: number; segments: Segments; held: Spans } | null;
};
const waitingRow = sql<WaitingRow>`json_build_object('id', e.id, 'client_id', e.client_id, 'status', e.status,
  'booking_id', case when e.is_earlier then e.booking_id end,
  'windows', (select json_agg(json_build_array(${epochMs(sql`lower(w)`)}, ${epochMs(sql`upper(w)`)}) order by w)
    from unnest(e.windows) w),
  'service_ids', e.service_ids, 'options', e.options, 'services', ${serviceLinesJson(sql`e.professional_id`, sql`e.service_ids`)},
  'booking', (select json_build_object('status', b.status, 'is_started', b.started_at is not null, 'start', ${epochMs('b.start_time')},
      'end', ${epochMs('b.end_time')}, 'segments', ${segmentsOf('b.segments')})
    from bookings b where e.is_earlier and b.professional_id = e.professional_id and b.id = e.booking_id),
  'own', (select ${joinSpans('t', 'start_time')} from busy_times t
    where e.is_earlier and t.professional_id = e.professional_id and t.booking_id = e.booking_id and t.kind = 'booking'),
  'client_is_active', exists (select from clients c join users u on u.id = c.user_id where c.id = e.client_id and u.is_active),
  'has_booked', not e.is_earlier and exists (select from bookings b
    where b.client_id = e.client_id and b.professional_id = e.professional_id and b.start_time > clock_now()
      and b.created_at >= e.created_at and not b.written_in and b.status in ('pending', 'confirmed')
      and e.windows @> tstzrange(b.start_time, b.end_time)
      and (select array_agg(s.service_id order by s.service_id) from booking_services s
        where s.professional_id = b.professional_id and s.booking_id = b.id)
        = (select array_agg(id order by id) from unnest(e.service_ids) id)),
  'refused', (select json_agg(distinct ${epochMs('o.start_time')}) from openings o
    where o.professional_id = e.professional_id and o.entry_id = e.id and o.start_time > clock_now()
      and (o.status in ('passed', 'expired') or o.withdrawn_by_professional)),
  'offers', (select count(*) from openings o where o.professional_id = e.professional_id and o.entry_id = e.id
    and not o.by_hand and o.created_at > clock_now() - interval '24 hours'),
  'opening', (select json_build_object('id', o.id, 'by_hand', o.by_hand, 'start', ${epochMs('o.start_time')},
      'end', ${epochMs('o.end_time')}, 'segments', ${segmentsOf('o.segments')},
      'held', (select ${joinSpans('t', 'start_time')} from busy_times t
        where t.professional_id = o.professional_id and t.opening_id = o.id))
    from openings o where o.professional_id = e.professional_id and o.entry_id = e.id and o.status = 'offered'))`;

export type ListRow = Basis & {
  version: string;
  keeps_list: boolean;
  user_is_active: boolean;
  entries: WaitingRow[] | null;
  /** What those who wait have passed of what is ahead, with any of their entries. */
  passed: { client_id: string; entry_id: string; start: number; end: number }[] | null;
};

const listOf = (name: string, lock: RawBuilder<unknown>) =>
  statement(
    name,
    (_, p: Params<{ professional_id: string }>) => sql<ListRow>`
    with entries as materialized (
      select * from cancellation_list_entries
      where professional_id = ${p.professional_id} and status in ('waiting', 'paused')
      order by created_at, id ${lock})
    select ${basisColumns}, p.cancellation_list as keeps_list, p.user_is_active,
      coalesce((select version from slot_versions where professional_id = p.id), 0)::text as version,
      (select json_agg(${waitingRow} order by e.created_at, e.id) from entries e) as entries,
      (select json_agg(json_build_object('client_id', of.client_id, 'entry_id', of.id,
          'start', ${epochMs('o.start_time')}, 'end', ${epochMs('o.end_time')}))
        from openings o join cancellation_list_entries of on of.id = o.entry_id and of.professional_id = o.professional_id
        where o.professional_id = ${p.professional_id} and o.status = 'passed' and o.start_time > clock_now()
          and of.client_id in (select client_id from entries)) as passed
    from professionals p
    cross join lateral (
      select now_at, greatest(now_at, (select max(upper(windows)) from entries)) as until_at
      from (select clock_now() as now_at offset 0) clock offset 0
    ) r
    ${joinBasis()}
    where p.id = ${p.professional_id}`,
  );
const lockedList = listOf('cancellation_list', sql`for no key update`);
const seenList = listOf('cancellation_list_seen', sql``);

/** Who waits for a professional, locked, and what their slots depend on, all as of one moment. */
export function readList(trx: Db, professional_id: string): Promise<ListRow | undefined> {
  return lockedList.executeTakeFirst(trx, { professional_id });
}

/** The same, without locks. */
export function lookAtList(db: Db, professional_id: string): Promise<ListRow | undefined> {
  return seenList.executeTakeFirst(db, { professional_id });
}

const basisOf = statement(
  'cancellation_list_basis',
  (_, p: Params<{ professional_id: string; until: string; booking_id: string | null }>) => sql<Basis>`
    select ${basisColumns}
    from professionals p
    cross join lateral (
      select now_at, greatest(now_at, ${p.until}::timestamptz) as until_at
      from (select clock_now() as now_at offset 0) clock offset 0
    ) r
    ${joinBasis(sql`coalesce(${p.booking_id}::uuid, '00000000-0000-0000-0000-000000000000')`)}
    where p.id = ${p.professional_id}`,
);

/** What slots up to an instant depend on; the time of a booking that is to move counts as free. */
export async function readBasis(
  trx: Db,
  professional_id: string,
  { until, booking_id }: { until: number; booking_id: string | null },
): Promise<Basis> {
  const basis = await basisOf.executeTakeFirst(trx, { professional_id, until: iso(until), booking_id });
  if (!basis) throw new Error('a locked professional is gone');
  return basis;
}

/** Notes which version of the slots was gone through, and when the next round is due. */
export async function noteLook(trx: Db, professional_id: string, version: string, nextMs: number): Promise<void> {
  await sql`update cancellation_lists set version = ${version}::bigint, look_at = ${iso(nextMs)}
    where professional_id = ${professional_id}`.execute(trx);
}

/** Nobody waits any more; the next entry makes the list due again. */
export async function dropList(trx: Db, professional_id: string): Promise<void> {
  await sql`
    delete from cancellation_lists l where professional_id = ${professional_id} and not exists (
      select from cancellation_list_entries e where e.professional_id = l.professional_id
        and e.status in ('waiting', 'paused'))`.execute(trx);
}

/** Lists whose next round is due, or whose slots have another version; reads no entry. */
const dueLists = sql`cancellation_lists l left join slot_versions v on v.professional_id = l.professional_id
  where (l.look_at <= ${clockNow} or coalesce(v.version, 0) <> l.version)`;

/** Professionals whose list is to be gone through, first those whose slots have changed: these have a minute. */
export async function findDueLists(db: Db, limit: number, without: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.professional_id as id from ${dueLists} and l.professional_id <> all(${without}::uuid[])
    order by coalesce(v.version, 0) = l.version, l.look_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Takes a list for a round, and locks the professional; false where another worker goes through it now, or has done so
 * meanwhile.
 */
export async function claimDueList(trx: Db, professional_id: string): Promise<boolean> {
  const { rows: claims } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`cancellation list of ${professional_id}`}, 0)) as "isOurs"`.execute(
    trx,
  );
  if (!claims[0]?.isOurs) return false;
  await lockProfessional(trx, professional_id);
  const { rows } = await sql`select from ${dueLists} and l.professional_id = ${professional_id}`.execute(trx);
  return rows.length > 0;
}

type NewOpening = {
  professional_id: string;
  entry_id: string;
  by_hand: boolean;
  start: number;
  end: number;
  expires: number;
  parts: readonly Span[];
  /** The parts, less the time that a booking to be moved takes already. */
  held: readonly Span[];
};
type OpeningValues = Pick<NewOpening, 'professional_id' | 'entry_id' | 'by_hand'> & {
  start_time: string;
  end_time: string;
  expires_at: string;
  segments: string | null;
  held_starts: string[];
  held_ends: string[];
};

const newOpening = statement(
  'new_opening',
  (_, p: Params<OpeningValues>) => sql<{ id: string; held: number }>`
    with made as (
      insert into openings (professional_id, entry_id, by_hand, start_time, end_time, segments, expires_at, freed_at)
      values (${p.professional_id}, ${p.entry_id}, ${p.by_hand}, ${p.start_time}, ${p.end_time},
        ${p.segments}::tstzmultirange, ${p.expires_at}, coalesce((
          select min(freed_at) from openings where professional_id = ${p.professional_id} and start_time = ${p.start_time}
            and status in ('passed', 'expired') and ended_at > clock_now() - interval '15 minutes'), clock_now()))
      returning id),
    held as (
      insert into busy_times (professional_id, opening_id, kind, start_time, end_time)
      select ${p.professional_id}, made.id, 'hold', part.start_time, part.end_time
      from made, unnest(${p.held_starts}::timestamptz[], ${p.held_ends}::timestamptz[]) part (start_time, end_time)
      on conflict do nothing returning id)
    select made.id, (select count(*)::int from held) as held from made`,
);

/** Offers a time and holds it; undefined where something else is at any part of it: then the transaction must not commit. */
export async function insertOpening(
  trx: Db,
  { parts, held, start, end, expires, ...opening }: NewOpening,
): Promise<string | undefined> {
  const made = await newOpening.executeTakeFirst(trx, {
    ...opening,
    start_time: iso(start),
    end_time: iso(end),
    expires_at: iso(expires),
    segments: segmentsText(parts),
    held_starts: held.map((part) => iso(part.start)),
    held_ends: held.map((part) => iso(part.end)),
  });
  return made && made.held === held.length ? made.id : undefined;
}

/** What decides whether somebody may wait. */
export type JoinView = {
  display_name: string;
  is_visible: boolean;
  user_is_active: boolean;
  keeps_list: boolean;
  services: ServiceLine[];
  booking: MovedBooking | null;
  /** How many entries of the client wait or are paused. */
  with_professional: number;
  in_all: number;
  /** Of a client who signed themselves up lately: from which network. */
  signup_network: string | null;
  is_blocked: boolean;
};

type Joining = { professional_id: string; client_id: string; booking_id: string | null; service_ids: string[] };

/** Reads it; both sides must be locked. */
export async function viewToJoin(
  trx: Db,
  { professional_id, client_id, booking_id, service_ids }: Joining,
): Promise<JoinView> {
  const { rows } = await sql<JoinView>`
    select p.display_name, ${isVisible('p')} as is_visible, p.user_is_active, p.cancellation_list as keeps_list,
      ${serviceLinesJson(sql`p.id`, sql`${service_ids}`)} as services,
      (select json_build_object('status', b.status, 'is_started', b.started_at is not null, 'start', ${epochMs('b.start_time')}, 'end', ${epochMs('b.end_time')},
          'segments', ${segmentsOf('b.segments')})
        from bookings b where b.professional_id = p.id and b.id = ${booking_id}::uuid) as booking,
      own.with_professional, own.in_all, ${signupNetwork(sql`${client_id}`)} as signup_network,
      ${isBlocked(sql`p.id`, sql`${client_id}::uuid`)} as is_blocked
    from professionals p
    cross join lateral (
      select count(*)::int as in_all, count(*) filter (where e.professional_id = p.id)::int as with_professional
      from cancellation_list_entries e where e.client_id = ${client_id} and e.status in ('waiting', 'paused')) own
    where p.id = ${professional_id}`.execute(trx);
  const [view] = rows;
  if (!view) throw new Error('a locked professional is gone');
  return view;
}

/** How many entries with a professional new clients of one network have, who count together. Locks the network. */
export async function countOfNetwork(
  trx: Db,
  { professional_id, network }: { professional_id: string; network: string },
): Promise<number> {
  await lockNetwork(trx, network);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cancellation_list_entries
    where professional_id = ${professional_id} and status in ('waiting', 'paused')
      and client_id in (${clientsOfNetwork(network)})`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Whether a client waits for the same services and options in the same windows, a multirange as a text, as far as they are ahead. */
export async function waitsAlready(
  trx: Db,
  { professional_id, client_id, service_ids, options }: Joining & { options: WishedOption[] },
  windows: string,
): Promise<boolean> {
  const optionIds = options.map(({ id }) => id).sort();
  const ahead = (spans: RawBuilder<unknown>) => sql`${spans} * tstzmultirange(tstzrange(clock_now(), null))`;
  const { rows } = await sql`
    select from cancellation_list_entries
    where client_id = ${client_id} and professional_id = ${professional_id} and status in ('waiting', 'paused')
      and not is_earlier and service_ids @> ${service_ids}::uuid[] and service_ids <@ ${service_ids}::uuid[]
      and array(select one ->> 'id' from jsonb_array_elements(options) one order by (one ->> 'id') collate "C") = ${optionIds}::text[]
      and ${ahead(sql`windows`)} = ${ahead(sql`${windows}::tstzmultirange`)} limit 1`.execute(trx);
  return rows.length > 0;
}

/** `windows` is a multirange as a text. */
export async function insertEntry(
  trx: Db,
  entry: Joining & { options: WishedOption[]; windows: string; note: string | null },
): Promise<string> {
  const { professional_id, client_id, booking_id, service_ids, options, windows, note } = entry;
  const { rows } = await sql<{ id: string }>`
    insert into cancellation_list_entries (professional_id, client_id, booking_id, is_earlier, service_ids, options, windows,
      note)
    values (${professional_id}, ${client_id}, ${booking_id}::uuid, ${booking_id !== null}, ${service_ids}::uuid[],
      ${JSON.stringify(options)}::jsonb, ${windows}::tstzmultirange, ${note})
    returning id`.execute(trx);
  const [made] = rows;
  if (!made) throw new Error('an insert that returns a row has none');
  return made.id;
}
