import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '#server/testing/db.ts';
import { HOUR } from '#shared/constants.ts';

let drop: () => Promise<void>;
let client: pg.Client;

/** One professional, one client, and a booking of half an hour. */
beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  client = new pg.Client(database.url);
  await client.connect();
  await client.query(`
    insert into users (role, email, username) values ('professional', 'p@example.com', 'P'), ('client', 'c@example.com', 'C');
    insert into professionals (user_id, display_name, professional_type, location)
      select id, 'P', 'barber', 'Here' from users where role = 'professional';
    insert into clients (user_id, first_name, last_name) select id, 'C', 'C' from users where role = 'client';
    insert into bookings (professional_id, client_id, status, start_time, end_time, total_price_cents, expires_at, due_at)
      select p.id, c.id, 'confirmed', start, start + interval '30 minutes', 9500, start, start + interval '30 minutes'
      from professionals p, clients c, (select '2027-01-05'::timestamptz as start) s;
    insert into busy_times (professional_id, booking_id, start_time, end_time)
      select professional_id, id, start_time, end_time from bookings`);
});
afterAll(async () => {
  await client.end();
  await drop();
});

async function rows<T>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await client.query(text, values)).rows as T[];
}

const time = { start: '2026-11-25T10:00:00Z', end: '2026-11-25T12:00:00Z' };
const uncovered = { constraint: 'bookings_covered_by_busy_times' };

test('B3: a busy time needs its booking, and a hold its request or offer; there is no other kind', async () => {
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
  const other = `insert into busy_times (professional_id, booking_id, start_time, end_time)
    select professional_id, id, '2026-11-25 10:30Z', '2026-11-25 11:30Z' from bookings where id <> $1 limit 1 returning id`;
  const [another] = await rows<{ id: string }>(other, [id]);
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
  await client.query('delete from busy_times where id = $1', [another?.id]);
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
