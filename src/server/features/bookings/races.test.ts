import { expect, test } from 'vitest';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { useTestApp } from '#server/testing/app.ts';
import { behind, deadlocks } from '#server/testing/lock-waits.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { overlaps } from '#server/testing/overlaps.ts';
import { useRace } from '#server/testing/race.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { untilAvailable } from '#server/testing/until-available.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
const { call, client, everyClient } = useRace(t);
const day = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;

async function bookable(given: Parameters<typeof t.make.professional>[0] = {}) {
  const professional = await t.make.professional({ slot_interval_minutes: 15, ...given });
  const service = await t.make.service(professional.professionalId, { service_duration_minutes: 60 });
  const wish = (start: number) => ({
    professional_id: professional.professionalId,
    service_ids: [service],
    start_time: iso(start),
  });
  return { professional, service, wish };
}

test('B1, B2: of fifty at once over two processes one books, the others get 409, and PostgreSQL sees no deadlock', async () => {
  const { professional, wish } = await bookable();
  const before = await deadlocks(t.deps.db);
  for (let round = 0; round < repetitions(200); round++) {
    const base = day + round * DAY;
    await t.make.window(professional.professionalId, base, base + 4 * HOUR);
    const answers = await everyClient((person, i) =>
      untilAvailable(() => call(person, 'POST', '/bookings/', wish(base + HOUR + (i % 4) * 15 * MINUTE))),
    );
    const counts: Record<string, number> = {};
    for (const { status, text } of answers) {
      const key = status === 201 ? '201' : `${status} ${text}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    expect(counts).toEqual({ 201: 1, '409 {"detail":"That time is no longer available."}': 49 });
    const winner = answers.find(({ status }) => status === 201);
    const { id } = JSON.parse(winner?.text ?? '') as { id: string };
    expect((await call(professional, 'PATCH', `/bookings/${id}`, { status: 'confirmed' })).status).toBe(200);
    expect(await overlaps(t.deps.pool)).toBe(0);
  }
  expect((await deadlocks(t.deps.db)) - before).toBe(0);
});

test('B1: the constraint of the database refuses an overlap that is inserted directly', async () => {
  const { professional, wish } = await bookable();
  await t.make.window(professional.professionalId, day, day + 4 * HOUR);
  expect((await call(client(0), 'POST', '/bookings/', wish(day + HOUR))).status).toBe(201);
  const { rows } = await t.deps.pool.query<{ id: string }>('select id from bookings where professional_id = $1', [
    professional.professionalId,
  ]);
  const raw = `insert into busy_times (professional_id, booking_id, start_time, end_time) values ($1, $2, $3, $4)`;
  const overlapping = [professional.professionalId, rows[0]?.id, iso(day + 1.5 * HOUR), iso(day + 2.5 * HOUR)];
  await expect(t.deps.pool.query(raw, overlapping)).rejects.toMatchObject({
    code: '23P01',
    constraint: 'busy_times_no_overlap',
  });
});

test('B4: of twenty bookings at once by one client with one professional five succeed and the others get 429', async () => {
  const { professional, wish } = await bookable();
  await t.make.window(professional.professionalId, day, day + 22 * HOUR);
  const keen = await t.make.client();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => call(keen, 'POST', '/bookings/', wish(day + i * HOUR))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(15).fill(429)]);
});

const changes = [
  ['deletes', 'DELETE', 404, 'Service not found'],
  ['switches off', { is_active: false }, 409, 'Dry curl cut is no longer offered.'],
  ['makes longer', { service_duration_minutes: 120 }, 201, { end_time: iso(day + 3 * HOUR) }],
  ['makes dearer', { price: 96 }, 409, 'The price has changed. Please review your booking.'],
] as const;

test('B6: a service that changes or goes before a booking has its locks is not booked as it was', async () => {
  for (let round = 0; round < repetitions(300); round++) {
    const [, change, status, detail] = changes[round % changes.length] ?? changes[0];
    const { professional, service, wish } = await bookable();
    await t.make.window(professional.professionalId, day, day + 4 * HOUR);
    const before = await t.make.read('services', service);
    const { name, description, service_duration_minutes, category, is_active } = before;
    const whole = { name, description, service_duration_minutes, category, is_active, price: before.price_cents / 100 };
    // The booking has looked and waits for the lock, for which the change waited before it.
    const [changed, answer] = await behind(
      t.deps.db,
      (trx) => lockProfessional(trx, professional.professionalId),
      () =>
        change === 'DELETE'
          ? call(professional, 'DELETE', `/services/${service}`)
          : call(professional, 'PUT', `/services/${service}`, { ...whole, ...change }),
      () => call(client(round), 'POST', '/bookings/', { ...wish(day + HOUR), total_price: whole.price }),
    );
    expect(changed.status).toBe(change === 'DELETE' ? 204 : 200);
    const expected = typeof detail === 'string' ? { detail } : detail;
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, expect.objectContaining(expected)]);
  }
});

test('B16: after the answer to a booking no process lists its start, and after the answer to a cancel every process does', async () => {
  const { professional, wish } = await bookable();
  const person = client(1);
  await t.make.window(professional.professionalId, day, day + 8 * HOUR);
  const starts = async () => {
    const { text } = await call(person, 'GET', `/availability/professional/${professional.professionalId}`);
    return (JSON.parse(text) as { available_slots: { start_time: string }[] }[]).flatMap((one) =>
      one.available_slots.map((slot) => slot.start_time),
    );
  };
  for (let i = 0; i < repetitions(500); i++) {
    const start = day + (i % 7) * HOUR;
    const { status, text } = await call(person, 'POST', '/bookings/', wish(start));
    expect(status).toBe(201);
    expect(await starts()).not.toContain(iso(start));
    const { id } = JSON.parse(text) as { id: string };
    await call(person, 'PATCH', `/bookings/${id}`, { status: 'cancelled' });
    expect(await starts()).toContain(iso(start));
  }
});

test('B9: while a window is deleted or shortened, no booking is lost, and none is made outside after the answer', async () => {
  const { professional, wish }: { professional: ProfessionalPerson; wish: (start: number) => object } =
    await bookable();
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const rowOf = async (id: string) => {
    const { rows } = await t.deps.pool.query(
      'select status, start_time, end_time, total_price_cents, version from bookings where id = $1',
      [id],
    );
    return rows[0];
  };
  for (let round = 0; round < repetitions(300); round++) {
    const base = day + round * DAY;
    const window = await t.make.window(professional.professionalId, base, base + 8 * HOUR);
    const shrinks = round % 2 === 1;
    let acknowledged = Number.POSITIVE_INFINITY;
    const change = pause(Math.random() * 25).then(async () => {
      const answer = shrinks
        ? await call(professional, 'PUT', `/availability/${window}`, {
            start_time: iso(base),
            end_time: iso(base + HOUR),
          })
        : await call(professional, 'DELETE', `/availability/${window}`);
      acknowledged = performance.now();
      return answer;
    });
    const bookings = [2, 3, 4, 5].map(async (hours, i) => {
      await pause(Math.random() * 40);
      const invoked = performance.now();
      return {
        invoked,
        ...(await call(client(round + i), 'POST', '/bookings/', wish(base + hours * HOUR))),
      };
    });
    const [changed, answers] = await Promise.all([change, Promise.all(bookings)]);
    expect(changed.status).toBe(shrinks ? 200 : 204);
    for (const { invoked, status } of answers) {
      expect([201, 409]).toContain(status);
      if (invoked > acknowledged) expect(status).toBe(409);
    }
    // One booking that is certainly asked for after the change was acknowledged.
    expect((await call(client(round), 'POST', '/bookings/', wish(base + 6 * HOUR))).status).toBe(409);
    const made = answers
      .filter(({ status }) => status === 201)
      .map(({ text }) => JSON.parse(text) as { id: string; start_time: string });
    for (const { id, start_time } of made)
      expect(await rowOf(id)).toMatchObject({ status: 'pending', start_time, version: 0 });
    // A booking that was made before the change is in the change's count.
    if (shrinks)
      expect((JSON.parse(changed.text) as { bookings_outside: number }).bookings_outside).toBeGreaterThanOrEqual(
        made.length,
      );
    for (const { id } of made) await call(professional, 'PATCH', `/bookings/${id}`, { status: 'cancelled' });
  }
});
