import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Cast } from './people.ts';

/** Who waits for Amara, the longest first; the first one has an offer. */
const waiting = ['zuri', 'hana', 'baraka'];

/**
 * Three who wait for times that others have booked with Amara, each for the same services; to the first one another
 * time is offered by hand, for two hours.
 */
export async function insertCancellationList(db: Db, cast: Cast): Promise<void> {
  const professional = cast.callers.get('amara')?.professional_id ?? null;
  const clients = waiting.flatMap((key) => cast.callers.get(key)?.client_id ?? []);
  const { rows } = await sql<{ id: string }>`
    with booked as (
      select b.id, b.start_time, b.end_time, row_number() over (order by b.start_time) as at,
        (select array_agg(s.service_id order by s.position) from booking_services s
          where s.professional_id = b.professional_id and s.booking_id = b.id) as service_ids
      from bookings b
      where b.professional_id = ${professional} and b.status = 'confirmed' and b.segments is null
        and b.start_time > clock_now() + interval '3 hours' and (b.client_id = any(${clients}::uuid[])) is not true
        and not exists (select from booking_services s join services o on o.professional_id = s.professional_id
          and o.id = s.service_id where s.professional_id = b.professional_id and s.booking_id = b.id
            and (not o.is_active or o.processing_minutes is not null
              or o.service_duration_minutes <> s.service_duration_minutes)))
    insert into cancellation_list_entries (professional_id, client_id, service_ids, windows, note, created_at)
    select ${professional}, client.id, booked.service_ids, tstzmultirange(tstzrange(booked.start_time, booked.end_time)),
      case when client.at = 2 then 'After school would be best.' end, clock_now() - make_interval(hours => 30 - client.at::int)
    from unnest(${clients}::uuid[]) with ordinality as client (id, at) join booked on booked.at = client.at
    order by client.at returning id`.execute(db);
  if (rows[0] === undefined) return;
  await sql`insert into cancellation_lists (professional_id) values (${professional})`.execute(db);
  await sql`
    with entry as (
      select e.id, (select sum(s.service_duration_minutes) from services s
        where s.professional_id = e.professional_id and s.id = any(e.service_ids))::int as minutes
      from cancellation_list_entries e where e.id = ${rows[0].id}),
    free as (
      select at as start_time, at + make_interval(mins => entry.minutes) as end_time
      from entry, generate_series(date_trunc('hour', clock_now()) + interval '26 hours', clock_now() + interval '9 days',
        interval '1 hour') at
      where extract(hour from at at time zone 'Australia/Melbourne') between 9 and 18 and not exists (
        select from busy_times t where t.professional_id = ${professional}
          and tstzrange(t.start_time, t.end_time) && tstzrange(at, at + make_interval(mins => entry.minutes)))
      order by at limit 1),
    made as (
      insert into openings (professional_id, entry_id, by_hand, start_time, end_time, freed_at, expires_at)
      select ${professional}, entry.id, true, start_time, end_time, clock_now(), clock_now() + interval '2 hours'
      from entry, free returning id, start_time, end_time)
    insert into busy_times (professional_id, opening_id, kind, start_time, end_time)
    select ${professional}, id, 'hold', start_time, end_time from made`.execute(db);
}
