import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Spans } from '#server/db/spans.ts';
import { epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { busyBetween } from '#server/features/hours/queries.ts';
import type { Span } from '#shared/rules/slots.ts';
import { iso } from '#shared/time.ts';
import { type ServiceLine, serviceLinesJson } from '../make/line-queries.ts';

/** A professional's own settings of slots, and those of the chosen services that they have, offered or not. */
export type PlanBasis = {
  now: number;
  time_zone: string;
  slot_interval_minutes: number;
  min_notice_minutes: number;
  buffer_minutes: number;
  services: ServiceLine[];
};

const planBasis = statement(
  'series_plan_basis',
  (_, p: Params<{ professional_id: string; service_ids: string[] }>) => sql<PlanBasis>`
    select ${epochMs('clock_now')} as now, time_zone, slot_interval_minutes, min_notice_minutes, buffer_minutes,
      ${serviceLinesJson(sql`pro.id`, p.service_ids)} as services
    from professionals pro cross join clock_now() where pro.id = ${p.professional_id}`,
);

export function readPlanBasis(db: Db, professional_id: string, service_ids: string[]): Promise<PlanBasis | undefined> {
  return planBasis.executeTakeFirst(db, { professional_id, service_ids });
}

type Texts = { starts: string[]; ends: string[] };
type Ranges = Texts & { professional_id: string; booking_id: string | null };

const busyOfRanges = statement(
  'busy_of_ranges',
  (_, p: Params<Ranges>) => sql<{ busy: Spans }>`
    select near.busy
    from unnest(${p.starts}::timestamptz[], ${p.ends}::timestamptz[]) with ordinality asked (start_time, end_time, n)
    cross join lateral (${busyBetween(
      sql`${p.professional_id}::uuid`,
      sql`asked.start_time`,
      sql`asked.end_time`,
      sql`${p.booking_id}`,
    )}) near
    order by asked.n`,
);

/** Busy times in each range, without those of a booking and its request. */
export async function busyIn(db: Db, asked: Omit<Ranges, keyof Texts>, ranges: readonly Span[]): Promise<Spans[]> {
  const rows = await busyOfRanges.execute(db, { ...asked, ...textsOf(ranges) });
  return rows.map(({ busy }) => busy);
}

function textsOf(spans: readonly Span[]): Texts {
  return { starts: spans.map(({ start }) => iso(start)), ends: spans.map(({ end }) => iso(end)) };
}

/** What is in the way of a part, whose number counts from 1. */
export type InTheWay = {
  part: number;
  kind: 'booking' | 'request' | 'opening' | null;
  booking_id: string | null;
  name: string | null;
  start: number;
  end: number;
};

// Whoever holds a time is named here: a booking, the other time that somebody asked for, or what is offered to somebody.
const inTheWay = statement(
  'in_the_way_of_parts',
  (_, p: Params<Texts & { professional_id: string; but: string[] }>) => sql<InTheWay>`
    select asked.n::int as part,
      case when r.id is not null then 'request' when b.id is not null then 'booking' when o.id is not null then 'opening' end
        as kind,
      case when o.id is null then b.id when e.is_earlier then e.booking_id end as booking_id,
      case when b.guest_id is null then c.first_name || ' ' || c.last_name
        else (select name from contacts g where g.professional_id = b.professional_id and g.id = b.guest_id) end as name,
      ${epochMs(sql`coalesce(r.start_time, b.start_time, o.start_time, t.start_time)`)} as start,
      ${epochMs(sql`coalesce(r.end_time, b.end_time, o.end_time, t.end_time)`)} as "end"
    from unnest(${p.starts}::timestamptz[], ${p.ends}::timestamptz[]) with ordinality asked (start_time, end_time, n)
    cross join lateral (
      select * from busy_times
      where professional_id = ${p.professional_id} and (booking_id = any(${p.but}::uuid[])) is not true
        and tstzrange(busy_times.start_time, busy_times.end_time) && tstzrange(asked.start_time, asked.end_time)
      order by busy_times.start_time limit 1) t
    left join bookings b on b.professional_id = t.professional_id and b.id = t.booking_id
    left join reschedules r on r.professional_id = t.professional_id and r.id = t.reschedule_id
    left join openings o on o.professional_id = t.professional_id and o.id = t.opening_id
    left join cancellation_list_entries e on e.professional_id = o.professional_id and e.id = o.entry_id
    left join clients c on c.id = coalesce(b.client_id, e.client_id)
    order by t.start_time`,
);

/** The first thing in the way of each part, soonest first, leaving out the bookings `but` and their requests. */
export function findInTheWay(
  db: Db,
  asked: { professional_id: string; but: string[] },
  parts: readonly Span[],
): Promise<InTheWay[]> {
  return inTheWay.execute(db, { ...asked, ...textsOf(parts) });
}
