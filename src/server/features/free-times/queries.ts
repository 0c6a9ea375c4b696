import { type RawBuilder, sql } from 'kysely';
import { spansOf } from '#server/db/spans.ts';
import { epochMs } from '#server/db/sql.ts';
import {
  busyBetween,
  joinWindows,
  longestWindow,
  offBetween,
  openBetween,
  type WindowSources,
  windowColumns,
} from '#server/features/hours/queries.ts';
import { DAY, nextFreeDays } from '#shared/constants.ts';
import { firstFree, merged, slotMinutes } from '#shared/rules/slots.ts';
import { partsOfVisit, type TimedService } from '#shared/rules/visit.ts';

/** What the soonest start of a row is computed from. */
export type FreeTimesRow = WindowSources & {
  /** Epoch milliseconds. */
  now: number;
  slot_interval_minutes: number;
  min_notice_minutes: number;
  buffer_minutes: number;
  /** What would be booked, each alone; null when there is nothing to book. */
  free_visits: VisitMinutes[] | null;
  /** Start and end of each, as PostgreSQL sends instants. */
  busy: Buffer | null;
  off: Buffer | null;
};

/** Minutes of a service: of all of it, until its processing time, and of that. */
type VisitMinutes = [whole: number, processingStart: number | null, processing: number | null];

/** A service of this alias as `VisitMinutes`. */
export function visitMinutes(services: string) {
  const s = sql.ref(services);
  return sql`json_build_array(${s}.service_duration_minutes, ${s}.processing_start_minutes, ${s}.processing_minutes)`;
}

/**
 * The columns of `FreeTimesRow` after `joinFreeTimes`. `professional` is the alias that has the settings, `visits` is a
 * JSON array of `visitMinutes`.
 */
export function freeTimesColumns(professional: string, visits: RawBuilder<unknown>) {
  const p = sql.ref(professional);
  return sql`${epochMs('clock.now_at')} as now, ${p}.slot_interval_minutes, ${p}.min_notice_minutes, ${p}.buffer_minutes,
    ${visits} as free_visits, free_busy.busy, free_off.off, ${windowColumns(professional)}`;
}

/** The clock of `joinFreeTimes`: `offset 0` has it read once a statement, not for each comparison. */
export const freeTimesClock = sql`(
  select now_at, now_at + make_interval(days => ${sql.lit(nextFreeDays)}) as until
  from (select clock_now() as now_at offset 0) read_once
) clock`;

/** So many minutes, as an interval. */
const minutesOf = (minutes: RawBuilder<unknown>) => sql`make_interval(mins => ${minutes})`;

/**
 * Joins the rows of a page, and no others, to the hours, windows and busy times of 14 days from which `nextFree`
 * computes their soonest start. Instants go as bytes: writing each as text costs more than reading it. `id` is the
 * professional's, `professional` as above.
 */
export function joinFreeTimes(professional: string, id: RawBuilder<unknown>) {
  const p = sql.ref(professional);
  const buffer = minutesOf(sql`${p}.buffer_minutes`);
  const earliest = sql`clock.now_at + ${minutesOf(sql`${p}.min_notice_minutes`)}`;
  const latest = sql`clock.until + ${longestWindow}`;
  return sql`
    ${joinWindows(id, earliest, sql`clock.until`)}
    cross join lateral (${busyBetween(id, sql`${earliest} - ${buffer}`, sql`${latest} + ${buffer}`)}) free_busy
    cross join lateral (${offBetween(id, earliest, latest)}) free_off`;
}

/** The soonest bookable start within 14 days (contract 3), by the rules of slots; null when there is none. */
export function nextFree(row: FreeTimesRow): string | null {
  const { now, slot_interval_minutes, min_notice_minutes, buffer_minutes, free_visits } = row;
  if (free_visits === null) return null;
  const to = now + nextFreeDays * DAY;
  const windows = openBetween(row, { now, from: now, to });
  if (windows.length === 0) return null;
  const busy = [...spansOf(row.busy)];
  const off = merged(spansOf(row.off));
  let soonest = Infinity;
  for (const service of soonestVisits(free_visits)) {
    const rule = { now, to: Math.min(to, soonest), slot_interval_minutes, min_notice_minutes, buffer_minutes };
    const visit = { duration_minutes: slotMinutes([service]), parts: partsOfVisit([service]) };
    soonest = Math.min(soonest, firstFree(windows, busy, { ...rule, ...visit, off }) ?? Infinity);
  }
  return soonest === Infinity ? null : new Date(soonest).toISOString();
}

/** Of those without processing time the shortest is free the soonest; the others are tried each by its parts. */
function soonestVisits(visits: readonly VisitMinutes[]): TimedService[] {
  const services = visits.map(([service_duration_minutes, processing_start_minutes, processing_minutes]) => ({
    service_duration_minutes,
    processing_start_minutes,
    processing_minutes,
  }));
  const whole = services.filter(({ processing_minutes }) => processing_minutes === null);
  const [shortest] = whole.toSorted((one, other) => one.service_duration_minutes - other.service_duration_minutes);
  const gapped = services.filter(({ processing_minutes }) => processing_minutes !== null);
  const different = new Map(gapped.map((one) => [Object.values(one).join(), one]));
  return [...(shortest ? [shortest] : []), ...different.values()];
}
