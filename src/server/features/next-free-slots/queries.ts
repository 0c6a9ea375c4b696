import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type Spans, spansOf } from '#server/db/spans.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { busyBetween, joinWindows, longestWindow, offBetween, windowColumns } from '#server/features/hours/queries.ts';
import { openBetween, type WindowSources } from '#server/features/hours/windows.ts';
import { type ChangedSlotBases, packed, type SlotBasis } from '#server/search/slot-basis.ts';
import { DAY, limits, slotRange } from '#shared/constants.ts';
import { merged } from '#shared/rules/slots.ts';
import type { VisitMinutes } from './slots-of-rows.ts';

/**
 * How far ahead slots are read: as far as a search may ask, and as long as they may be in use before they are read
 * again.
 */
const readDays = slotRange.aheadDays + 2;

type SlotBasisRow = Omit<SlotBasis, 'until' | 'windows' | 'isOfHours' | 'busy' | 'off'> &
  WindowSources & { now: number; busy: Spans; off: Spans };

const longestBuffer = sql`interval ${sql.lit(`${limits.bufferMinutes.max} minutes`)}`;
const clock = sql`(
  select now_at, now_at + make_interval(days => ${sql.lit(readDays)}) as until
  from (select clock_now() as now_at offset 0) read_once
) clock`;

const versionOf = (id: RawBuilder<unknown>) =>
  sql<number>`coalesce((select version from slot_versions where professional_id = ${id}), 0)::float8`;

// The list stands in a subquery: PostgreSQL would plan anew for each list that is shorter than it takes any to be.
const slotBasesOfProfessionals = statement('slot_bases_of_professionals', (_, p: Params<{ ids: string[] }>) => {
  const after = sql`clock.now_at`;
  const before = sql`clock.until + ${longestWindow}`;
  return sql<SlotBasisRow>`
    select p.id, ${versionOf(sql`p.id`)} as version, ${epochMs('clock.now_at')} as now, p.slot_interval_minutes,
      p.min_notice_minutes, p.buffer_minutes, free_busy.busy, free_off.off, ${windowColumns('p', { withIds: false })}
    from unnest((select ${p.ids}::uuid[])) as chosen (id)
    cross join lateral (select * from professionals where id = chosen.id offset 0) p
    cross join ${clock}
    ${joinWindows(sql`p.id`, after, sql`clock.until`)}
    cross join lateral (${busyBetween(sql`p.id`, sql`${after} - ${longestBuffer}`, sql`${before} + ${longestBuffer}`)}) free_busy
    cross join lateral (${offBetween(sql`p.id`, after, before)}) free_off`;
});

/** The slot bases of these professionals, all at one moment. */
export async function readSlotBases(db: Db, ids: string[]): Promise<SlotBasis[]> {
  return (await slotBasesOfProfessionals.execute(db, { ids })).map(slotBasisOf);
}

function slotBasisOf({ now, busy, off, ...row }: SlotBasisRow): SlotBasis {
  const until = now + readDays * DAY;
  // Windows of hours beyond the horizon come into it while these are in use.
  const windows = openBetween({ ...row, booking_horizon_days: readDays }, { now, from: now, to: until });
  return {
    id: row.id,
    version: row.version,
    until,
    slot_interval_minutes: row.slot_interval_minutes,
    min_notice_minutes: row.min_notice_minutes,
    buffer_minutes: row.buffer_minutes,
    booking_horizon_days: row.booking_horizon_days,
    books_open: row.books_open,
    time_zone: row.time_zone,
    windows: packed(windows),
    isOfHours: Uint8Array.from(windows, ({ source }) => (source === 'single' ? 0 : 1)),
    busy: packed(spansOf(busy)),
    off: packed(merged(spansOf(off))),
  };
}

const slotBasesChangedSince = statement(
  'slot_bases_changed_since',
  (_, p: Params<{ since: number }>) => sql<{ now: number; next: number; changed: ChangedSlotBases['changed'] | null }>`
    select ${epochMs(sql`clock_now()`)} as now, pg_snapshot_xmin(pg_current_snapshot())::text::float8 as next,
      (select json_agg(json_build_object('id', professional_id, 'version', version))
        from slot_versions where version >= ${p.since}::bigint) as changed`,
);

/**
 * Whose slots have changed in transactions that may have been open at an earlier look, whose `next` is `since`: none is
 * missed, whatever the order in which they commit.
 */
export async function readChangedSlotBases(db: Db, since: number): Promise<ChangedSlotBases> {
  const row = await slotBasesChangedSince.executeTakeFirst(db, { since });
  return { now: row?.now ?? 0, next: row?.next ?? since, changed: row?.changed ?? [] };
}

/** The visits of a group of services of this alias, null without any. */
export function visitsOf(services: string) {
  const s = sql.ref(services);
  return sql<VisitMinutes[] | null>`json_agg(json_build_array(${s}.service_duration_minutes,
    ${s}.processing_start_minutes, ${s}.processing_minutes, ${s}.category, ${s}.id))`;
}

/** What a row of a page says of its professional's slots; `id` is the professional's. */
export function slotColumns(id: RawBuilder<unknown>) {
  // As a subquery it is computed once, not for each row.
  return { now: sql<number>`(select ${epochMs(clockNow)})`, slot_version: versionOf(id) };
}
