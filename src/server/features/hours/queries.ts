import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { joinSpans, type Spans, spansOf } from '#server/db/spans.ts';
import { epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { unauthorized } from '#server/errors.ts';
import { DAY, MINUTE, maxServicesPerBooking } from '#shared/constants.ts';
import { countUncovered, windowsOfHours } from '#shared/rules/hour-windows.ts';
import type { Span } from '#shared/rules/slots.ts';
import { iso } from '#shared/time.ts';
import { readWindowId, windowKeyOf } from './window-ids.ts';
import { hoursOf, type WindowSources } from './windows.ts';

/** The longest window: a day on which the clocks go back. */
export const longestWindow = sql`interval '25 hours'`;
/** The most services, each at most a day (bookings_length_check). */
export const longestBooking = sql`interval ${sql.lit(`${maxServicesPerBooking * (DAY / MINUTE)} minutes`)}`;

/** The columns that `joinWindows` has of `WindowSources`. */
export const ruleColumns = sql`ruled.schedules, ruled.dates, single.single_ids, single.singles`;
const withoutIds = sql`ruled.schedules, ruled.dates, null::text as single_ids, single.singles`;

/** The columns of `WindowSources`, after `joinWindows`; without ids where nobody is told them. */
export function windowColumns(professionals: string, { withIds } = { withIds: true }) {
  const p = sql.ref(professionals);
  const rules = withIds ? ruleColumns : withoutIds;
  return sql`${p}.time_zone, ${p}.booking_horizon_days, ${p}.closed_on_holidays_of, ${p}.books_open, ${rules}`;
}

const since1970 = (column: string) => sql`${sql.ref(column)} - date '1970-01-01'`;
const dateOf = (instant: RawBuilder<unknown>) => sql`((${instant}) at time zone 'UTC')::date`;

/** The schedules of a professional as `WindowSources` has them. */
export function schedulesOf(id: RawBuilder<unknown>) {
  return sql<WindowSources['schedules']>`
    select json_agg(json_build_array(${since1970('starts_on')}, ${since1970('ends_on')}, every_weeks, hours) order by position)
    from hour_schedules where professional_id = ${id}`;
}

/**
 * Joins the professional of an id to what their windows between two instants follow from, single windows that cut those
 * of hours included. The days on either side are for time zones, and for what a clock change moves.
 */
export function joinWindows(id: RawBuilder<unknown>, after: RawBuilder<unknown>, before: RawBuilder<unknown>) {
  return sql`
    cross join lateral (
      select (
          ${schedulesOf(id)}
        ) as schedules, (
          select json_agg(json_build_array(${since1970('date')}, hours))
          from hour_dates where professional_id = ${id} and date between ${dateOf(after)} - 4 and ${dateOf(before)} + 2
        ) as dates
    ) ruled
    cross join lateral (
      -- They do not overlap, so that this is also the order of their starts.
      select string_agg(a.id::text, ',' order by a.end_time) as single_ids, ${joinSpans('a', 'end_time')} as singles
      from availability a
      where a.professional_id = ${id} and a.end_time > ${after} - ${longestWindow} and a.end_time < ${before} + 2 * ${longestWindow}
        and a.start_time < ${before} + ${longestWindow}
    ) single`;
}

/** The id of a window as values of `windowWithId`. */
export function windowIdValues(id: string): { id: string; key: string; start: string | null } {
  const read = readWindowId(id);
  return { id, key: read?.key ?? '', start: read ? iso(read.start) : null };
}

/**
 * The professional and the start of a window: those of a row, or what its id says of a window of hours. Whether hours
 * start then, `windowsBetween` tells.
 */
export function windowWithId(p: Params<ReturnType<typeof windowIdValues>>) {
  return sql`(
    select professional_id, start_time from availability where id = ${p.id}
    union all
    select id, ${p.start}::timestamptz from professionals where ${windowKeyOf(sql.ref('id'))} = ${p.key}
    limit 1
  )`;
}

/**
 * Busy times between two instants as the column `busy`, soonest first; `but` is a booking that counts as free, with
 * what its request holds. As they do not overlap, none that begins earlier than the last one before `after` reaches
 * into it.
 */
export function busyBetween(
  id: RawBuilder<unknown>,
  after: RawBuilder<unknown>,
  before: RawBuilder<unknown>,
  but?: RawBuilder<unknown>,
) {
  return sql`
    select ${joinSpans('t', 'start_time')} as busy
    from busy_times t
    where t.professional_id = ${id} and t.start_time < ${before} and t.start_time >= coalesce((
      select start_time from busy_times where professional_id = ${id} and start_time <= ${after} order by start_time desc limit 1
    ), '-infinity') ${but === undefined ? sql`` : sql`and t.booking_id is distinct from ${but}::uuid`}`;
}

/** Time off and times of calendars elsewhere between two instants as the column `off`. */
export function offBetween(id: RawBuilder<unknown>, after: RawBuilder<unknown>, before: RawBuilder<unknown>) {
  const within = sql`professional_id = ${id} and end_time > ${after} and start_time < ${before}`;
  return sql`
    select ${joinSpans('o')} as off
    from (select start_time, end_time from time_off where ${within}
      union all select start_time, end_time from calendar_times where ${within}) o`;
}

type Live = WindowSources & { bookings: Spans; from: number | null; to: number };

const liveBookings = statement(
  'live_bookings_and_windows',
  (_, p: Params<{ professional_id: string }>) => sql<Live>`
    select ${windowColumns('p')}, live.bookings, ${epochMs('live.from_at')} as "from", ${epochMs('live.to_at')} as "to"
    from professionals p
    cross join lateral (
      select ${joinSpans('b')} as bookings, min(b.start_time) as from_at, max(b.end_time) as to_at
      from bookings b
      -- The longest booking bounds the start, so that the index leaves out what ended long ago.
      where b.professional_id = p.id and b.start_time > clock_now() - ${longestBooking} and b.end_time > clock_now()
        and b.status in ('pending', 'confirmed') and not b.placed_by_professional
    ) live
    ${joinWindows(sql`p.id`, sql`live.from_at`, sql`live.to_at`)}
    where p.id = ${p.professional_id}`,
);

/**
 * How many pending and confirmed bookings that have not ended are outside of all windows, taken together and
 * disregarding the horizon; those that the professional placed are not (contract 8).
 */
export async function countBookingsOutside(db: Db, professional_id: string): Promise<number> {
  const live = await liveBookings.executeTakeFirst(db, { professional_id });
  if (!live || live.from === null) return 0;
  const singles = spansOf(live.singles);
  const range = { start: live.from, end: live.to };
  const windows: Span[] = [...singles, ...windowsOfHours(hoursOf(live), live.time_zone, range, singles)];
  return countUncovered(
    spansOf(live.bookings),
    windows.sort((one, other) => one.start - other.start),
  );
}

type OpenTime = WindowSources & { off: Spans; now: number };

/** The windows and the time off of a range: past ones too, those of weekly hours as they are now, without a horizon. */
export async function openTimeOf(db: Db, professionalId: string, range: Span) {
  const [from, to] = [sql`${iso(range.start)}::timestamptz`, sql`${iso(range.end)}::timestamptz`];
  const { rows } = await sql<OpenTime>`
    select ${windowColumns('p', { withIds: false })}, (${offBetween(sql`p.id`, from, to)}) as off,
      ${epochMs('clock_now')} as now
    from professionals p ${joinWindows(sql`p.id`, from, to)} cross join clock_now()
    where p.id = ${professionalId}`.execute(db);
  const open = rows[0] ?? unauthorized();
  const singles = spansOf(open.singles);
  const windows: Span[] = [...singles, ...windowsOfHours(hoursOf(open), open.time_zone, range, singles)];
  return { windows, off: spansOf(open.off), now: open.now };
}

/** Forgets a professional's hours, dates, time off and calendars elsewhere. Needs the professional's lock. */
export async function deleteHours(trx: Db, professionalId: string): Promise<void> {
  for (const table of ['hour_schedules', 'hour_dates', 'time_off', 'busy_calendars'] as const)
    await trx.deleteFrom(table).where('professional_id', '=', professionalId).execute();
}
