import { type RawBuilder, sql } from 'kysely';
import { type Viewer, type Visibility, visibilityOf } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { spanBytes } from '#server/db/spans.ts';
import { clockNow, epochMs, isAmong } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { isVisibleTo } from '#server/features/professionals/queries.ts';
import type { SlotsRange } from '#shared/availability.ts';
import { DAY, MINUTE, maxServicesPerBooking, slotHorizonDays, windowBounds } from '#shared/constants.ts';

/**
 * Everything that slots are computed from, read in one statement and so at one moment. Instants are epoch milliseconds.
 */
export type SlotInputs = {
  now: number;
  from: number;
  to: number;
  slot_interval_minutes: number;
  min_notice_minutes: number;
  buffer_minutes: number;
  /** Sum of the chosen services' durations; null when none was chosen. */
  duration_minutes: number | null;
  /** How many of the chosen services this professional offers. */
  services_found: number;
  /** Ids between commas, and start and end of each as `spanBytes`, soonest first; null without windows. */
  window_ids: string | null;
  windows: Buffer | null;
  /** As windows; includes bookings that matter only because of the buffer. */
  busy: Buffer | null;
};

/** The longest window and the longest booking: the most services, each at most a day (bookings_length_check). */
const longestWindow = sql`interval ${sql.lit(`${windowBounds.maxHours} hours`)}`;
export const longestBooking = sql`interval ${sql.lit(`${maxServicesPerBooking * (DAY / MINUTE)} minutes`)}`;

/** The range as asked for; null stands for the default. */
type Values = Visibility & { id: string; from: string | null; to: string | null; service_ids: string[] | null };

function valuesOf(id: string, { from, to, service_ids }: SlotsRange, viewer: Viewer | null): Values {
  return { id, from: from ?? null, to: to ?? null, service_ids: service_ids ?? null, ...visibilityOf(viewer) };
}

/** A statement with the totals of the chosen services and one without: to look for none costs a fifth of the whole. */
function withOrWithoutServices(
  name: string,
  build: (p: Params<Values>, chosen: RawBuilder<unknown>) => RawBuilder<SlotInputs>,
) {
  const chosen = statement(`${name}_and_services`, (_, p: Params<Values>) => build(p, totalsOfServices(p)));
  const none = statement(name, (_, p: Params<Values>) =>
    build(p, sql`select 0 as services_found, null::int as duration_minutes`),
  );
  return {
    executeTakeFirst: (db: Db, values: Values) => (values.service_ids ? chosen : none).executeTakeFirst(db, values),
  };
}

function totalsOfServices({ service_ids }: Params<Values>) {
  return sql`
    select count(*)::int as services_found, sum(s.service_duration_minutes)::int as duration_minutes
    from services s
    where s.professional_id = p.id and ${isAmong('s.id', service_ids)} and s.is_active and s.deleted_at is null`;
}

const buffer = sql`make_interval(mins => p.buffer_minutes)`;

/** Busy times between two instants. The longest booking bounds the start, so that the index is used. */
function busyBetween(after: RawBuilder<unknown>, before: RawBuilder<unknown>) {
  return sql`
    select string_agg(${spanBytes('t')}, '' order by t.start_time) as busy
    from busy_times t
    where t.professional_id = p.id and t.start_time > ${after} - ${longestBooking} and t.start_time < ${before} and t.end_time > ${after}`;
}

const settings = sql`p.slot_interval_minutes, p.min_notice_minutes, p.buffer_minutes`;

const inputsOfProfessional = withOrWithoutServices(
  'slot_inputs_of_professional',
  (p, chosen) => sql<SlotInputs>`
    select ${epochMs('r.now_at')} as now, ${epochMs('r.from_at')} as "from", ${epochMs('r.to_at')} as "to", ${settings},
           c.duration_minutes, c.services_found, w.window_ids, w.windows, b.busy
    from professionals p
    cross join lateral (
      select *, to_at + ${longestWindow} as last_end, greatest(from_at, now_at) - ${buffer} as busy_after,
             to_at + ${longestWindow} + ${buffer} as busy_before
      from (
        select clock_now() as now_at, coalesce(${p.from}::timestamptz, clock_now()) as from_at,
               coalesce(${p.to}::timestamptz,
                        coalesce(${p.from}::timestamptz,
                          clock_now()) + make_interval(days => ${slotHorizonDays}::int)) as to_at
      ) asked
      -- Computed once: PostgreSQL would write these expressions into the conditions, and compute them for each row.
      offset 0
    ) r
    cross join lateral (${chosen}) c
    cross join lateral (
      -- They do not overlap, so that this is also the order of their starts.
      select string_agg(a.id::text, ',' order by a.end_time) as window_ids,
        string_agg(${spanBytes('a')}, '' order by a.end_time) as windows
      from availability a
      where a.professional_id = p.id and a.end_time > r.from_at and a.start_time < r.to_at and a.end_time < r.last_end
    ) w
    cross join lateral (${busyBetween(sql`r.busy_after`, sql`r.busy_before`)}) b
    where p.id = ${p.id} and ${isVisibleTo(p, 'p')}`,
);

/**
 * Windows of a professional that overlap the range, by default the next 60 days. Undefined when the viewer may not see
 * the professional.
 */
export function slotInputsOfProfessional(
  db: Db,
  id: string,
  range: SlotsRange,
  viewer: Viewer | null,
): Promise<SlotInputs | undefined> {
  return inputsOfProfessional.executeTakeFirst(db, valuesOf(id, range, viewer));
}

const inputsOfWindow = withOrWithoutServices(
  'slot_inputs_of_window',
  (p, chosen) => sql<SlotInputs>`
    select ${epochMs(clockNow)} as now, ${epochMs(sql`coalesce(${p.from}::timestamptz, a.start_time)`)} as "from",
           ${epochMs(sql`coalesce(${p.to}::timestamptz, a.end_time)`)} as "to", ${settings},
           c.duration_minutes, c.services_found,
           a.id::text as window_ids, ${spanBytes('a')} as windows, b.busy
    from availability a
    join professionals p on p.id = a.professional_id
    cross join lateral (${chosen}) c
    cross join lateral (${busyBetween(sql`a.start_time - ${buffer}`, sql`a.end_time + ${buffer}`)}) b
    where a.id = ${p.id} and ${isVisibleTo(p, 'p')}`,
);

/** One window, however far ahead. Undefined when the viewer may not see it. */
export function slotInputsOfWindow(
  db: Db,
  id: string,
  range: SlotsRange,
  viewer: Viewer | null,
): Promise<SlotInputs | undefined> {
  return inputsOfWindow.executeTakeFirst(db, valuesOf(id, range, viewer));
}
