import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase } from '#server/testing/db.ts';
import { migrate } from './migrate.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await emptyDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [user, other, pro, zoe, cut, series, booking, entry, opening] = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(id);

test('B25: a database of the first schema, with bookings, entries, openings and series in it, is migrated forward', async () => {
  const first = new Set(['20261127000000_schema', '20261127000001_localities']);
  expect((await migrate(database.url, { only: first })).sort()).toEqual([...first].sort());
  await client.query(`begin;
    insert into users (id, role, email, username) values ('${user}', 'professional', 'a@example.com', 'a'),
      ('${other}', 'client', 'z@example.com', 'z');
    insert into professionals (id, user_id, display_name, professional_type, location)
      values ('${pro}', '${user}', 'Amara', 'hairdresser', 'Brunswick');
    insert into clients (id, user_id, first_name, last_name) values ('${zoe}', '${other}', 'Zoë', 'Adjei');
    insert into services (professional_id, id, name, category, service_duration_minutes, price_cents)
      values ('${pro}', '${cut}', 'Cut', 'Haircut', 60, 9500);
    insert into series (professional_id, id, every_weeks, visits) values ('${pro}', '${series}', 4, 1);
    insert into bookings (professional_id, id, client_id, status, start_time, end_time, total_price_cents, expires_at,
      due_at, series_id, series_position) values ('${pro}', '${booking}', '${zoe}', 'confirmed',
      '2030-01-01 09:00Z', '2030-01-01 10:00Z', 9500, '2030-01-01 09:00Z', '2030-01-01 10:00Z', '${series}', 1);
    insert into booking_services (professional_id, booking_id, position, service_id, name, price_cents,
      service_duration_minutes) values ('${pro}', '${booking}', 0, '${cut}', 'Cut', 9500, 60);
    insert into cancellation_list_entries (professional_id, id, client_id, service_ids, windows)
      values ('${pro}', '${entry}', '${zoe}', '{${cut}}', '{[2030-01-02 09:00Z,2030-01-02 12:00Z)}');
    insert into openings (professional_id, id, entry_id, by_hand, start_time, end_time, freed_at, expires_at)
      values ('${pro}', '${opening}', '${entry}', false, '2030-01-02 09:00Z', '2030-01-02 10:00Z', now(), '2030-01-01Z');
    insert into busy_times (professional_id, booking_id, start_time, end_time)
      values ('${pro}', '${booking}', '2030-01-01 09:00Z', '2030-01-01 10:00Z');
    insert into busy_times (professional_id, opening_id, kind, start_time, end_time)
      values ('${pro}', '${opening}', 'hold', '2030-01-02 09:00Z', '2030-01-02 10:00Z');
    commit`);
  expect((await migrate(database.url)).length).toBeGreaterThan(5);
  const { rows } = await client.query(`
    select s.variants, s.extras, s.price_cents, b.ready, one.options, one.prepare, e.options as wished, o.status
    from services s, bookings b, booking_services one, cancellation_list_entries e, openings o`);
  expect(rows).toEqual([
    {
      variants: null,
      extras: [],
      price_cents: 9_500,
      ready: [],
      options: [],
      prepare: [],
      wished: [],
      status: 'offered',
    },
  ]);
});
