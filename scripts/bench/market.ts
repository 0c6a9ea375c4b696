import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';
import type { factories } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';

/** How much is in the database: enough that indexes matter, little enough to be made in seconds. */
const size = { professionals: 40, clients: 4_000, bookingsOfOne: 1_000 };

type Person = { token: string };
export type Market = {
  professionals: { id: string; service: string }[];
  clients: Person[];
  busy: { id: string; service: string };
  days: number[];
};

export const iso = (ms: number) => new Date(ms).toISOString();

/** Professionals with sixty days of eight hours, clients with sessions, and one professional, `busy`, with days of thirteen hours. */
export async function makeMarket(db: Database, make: ReturnType<typeof factories>): Promise<Market> {
  const tomorrow = Math.ceil(Date.now() / DAY) * DAY + DAY;
  const days = Array.from({ length: 60 }, (_, day) => tomorrow + day * DAY);
  const professionals = [];
  for (let count = 0; count <= size.professionals; count++) {
    const { professionalId: id } = await make.professional();
    professionals.push({ id, service: await make.service(id, { service_duration_minutes: 30 }) });
    await db
      .insertInto('availability')
      .values(days.map((start) => ({ professional_id: id, start_time: iso(start), end_time: iso(start + (count === 0 ? 13 : 8) * HOUR) })))
      .execute();
  }
  const [busy, ...others] = professionals;
  if (!busy) throw new Error('no professional was made');
  // All in one statement, because how users come about is not measured.
  const tokens = Array.from({ length: size.clients }, () => randomUUID());
  await sql`
    with people as (
      insert into users (role, email, username) select 'client', 'bench-' || n || '@example.com', 'Bench' from generate_series(1, ${size.clients}::int) n returning id
    ), numbered as (select id, row_number() over () as n from people),
    made as (insert into clients (user_id, first_name, last_name) select id, 'Bench', 'Client' from people)
    insert into sessions (id, user_id, expires_at, ends_at)
    select hash, numbered.id, clock_now() + interval '9 days', clock_now() + interval '30 days'
    from unnest(${tokens.map((token) => createHash('sha256').update(token).digest('hex'))}::text[]) with ordinality as given (hash, n)
    join numbered on numbered.n = given.n`.execute(db);
  await sql`analyze`.execute(db);
  return { professionals: others, clients: tokens.map((token) => ({ token })), busy, days };
}

/** A thousand confirmed bookings of the `busy` professional, scattered over the sixty days. */
export async function fillDiary(db: Database, { busy, days }: Market): Promise<void> {
  const starts = days
    .flatMap((day) => Array.from({ length: 26 }, (_, half) => day + half * 30 * 60_000))
    .filter((_, index) => (index * 7) % 26 < 17);
  await sql`
    with starts as (select uuidv7() as id, start::timestamptz from unnest(${starts.slice(0, size.bookingsOfOne).map(iso)}::text[]) start),
    made as (
      insert into bookings (professional_id, id, client_id, status, start_time, end_time, total_price_cents, expires_at, due_at)
      select ${busy.id}, starts.id, (select id from clients limit 1), 'confirmed', start, start + interval '30 minutes', 9500, start, start + interval '30 minutes' from starts)
    insert into busy_times (professional_id, booking_id, start_time, end_time)
    select ${busy.id}, id, start, start + interval '30 minutes' from starts`.execute(db);
  await sql`analyze bookings, busy_times`.execute(db);
}
