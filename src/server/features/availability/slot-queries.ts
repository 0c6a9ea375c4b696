import { type RawBuilder, sql } from 'kysely';
import { type Viewer, type Visibility, visibilityOf } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import type { Spans } from '#server/db/spans.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { type ServiceLine, serviceLinesJson } from '#server/features/bookings/make/line-queries.ts';
import {
  busyBetween,
  joinWindows,
  longestWindow,
  offBetween,
  windowColumns,
  windowIdValues,
  windowWithId,
} from '#server/features/hours/queries.ts';
import type { WindowSources } from '#server/features/hours/windows.ts';
import { isVisibleTo } from '#server/features/parties/visibility.ts';
import type { SlotsRange } from '#shared/availability.ts';
import { slotHorizonDays } from '#shared/constants.ts';

/**
 * Everything that slots are computed from, read in one statement and so at one moment. Instants are epoch milliseconds.
 */
export type SlotInputs = WindowSources & {
  professional_id: string;
  now: number;
  from: number;
  to: number;
  slot_interval_minutes: number;
  min_notice_minutes: number;
  buffer_minutes: number;
  /** Those of the chosen services that this professional has; null where none were chosen. */
  services: ServiceLine[] | null;
  /** Start and end of each, soonest first; includes what matters only because of the buffer. */
  busy: Spans;
  /** As busy, in any order. */
  off: Spans;
};

/** The range as asked for; null stands for the default. */
type Values = Visibility & {
  id: string;
  from: string | null;
  to: string | null;
  service_ids: string[] | null;
  booking_id: string | null;
};

function valuesOf(id: string, { from, to, service_ids, booking_id }: SlotsRange, viewer: Viewer | null): Values {
  return {
    id,
    from: from ?? null,
    to: to ?? null,
    service_ids: service_ids ?? null,
    booking_id: booking_id ?? null,
    ...visibilityOf(viewer),
  };
}

const professional = sql`p.id`;

/**
 * A statement with the chosen services, one without, as to look for none costs a fifth of the whole, and one for which
 * the times of a booking and of its request are free.
 */
function withOrWithoutServices<V extends Values, Row>(
  name: string,
  build: (p: Params<V>, services: RawBuilder<unknown>, but?: RawBuilder<unknown>) => RawBuilder<Row>,
) {
  const noServices = sql`select null::json as services`;
  const chosen = statement(`${name}_and_services`, (_, p: Params<V>) =>
    build(p, sql`select ${serviceLinesJson(professional, p.service_ids)} as services`),
  );
  const none = statement(name, (_, p: Params<V>) => build(p, noServices));
  const rebooked = statement(`${name}_but_a_booking`, (_, p: Params<V>) => build(p, noServices, sql`${p.booking_id}`));
  return {
    executeTakeFirst: (db: Db, values: V) =>
      (values.booking_id ? rebooked : values.service_ids ? chosen : none).executeTakeFirst(db, values),
  };
}

const buffer = sql`make_interval(mins => p.buffer_minutes)`;

const columns = sql`p.id as professional_id, p.slot_interval_minutes, p.min_notice_minutes, p.buffer_minutes, c.services, b.busy, o.off,
  ${windowColumns('p')}`;

const inputsOfProfessional = withOrWithoutServices(
  'slot_inputs_of_professional',
  (p: Params<Values>, services, but) => sql<SlotInputs>`
    select ${epochMs('r.now_at')} as now, ${epochMs('r.from_at')} as "from", ${epochMs('r.to_at')} as "to", ${columns}
    from professionals p
    cross join lateral (
      select *, greatest(from_at, now_at) - ${buffer} as busy_after, to_at + ${longestWindow} + ${buffer} as busy_before
      from (
        select clock_now() as now_at, coalesce(${p.from}::timestamptz, clock_now()) as from_at,
               coalesce(${p.to}::timestamptz,
                        coalesce(${p.from}::timestamptz, clock_now()) + make_interval(days => ${slotHorizonDays}::int)) as to_at
      ) asked
      -- Computed once: PostgreSQL would write these expressions into the conditions, and compute them for each row.
      offset 0
    ) r
    cross join lateral (${services}) c
    ${joinWindows(professional, sql`r.from_at`, sql`r.to_at`)}
    cross join lateral (${busyBetween(professional, sql`r.busy_after`, sql`r.busy_before`, but)}) b
    cross join lateral (${offBetween(professional, sql`r.busy_after`, sql`r.busy_before`)}) o
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

type WindowValues = Values & ReturnType<typeof windowIdValues>;
export type WindowSlotInputs = SlotInputs & { window_start: number };

const inputsOfWindow = withOrWithoutServices(
  'slot_inputs_of_window',
  (p: Params<WindowValues>, services, but) => sql<WindowSlotInputs>`
    select ${epochMs(clockNow)} as now, ${epochMs('w.start_time')} as window_start,
      ${epochMs(sql`coalesce(${p.from}::timestamptz, w.start_time)`)} as "from",
           ${epochMs(sql`coalesce(${p.to}::timestamptz, w.start_time + ${longestWindow})`)} as "to", ${columns}
    from ${windowWithId(p)} w
    join professionals p on p.id = w.professional_id
    cross join lateral (${services}) c
    ${joinWindows(professional, sql`w.start_time`, sql`w.start_time`)}
    cross join lateral (
      ${busyBetween(professional, sql`w.start_time - ${buffer}`, sql`w.start_time + ${longestWindow} + ${buffer}`, but)}
    ) b
    cross join lateral (${offBetween(professional, sql`w.start_time`, sql`w.start_time + ${longestWindow}`)}) o
    where ${isVisibleTo(p, 'p')}`,
);

/** The window of this id may be gone: its professional's at its start. Undefined when the viewer may not see it. */
export function slotInputsOfWindow(
  db: Db,
  id: string,
  range: SlotsRange,
  viewer: Viewer | null,
): Promise<WindowSlotInputs | undefined> {
  return inputsOfWindow.executeTakeFirst(db, { ...valuesOf(id, range, viewer), ...windowIdValues(id) });
}
