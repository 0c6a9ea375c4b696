import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { countAsking } from '#server/features/bookings/deposits/queries.ts';
import { countBookings } from '#server/features/bookings/show/list-queries.ts';
import { countFilled } from '#server/features/cancellation-list/queries.ts';
import { listEmptySearches } from '#server/features/empty-searches/queries.ts';
import { isVisible } from '#server/features/parties/visibility.ts';
import { countReported } from '#server/features/reviews/queries.ts';
import { countReports } from '#server/features/threads/queries.ts';
import { deadRows } from '#server/outbox/queries.ts';
import { type FailedJob, type Overview, overviewDays } from '#shared/admin.ts';
import { bookingStatuses, defaultTimeZone, roles } from '#shared/constants.ts';
import { feedbackQuestions } from '#shared/feedback-questions.ts';
import { requestStatuses } from '#shared/rules/reschedule.ts';
import { entryStatuses } from '#shared/waitlist.ts';

type Paged = { skip: number; limit: number };

/** One page of the events, emails and pushes that were given up, the last one first; `total` counts all of them. */
export async function listFailedJobs(db: Db, { skip, limit }: Paged) {
  const { rows } = await sql<CountedRow<FailedJob>>`
    with dead as (${deadRows})
    select page.id, page.kind, page.what, page.attempts, page.dead_at as failed_at, page.last_error as error,
      counted.total
    from (select count(*)::int as total from dead) counted
    left join (select * from dead order by dead_at desc, id desc offset ${skip} limit ${limit}) page on true
    order by page.dead_at desc, page.id desc`.execute(db);
  return splitPage(rows);
}

type Counted = { name: string; count: number };

/** Every name with its count, 0 where no row has it. */
function filled<Name extends string>(names: readonly Name[], rows: readonly Counted[]): Record<Name, number> {
  const found = new Map(rows.map(({ name, count }) => [name, count]));
  return Object.fromEntries(names.map((name) => [name, found.get(name) ?? 0])) as Record<Name, number>;
}

async function countBy(
  db: Db,
  table: 'users' | 'reschedules' | 'waitlist_entries' | 'feedback',
  column: string,
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select ${sql.ref(column)} as name, count(*)::int as count from ${sql.table(table)} group by ${sql.ref(column)}`.execute(
    db,
  );
  return rows;
}

async function countWhere(db: Db, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** What the admin's first look is for; each figure is read once, one after the other, on the caller's connection. */
export async function readOverview(db: Db): Promise<Overview> {
  const choices = Object.entries(feedbackQuestions).map(([field, { choices: known }]) => ({
    field,
    known: Object.keys(known),
  }));
  const columns: Record<string, string> = {
    confusing: 'confusing_choice',
    smooth: 'smooth_choice',
    switchReason: 'switch_reason_choice',
  };
  const feedback: Record<string, Record<string, number>> = {};
  for (const { field, known } of choices)
    feedback[field] = filled(known, await countBy(db, 'feedback', columns[field] ?? field));
  const bookings = await countBookings(db);
  const idle = await listWithoutService(db);
  return {
    counts: {
      users: filled(roles, await countBy(db, 'users', 'role')),
      disabled_users: await countWhere(db, sql`users where not is_active`),
      bookings: filled(bookingStatuses, bookings),
      walk_ins: bookings.reduce((sum, { walk_ins }) => sum + walk_ins, 0),
      ask_deposits: await countAsking(db),
      openings_filled: await countFilled(db),
      reschedules: filled(requestStatuses, await countBy(db, 'reschedules', 'status')),
      waitlist: filled(entryStatuses, await countBy(db, 'waitlist_entries', 'status')),
      feedback: await countWhere(db, sql`feedback`),
      failed_jobs:
        (await countWhere(db, sql`outbox where dead_at is not null`)) +
        (await countWhere(db, sql`deliveries where dead_at is not null`)),
      reported_reviews: await countReported(db),
      reported_threads: await countReports(db),
      professionals_without_service: idle[0]?.total ?? 0,
    },
    professionals_without_service: idle.map(({ total: _, ...one }) => one),
    empty_searches: await listEmptySearches(db),
    feedback: feedback as Overview['feedback'],
    series: await readSeries(db),
  };
}

async function listWithoutService(db: Db) {
  const { rows } = await sql<Overview['professionals_without_service'][number] & { total: number }>`
    select p.id, p.display_name, users.email, count(*) over ()::int as total
    from professionals p join users on users.id = p.user_id
    where ${isVisible('p')}
      and not exists (select from services s where s.professional_id = p.id and s.is_active and s.deleted_at is null)
    order by p.id desc limit 20`.execute(db);
  return rows;
}

async function readSeries(db: Db): Promise<Overview['series']> {
  const zone = defaultTimeZone;
  // Where each condition stands, since PostgreSQL knows how much it leaves only of what it can compute beforehand.
  const first = sql`((clock_now() at time zone ${zone})::date - ${overviewDays - 1}::int)::timestamp at time zone ${zone}`;
  // Ids of bookings are drawn by the system's clock, not before `created_at`; a day more bears that it is set back.
  const madeSince = sql`(select uuidv7(make_interval(days => -${overviewDays + 1}::int)))`;
  const { rows } = await sql<Overview['series'][number]>`
    with today as (select (clock_now() at time zone ${zone})::date as day),
    days as (select generate_series(day - ${overviewDays - 1}::int, day, interval '1 day')::date as day from today),
    made as (
      select (created_at at time zone ${zone})::date as day, count(*)::int as requests,
        count(*) filter (where status = 'pending')::int as pending, count(*) filter (where status = 'confirmed')::int
          as confirmed,
        count(*) filter (where status = 'completed')::int as completed,
          count(*) filter (where status = 'cancelled')::int as cancelled,
        count(*) filter (where no_show)::int as missed
      from bookings where id >= ${madeSince} and created_at >= ${first} group by 1
    ),
    answers as (
      select (outbox.created_at at time zone ${zone})::date as day,
        percentile_cont(0.5) within group (order by extract(epoch from outbox.created_at - bookings.created_at) / 60)
          as answer_minutes
      from outbox cross join lateral (
        select created_at from bookings where id = (outbox.payload->>'booking_id')::uuid offset 0
      ) bookings
      where outbox.created_at >= ${first} and (event = 'booking.confirmed' and payload->>'how' is null
        or event = 'booking.cancelled' and payload->>'by' = 'professional' and payload->>'from' = 'pending')
      group by 1
    ),
    signups as (
      select (created_at at time zone ${zone})::date as day, count(*)::int as waitlist_signups
      from waitlist_entries where created_at >= ${first} group by 1
    ),
    failed as (
      select (dead_at at time zone ${zone})::date as day, count(*)::int as failed_mails
      from deliveries where dead_at >= ${first} group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(requests, 0) as requests, coalesce(pending, 0) as pending,
      coalesce(confirmed, 0) as confirmed, coalesce(completed, 0) as completed, coalesce(cancelled, 0) as cancelled, coalesce(missed, 0) as missed,
      round(answer_minutes::numeric)::float8 as answer_minutes, coalesce(waitlist_signups, 0) as waitlist_signups,
      coalesce(failed_mails, 0) as failed_mails
    from days left join made using (day) left join answers using (day) left join signups using (day)
      left join failed using (day)
    order by day`.execute(db);
  return rows;
}
