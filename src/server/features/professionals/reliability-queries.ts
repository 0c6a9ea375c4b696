import { sql } from 'kysely';
import { isVisit } from '#server/features/bookings/life/which-queries.ts';
import type { ReliabilityCounts } from '#shared/rules/reliability.ts';

const today = sql`date_trunc('day', clock_now() at time zone professionals.time_zone)`;
const wasCancelled = sql`b.status = 'cancelled' and b.cancelled_by = 'professional' and b.confirmed_at is not null`;

/**
 * The first answer to a request: it was confirmed, declined or offered another time, or nobody answered until it
 * expired. Of what was confirmed at once, and of what asked a deposit, there is none.
 */
const firstAnswer = sql`case when b.deposit_cents is null and b.confirmed_at is distinct from b.created_at then least(
  b.confirmed_at,
  case when b.cancelled_by = 'professional' or b.cancelled_by = 'system' and b.cancel_reason is null then b.cancelled_at end,
  asked.first_at) end`;

/** Of a row of `professionals`: the bookings of the 365 dates before today, but for what was written in. */
export const reliabilityCounts = sql<ReliabilityCounts>`(
  select json_build_object(
    'visits', count(*) filter (where ${isVisit}),
    'timed', count(*) filter (where ${isVisit} and b.started_at is not null),
    'on_time', count(*) filter (where ${isVisit} and b.started_at <= b.start_time + interval '15 minutes'),
    'confirmed', count(*) filter (where b.status in ('confirmed', 'completed') or ${wasCancelled}),
    'kept', count(*) filter (where b.status in ('confirmed', 'completed')),
    'answers', count(first.minutes),
    'median_minutes', percentile_cont(0.5) within group (order by first.minutes))
  from bookings b
  left join (
    select booking_id, min(created_at) as first_at from reschedules
    where professional_id = professionals.id and requested_by = 'professional' group by booking_id
  ) asked on asked.booking_id = b.id
  cross join lateral (select date_part('epoch', ${firstAnswer} - b.created_at) / 60 as minutes) first
  where b.professional_id = professionals.id and not b.written_in
    and b.start_time >= (${today} - interval '365 days') at time zone professionals.time_zone
    and b.start_time < ${today} at time zone professionals.time_zone)`;
