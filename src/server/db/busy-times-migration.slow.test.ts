import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { emptyDatabase } from '#server/testing/db.ts';
import { HOUR } from '#shared/constants.ts';
import { migrate } from './migrate.ts';

const name = '20261122030000_busy_times_of_all_kinds';
const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const bookings = 20_000;

let before: string;
let url: string;
let drop: () => Promise<void>;
let client: pg.Client;

/**
 * A database of before the migration, with one professional who has half an hour of every hour booked, for some years.
 */
beforeAll(async () => {
  before = await mkdtemp(join(tmpdir(), 'saluni-before-'));
  for (const file of await readdir(folder)) if (file < name) await cp(join(folder, file), join(before, file));
  ({ url, drop } = await emptyDatabase());
  await migrate(url, { folder: pathToFileURL(`${before}/`) });
  client = new pg.Client(url);
  await client.connect();
  await client.query(`
    insert into users (role, email, username) values ('professional', 'p@example.com', 'P'), ('client', 'c@example.com', 'C');
    insert into professionals (user_id, display_name, professional_type, location)
      select id, 'P', 'barber', 'Here' from users where role = 'professional';
    insert into clients (user_id, first_name, last_name) select id, 'C', 'C' from users where role = 'client';
    insert into bookings (professional_id, client_id, status, start_time, end_time, total_price_cents, expires_at, due_at)
      select p.id, c.id, 'confirmed', start, start + interval '30 minutes', 9500, start, start + interval '30 minutes'
      from professionals p, clients c, generate_series(1, ${bookings}) n,
        lateral (select '2027-01-05'::timestamptz + n * interval '1 hour' as start) s;
    insert into busy_times (professional_id, booking_id, start_time, end_time)
      select professional_id, id, start_time, end_time from bookings`);
}, 120_000);
afterAll(async () => {
  await client.end();
  await drop();
  await rm(before, { recursive: true });
});

async function rows<T>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await client.query(text, values)).rows as T[];
}

/** Inserts as the build before this migration does, a booking and its time in one statement. */
function bookAsBefore(hour: number): Promise<{ id: string }[]> {
  return rows(
    `with busy as (
       insert into busy_times (professional_id, booking_id, start_time, end_time)
       select id, uuidv7(), $1::timestamptz, $1::timestamptz + interval '30 minutes' from professionals on conflict do nothing returning *)
     insert into bookings (professional_id, id, client_id, start_time, end_time, total_price_cents, expires_at, due_at)
     select professional_id, booking_id, (select id from clients), start_time, end_time, 9500, start_time, start_time
     from busy returning id`,
    [new Date(Date.UTC(2026, 11, 1, hour)).toISOString()],
  );
}

test('O11: busy times get ids in batches, which a crash interrupts and the next run continues, while people book', async () => {
  const rewritten = async () =>
    (await rows<{ node: number }>(`select pg_relation_filenode('busy_times') as node`))[0]?.node;
  const node = await rewritten();
  const crashed = migrate(url).then(
    () => 'migrated',
    () => 'crashed',
  );
  let booked = 0;
  const filled = async () =>
    (await rows<{ count: number }>('select count(id)::int as count from busy_times'))[0]?.count ?? 0;
  await vi.waitFor(
    async () => {
      booked += (await bookAsBefore(booked)).length;
      expect(await filled()).toBeGreaterThan(booked);
    },
    { timeout: 30_000, interval: 5 },
  );
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'do $$%' and datname = current_database()`,
  );
  expect(await crashed).toBe('crashed');
  expect(await filled()).toBeGreaterThan(booked);
  expect(await filled()).toBeLessThan(bookings);
  booked += (await bookAsBefore(booked)).length;

  // All later migrations, too, that of hours among them.
  let isMigrating = true;
  const migrated = migrate(url).finally(() => {
    isMigrating = false;
  });
  while (isMigrating) {
    expect(await bookAsBefore(booked)).toHaveLength(1);
    booked++;
    await pause(20);
  }
  expect((await migrated)[0]).toBe(name);
  booked += (await bookAsBefore(booked)).length;
  expect(
    await rows(
      'select count(*)::int as count, count(distinct id)::int as ids, count(*) filter (where kind = $1)::int as kind from busy_times',
      ['booking'],
    ),
  ).toEqual([{ count: bookings + booked, ids: bookings + booked, kind: bookings + booked }]);
  expect(booked).toBeGreaterThan(1);
  expect(await rewritten()).toBe(node);
  expect(await migrate(url)).toEqual([]);
  expect(
    await rows(`select conname from pg_constraint where conrelid = 'busy_times'::regclass and not convalidated`),
  ).toEqual([]);
}, 120_000);

const time = { start: '2026-11-25T10:00:00Z', end: '2026-11-25T12:00:00Z' };
const uncovered = { constraint: 'bookings_covered_by_busy_times' };

test('B3: a time outside needs no booking and keeps its time from every other busy time; a hold needs its request', async () => {
  for (const [day, kind] of ['outside'].entries()) {
    const at = (hours: number) => new Date(Date.UTC(2026, 9, 1 + day, hours)).toISOString();
    const insert =
      'insert into busy_times (professional_id, kind, start_time, end_time) select id, $1, $2, $3 ' +
      'from professionals returning id, booking_id';
    const [made] = await rows<{ id: string; booking_id: null }>(insert, [kind, at(10), at(12)]);
    expect(made).toMatchObject({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), booking_id: null });
    await expect(rows(insert, ['outside', at(11), at(13)])).rejects.toMatchObject({
      constraint: 'busy_times_no_overlap',
    });
    expect(await rows('delete from busy_times where id = $1 returning kind', [made?.id])).toEqual([{ kind }]);
  }
  const insert =
    'insert into busy_times (professional_id, kind, start_time, end_time) select id, $1, $2, $3 from professionals';
  for (const kind of ['booking', 'block']) {
    await expect(rows(insert, [kind, time.start, time.end])).rejects.toMatchObject({
      constraint: 'busy_times_kind_check',
    });
  }
  await expect(rows(insert, ['hold', time.start, time.end])).rejects.toMatchObject({
    constraint: 'busy_times_hold_check',
  });
});

/** A booking from 10 to 12 with these busy times (hours), in one transaction. */
async function bookWith(segments: string | null, times: [number, number][]): Promise<string> {
  const hour = (value: number) => new Date(Date.UTC(2026, 10, 25) + value * HOUR).toISOString();
  await client.query('begin');
  try {
    const [booking] = await rows<{ id: string; professional_id: string }>(
      `insert into bookings (professional_id, client_id, status, start_time, end_time, total_price_cents, expires_at, due_at, segments)
       select p.id, c.id, 'confirmed', $1, $2, 9500, $1, $2, $3 from professionals p, clients c returning id, professional_id`,
      [time.start, time.end, segments],
    );
    for (const [start, end] of times) {
      await client.query(
        'insert into busy_times (professional_id, booking_id, start_time, end_time) values ($1, $2, $3, $4)',
        [booking?.professional_id, booking?.id, hour(start), hour(end)],
      );
    }
    await client.query('commit');
    return booking?.id ?? '';
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const gap = '{[2026-11-25 10:00Z,2026-11-25 10:30Z),[2026-11-25 11:30Z,2026-11-25 12:00Z)}';

test('B3: a booking with a gap is covered by the busy times of its segments, another by its whole span alone', async () => {
  const parts: [number, number][] = [
    [10, 10.5],
    [11.5, 12],
  ];
  const id = await bookWith(gap, parts);
  await client.query(
    `insert into busy_times (professional_id, kind, start_time, end_time) select id, 'outside', ` +
      `'2026-11-25 10:30Z', '2026-11-25 11:30Z' from professionals`,
  );
  await expect(
    client.query('delete from busy_times where booking_id = $1 and start_time > $2', [id, time.start]),
  ).rejects.toMatchObject(uncovered);
  await expect(
    client.query(`update busy_times set end_time = end_time - interval '1 minute' where booking_id = $1`, [id]),
  ).rejects.toMatchObject(uncovered);
  await expect(
    client.query(
      `update busy_times set booking_id = (select id from bookings where id <> $1 limit 1) where booking_id = $1`,
      [id],
    ),
  ).rejects.toMatchObject(uncovered);
  await expect(client.query('update bookings set segments = null where id = $1', [id])).rejects.toMatchObject(
    uncovered,
  );
  await client.query(`delete from busy_times where kind = 'outside'`);
  await client.query(`update bookings set status = 'cancelled', cancelled_by = 'client', due_at = null where id = $1`, [
    id,
  ]);
  await client.query('delete from busy_times where booking_id = $1', [id]);

  await expect(bookWith(gap, parts.slice(1))).rejects.toMatchObject(uncovered);
  await expect(bookWith(null, parts)).rejects.toMatchObject(uncovered);
  await expect(bookWith(null, [])).rejects.toMatchObject(uncovered);
  for (const segments of ['{}', '{[2026-11-25 09:00Z,2026-11-25 10:30Z)}']) {
    await expect(bookWith(segments, [[9, 12]])).rejects.toMatchObject({ constraint: 'bookings_segments_check' });
  }
  expect(
    await bookWith(null, [
      [10, 11],
      [11, 12],
    ]),
  ).not.toBe('');
});
