import { type RawBuilder, sql } from 'kysely';
import { bookingStatuses } from '#shared/constants.ts';
import { depositsOf } from '#shared/rules/visit-life.ts';
import type { Db } from './connect.ts';

/** What must hold in any database; `broken` selects the id of each row where it does not. */
type Invariant = { name: string; broken: RawBuilder<{ id: string }> };

/** The time of a booking or request: its parts, or all of it. */
const timeOf = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`coalesce(${column('segments')}, tstzmultirange(tstzrange(${column('start_time')}, ${column('end_time')})))`;
};
const heldBy = (condition: RawBuilder<unknown>) => sql`coalesce((
  select range_agg(tstzrange(t.start_time, t.end_time)) from busy_times t where ${condition}), '{}')`;
const ofBooking = sql`t.professional_id = b.professional_id and t.booking_id = b.id and t.kind = 'booking'`;
const ofOpening = sql`t.professional_id = o.professional_id and t.opening_id = o.id`;
const ofRequest = sql`t.professional_id = r.professional_id and t.reschedule_id = r.id`;

/** Promises of docs/reliability.md that rows can break, in its order. */
const invariants: Invariant[] = [
  {
    name: 'B1: parts of two bookings of a professional never overlap',
    broken: sql`select a.id from busy_times a join busy_times c on c.professional_id = a.professional_id and c.id > a.id
      and tstzrange(a.start_time, a.end_time) && tstzrange(c.start_time, c.end_time)`,
  },
  {
    name: 'B3: a live booking has exactly its time, a completed one what is not pruned yet, a cancelled one none',
    broken: sql`select id from (select b.*, ${heldBy(ofBooking)} as held,
        ${timeOf('b')} * tstzmultirange(tstzrange(null, finished_at)) as whole from bookings b) b
      where case status when 'cancelled' then held <> '{}' when 'completed' then not (held <@ whole
        and whole - held <@ tstzmultirange(tstzrange(null, clock_now() - interval '2 days'))) else held <> whole end`,
  },
  {
    name: 'B4: a pending booking expires at its start at the latest, and the system knows when to act',
    broken: sql`select id from bookings where status = 'pending' and (expires_at > start_time or due_at <> expires_at)
      or status = 'confirmed' and due_at <> end_time`,
  },
  {
    name: 'B6: a total is the sum of what was booked, unless a professional wrote it in',
    broken: sql`select b.id from bookings b where not b.written_in and b.total_price_cents <> (
      select coalesce(sum(price_cents), 0) from booking_services s where s.professional_id = b.professional_id and s.booking_id = b.id)`,
  },
  {
    name: 'B6: a booking lasts as long as its services',
    broken: sql`select b.id from bookings b where b.end_time <> b.start_time + make_interval(mins => (
      select coalesce(sum(service_duration_minutes), 0)::int from booking_services s
      where s.professional_id = b.professional_id and s.booking_id = b.id))`,
  },
  {
    name: 'B10: what was booked is there, in its order',
    broken: sql`select b.id from bookings b where (
      -- Positions are unique and not negative.
      select coalesce(max(position) + 1 <> count(*), true)
      from booking_services s where s.professional_id = b.professional_id and s.booking_id = b.id)`,
  },
  {
    name: 'B19: a pending request and its booking know each other, and the booking is live',
    broken: sql`select coalesce(r.id, b.id) as id from (select * from reschedules where status = 'pending') r
      full join (select * from bookings where reschedule_id is not null) b on b.professional_id = r.professional_id
        and b.reschedule_id = r.id
      where r.id is null or b.id is null or r.booking_id <> b.id or b.status not in ('pending', 'confirmed')`,
  },
  {
    name: 'B19: a pending request holds its time less its booking’s, another request nothing',
    broken: sql`select r.id from reschedules r join bookings b on b.professional_id = r.professional_id and b.id = r.booking_id
      where ${heldBy(ofRequest)} <> case when r.status = 'pending' then ${timeOf('r')} - ${timeOf('b')} else '{}' end`,
  },
  {
    name: 'B21: a booking that asked a deposit has one, of a status that goes with its own',
    broken: sql`select coalesce(b.id, d.booking_id) as id from (select * from bookings where deposit_cents is not null) b
      full join deposits d on d.professional_id = b.professional_id and d.booking_id = b.id
      where b.id is null or d.booking_id is null or not (${sql.join(
        bookingStatuses.map((status) => sql`b.status = ${status} and d.status = any(${depositsOf[status]}::text[])`),
        sql` or `,
      )})`,
  },
  {
    name: 'B21: a missed visit keeps its deposit, one that took place does not',
    broken: sql`select b.id from bookings b join deposits d on d.professional_id = b.professional_id and d.booking_id = b.id
      where b.status <> 'cancelled' and (b.no_show and d.status in ('received', 'applied') or not b.no_show and d.status = 'kept')`,
  },
  {
    name: 'B20: an open offer is of somebody who waits, and holds its time less its booking’s; one that is over nothing',
    broken: sql`select o.id from openings o
      join cancellation_list_entries e on e.id = o.entry_id and e.professional_id = o.professional_id
      left join bookings b on e.is_earlier and b.id = e.booking_id and b.professional_id = e.professional_id
        and b.status in ('pending', 'confirmed')
      where ${heldBy(ofOpening)} <> case when o.status = 'offered' then
          ${timeOf('o')} - coalesce(case when b.id is not null then ${timeOf('b')} end, '{}') else '{}' end
        or o.status = 'offered' and e.status not in ('waiting', 'paused')`,
  },
  {
    name: 'B20: whoever was offered a time and took it has the booking',
    broken: sql`select e.id from cancellation_list_entries e where e.status = 'booked' and (e.booking_id is null
      or (select count(*) from openings o where o.professional_id = e.professional_id and o.entry_id = e.id
        and o.status = 'accepted') <> 1)`,
  },
  {
    name: 'B20: the list of a professional for whom somebody waits is gone through',
    broken: sql`select e.id from cancellation_list_entries e where e.status in ('waiting', 'paused')
      and not exists (select from cancellation_lists l where l.professional_id = e.professional_id)`,
  },
  {
    name: 'a booking is somebody’s: a client’s or a guest’s, and a guest was written in',
    broken: sql`select id from bookings where client_id is null and guest_id is null or guest_id is not null and not written_in`,
  },
  {
    name: 'B28: what was paid of a visit is the sum of its payments, and none was missed',
    broken: sql`select b.id from bookings b left join (
        select booking_id, sum(amount_cents) as cents from payments group by 1) paid on paid.booking_id = b.id
      where b.paid_cents is distinct from paid.cents
        or b.no_show and (paid.cents is not null or b.started_at is not null or b.finished_at is not null)`,
  },
  {
    name: 'B28: the receipts of a professional are numbered without gaps',
    // Of a professional whose account ended only those stay that a client's export keeps.
    broken: sql`select p.id from receipts r join professionals p on p.id = r.professional_id and p.user_id is not null
      group by 1 having max(number) <> count(*)`,
  },
  {
    name: 'B28: a booking knows its newest receipt and whether it stands, and no older one does',
    broken: sql`select b.id from bookings b join (
        select booking_id, max(number) as newest, count(*) filter (where voided_at is null) as standing,
          max(number) filter (where voided_at is null) as stands from receipts group by 1) r on r.booking_id = b.id
      join professionals p on p.id = b.professional_id and p.user_id is not null
      where b.receipt_number is distinct from r.newest or b.receipt_voided <> (r.standing = 0)
        or r.standing > 1 or r.stands <> r.newest`,
  },
  {
    name: 'B26: a quote and its booking know each other',
    broken: sql`select coalesce(b.id, q.id) as id from (select * from bookings where quote_id is not null) b
      full join (select * from quotes where booking_id is not null) q on q.professional_id = b.professional_id
        and q.id = b.quote_id
      where b.id is null or q.id is null or q.booking_id <> b.id`,
  },
  {
    name: 'J1: each change of a booking has its event, as long as events are there',
    broken: sql`select b.id from bookings b join (
        select (payload ->> 'booking_id')::uuid as booking_id, bool_or(event = 'booking.created') as is_whole,
          count(distinct payload ->> 'version') filter (where payload ->> 'version' <> '0' and event in (
            'booking.confirmed', 'booking.cancelled', 'booking.completed', 'booking.rescheduled', 'booking.extended')) as changes
        from outbox where event like 'booking.%' group by 1) told on told.booking_id = b.id
      where told.is_whole and told.changes <> b.version`,
  },
  {
    name: 'J3: an email belongs to an event, and is sent, skipped or given up, never two of them',
    broken: sql`select d.id from deliveries d where num_nonnulls(sent_at, dead_at, skipped_at) > 1
      or not exists (select from outbox where id = d.event_id)`,
  },
  {
    name: 'J4: a notification about a booking is of one of its two sides',
    broken: sql`select n.id from notifications n join bookings b on b.id = n.booking_id
      left join clients c on c.id = b.client_id left join professionals p on p.id = b.professional_id
      where n.user_id is distinct from c.user_id and n.user_id is distinct from p.user_id`,
  },
  {
    name: 'J1: emails and notifications are written with the mark that their event is done',
    broken: sql`select made.id from (select id, event_id from deliveries union all select id, event_id from notifications) made
      join outbox o on o.id = made.event_id where o.done_at is null`,
  },
  {
    name: 'B15: windows of a professional never overlap',
    broken: sql`select a.id from availability a join availability c on c.professional_id = a.professional_id and c.id > a.id
      and tstzrange(a.start_time, a.end_time) && tstzrange(c.start_time, c.end_time)`,
  },
  {
    name: 'S15: nobody who is disabled has a pending booking with themselves as its professional',
    broken: sql`select b.id from bookings b join professionals p on p.id = b.professional_id
      where b.status = 'pending' and not p.user_is_active`,
  },
  {
    name: 'the stored lengths of lists are their lengths (decision 022)',
    broken: sql`select concat_ws(' ', list, nullif(category, '')) as id
      from (select list, category, sum(listed) as listed from listing_counts group by list, category) stored
      full join (
        select 'services' as list, category, count(*) as listed from services
        where is_active and professional_is_visible and deleted_at is null group by category
        union all select 'professionals', '', count(*) from professionals where is_active and user_is_active
      ) counted using (list, category)
      where coalesce(stored.listed, 0) <> coalesce(counted.listed, 0)`,
  },
  {
    name: 'what rows repeat of others is so: who is active, who is visible',
    broken: sql`select p.id from professionals p join users u on u.id = p.user_id where p.user_is_active <> u.is_active
      union all select s.id from services s join professionals p on p.id = s.professional_id
        where s.professional_is_visible <> (p.is_active and p.user_is_active)`,
  },
  {
    name: 'what rows repeat of others is so: the first picture',
    broken: sql`select p.id from professionals p where p.card_picture ->> 'key' is distinct from (
        select storage_key from professional_pictures where professional_id = p.id and kind <> 'profile' order by position, id limit 1)
      union all select s.id from services s where s.card_picture ->> 'key' is distinct from (
        select storage_key from professional_pictures where professional_id = s.professional_id and service_id = s.id
          order by position, id limit 1)`,
  },
  {
    name: 'an account has the profile of its role, and no other',
    broken: sql`select u.id from users u left join clients c on c.user_id = u.id left join professionals p on p.user_id = u.id
      where (u.role = 'client') <> (c.id is not null) or (u.role = 'professional') <> (p.id is not null)`,
  },
];

/** Ids that are shown of one invariant. */
export const shownIds = 10;

export type Broken = { name: string; count: number; ids: string[] };

/** What does not hold, with how many rows and the first of their ids; each is read by a statement of its own. */
export async function findBroken(db: Db): Promise<Broken[]> {
  const found: Broken[] = [];
  for (const { name, broken } of invariants) {
    const { rows } = await sql<Omit<Broken, 'name'>>`
      select count(*)::int as count, coalesce((array_agg(id::text order by id))[1:${sql.lit(shownIds)}], '{}') as ids
      from (${broken}) broken`.execute(db);
    const [row] = rows;
    if (row && row.count > 0) found.push({ name, ...row });
  }
  return found;
}

export const invariantCount = invariants.length;
