import { type RawBuilder, sql } from 'kysely';
import { spanBytes, spansOf } from '#server/db/spans.ts';
import { epochMs } from '#server/db/sql.ts';
import { DAY, nextFreeDays, windowBounds } from '#shared/constants.ts';
import { firstFree } from '#shared/rules/slots.ts';

/**
 * What the soonest start of a row is computed from. Of each window and busy time start and end, as PostgreSQL sends
 * instants; soonest first.
 */
export type FreeTimesRow = {
  /** Epoch milliseconds. */
  now: number;
  slot_interval_minutes: number;
  min_notice_minutes: number;
  buffer_minutes: number;
  /** Length of what would be booked; null when there is nothing to book. */
  free_minutes: number | null;
  windows: Buffer | null;
  busy: Buffer | null;
};

/** The columns of `FreeTimesRow` after `joinFreeTimes`. `professional` is the alias that has the settings. */
export function freeTimesColumns(professional: string, minutes: RawBuilder<number | null>) {
  const p = sql.ref(professional);
  return sql`${epochMs('clock.now_at')} as now, ${p}.slot_interval_minutes, ${p}.min_notice_minutes, ${p}.buffer_minutes,
    ${minutes} as free_minutes, free_windows.windows, free_busy.busy`;
}

/** The clock of `joinFreeTimes`: `offset 0` has it read once a statement, not for each comparison. */
export const freeTimesClock = sql`(
  select now_at, now_at + make_interval(days => ${sql.lit(nextFreeDays)}) as until
    from (select clock_now() as now_at offset 0) read_once
) clock`;

/** So many minutes, as an interval. */
const minutesOf = (minutes: RawBuilder<unknown>) => sql`make_interval(mins => ${minutes})`;

/**
 * Joins the rows of a page, and no others, to the windows and busy times of 14 days from which `nextFree` computes
 * their soonest start. Both are ranges of one index each. Instants go as bytes: writing each as text costs more than
 * reading it. `id` is the professional's, `professional` as above.
 */
export function joinFreeTimes(professional: string, id: RawBuilder<unknown>, minutes: RawBuilder<number | null>) {
  const p = sql.ref(professional);
  const buffer = minutesOf(sql`${p}.buffer_minutes`);
  const earliest = sql`clock.now_at + ${minutesOf(sql`${p}.min_notice_minutes`)}`;
  return sql`
    cross join lateral (
      select string_agg(${spanBytes('w')}, '' order by w.end_time) as windows, max(w.end_time) as ends_at
      from availability w
      where w.professional_id = ${id} and w.end_time > ${earliest} + ${minutesOf(minutes)}
        and w.end_time < clock.until + ${longestWindow} and w.start_time < clock.until
    ) free_windows
    cross join lateral (
      select string_agg(${spanBytes('t')}, '' order by t.start_time) as busy
      from busy_times t
      where t.professional_id = ${id} and t.start_time < free_windows.ends_at + ${buffer}
        -- They do not overlap: what begins before this one has ended, too.
        and t.start_time >= coalesce((
          select start_time from busy_times
          where professional_id = ${id} and start_time <= ${earliest} order by start_time desc limit 1
        ), '-infinity')
    ) free_busy`;
}

const longestWindow = sql`interval ${sql.lit(`${windowBounds.maxHours} hours`)}`;

/** The soonest bookable start within 14 days (contract 3), by the rules of slots; null when there is none. */
export function nextFree(row: FreeTimesRow): string | null {
  const { now, slot_interval_minutes, min_notice_minutes, buffer_minutes, free_minutes } = row;
  if (free_minutes === null || row.windows === null) return null;
  const rule = {
    now,
    to: now + nextFreeDays * DAY,
    slot_interval_minutes,
    min_notice_minutes,
    buffer_minutes,
    duration_minutes: free_minutes,
  };
  const start = firstFree(spansOf(row.windows), spansOf(row.busy), rule);
  return start === undefined ? null : new Date(start).toISOString();
}
