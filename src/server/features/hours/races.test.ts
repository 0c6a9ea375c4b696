import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { overlaps } from '#server/testing/overlaps.ts';
import { useRace } from '#server/testing/race.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { untilAvailable } from '#server/testing/until-available.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { dayKey, iso } from '#shared/time.ts';

const t = useTestApp();
const { call, client, everyClient } = useRace(t);
const day = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('B17: while clients book, hours are closed or time is taken off: no booking starts there after the answer', async () => {
  // In UTC, so that the date of an instant is plain.
  const pro = await t.make.professional({ slot_interval_minutes: 15, time_zone: 'UTC' });
  const service = await t.make.service(pro.professionalId, { service_duration_minutes: 60 });
  const wish = (start: number) => ({
    professional_id: pro.professionalId,
    service_ids: [service],
    start_time: iso(start),
  });
  const open = {
    starts_on: '2026-01-01',
    hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '00:00', end: '24:00' })),
  };
  const rounds = repetitions(300);
  for (let round = 0; round < rounds; round++) {
    const base = day + (round % 50) * DAY;
    expect((await call(pro, 'PUT', '/hours/', { schedules: [open] })).status).toBe(200);
    let acknowledged = Number.POSITIVE_INFINITY;
    const closings: [string, string, object, number][] = [
      ['PUT', '/hours/', { schedules: [] }, 200],
      ['PUT', `/hours/dates/${dayKey(base, 'UTC')}`, { hours: [] }, 200],
      ['POST', '/hours/time-off', { start: iso(base), end: iso(base + DAY) }, 201],
    ];
    const [method, path, body, status] = closings[round % closings.length] ?? ['', '', {}, 0];
    const change = pause(Math.random() * 25).then(async () => {
      const answer = await call(pro, method, path, body);
      acknowledged = performance.now();
      return answer;
    });
    const bookings = [2, 3, 4, 5].map(async (hours, i) => {
      await pause(Math.random() * 40);
      const invoked = performance.now();
      const person = client(round + i);
      return { invoked, ...(await call(person, 'POST', '/bookings/', wish(base + hours * HOUR))) };
    });
    const [changed, answers] = await Promise.all([change, Promise.all(bookings)]);
    expect(changed.status).toBe(status);
    const made = answers
      .filter((answer) => answer.status === 201)
      .map(({ text }) => JSON.parse(text) as { id: string });
    for (const answer of answers) {
      expect([201, 409]).toContain(answer.status);
      if (answer.invoked > acknowledged) expect(answer.status).toBe(409);
    }
    expect((await call(client(round), 'POST', '/bookings/', wish(base + 6 * HOUR))).status).toBe(409);
    // What was booked before is as it was, and in the answer's count.
    const counted = JSON.parse(changed.text) as { bookings_outside?: number; bookings_inside?: number };
    expect(counted.bookings_inside ?? counted.bookings_outside).toBe(made.length);
    const { rows } = await t.deps.pool.query<{ status: string; version: number }>(
      'select status, version from bookings where id = any($1::uuid[])',
      [made.map(({ id }) => id)],
    );
    expect(rows).toEqual(made.map(() => ({ status: 'pending', version: 0 })));
    for (const { id } of made) await call(pro, 'PATCH', `/bookings/${id}`, { status: 'cancelled' });
    await t.deps.db.deleteFrom('hour_dates').where('professional_id', '=', pro.professionalId).execute();
    await t.deps.db.deleteFrom('time_off').where('professional_id', '=', pro.professionalId).execute();
  }
});

test('B17: of several who set the hours at once the last one stands, whole', async () => {
  const pro = await t.make.professional();
  for (let round = 0; round < repetitions(50); round++) {
    const sets = [1, 2, 3, 4].map((count) =>
      Array.from({ length: count }, () => ({ hours: [{ weekday: count, start: '09:00', end: '17:00' }] })),
    );
    const answers = await Promise.all(sets.map((schedules) => call(pro, 'PUT', '/hours/', { schedules })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { text } = await call(pro, 'GET', '/hours/');
    expect(answers.map((answer) => answer.text)).toContain(text);
  }
});

test('B18: of fifty at once, over two processes, no two parts overlap, and what fits into gaps is booked', async () => {
  const gap = { processing_start_minutes: 45, processing_minutes: 30 };
  const pro = await t.make.professional({ slot_interval_minutes: 15 });
  const colour = await t.make.service(pro.professionalId, { service_duration_minutes: 105, ...gap });
  const cut = await t.make.service(pro.professionalId, { service_duration_minutes: 30 });
  for (let round = 0; round < repetitions(100); round++) {
    const base = day + round * DAY;
    await t.make.window(pro.professionalId, base, base + 4 * HOUR);
    const answers = await everyClient((person, i) => {
      const wish = {
        professional_id: pro.professionalId,
        service_ids: [i % 3 === 0 ? colour : cut],
        start_time: iso(base + (i % 14) * 15 * MINUTE),
      };
      return untilAvailable(() => call(person, 'POST', '/bookings/', wish));
    });
    for (const { status, text } of answers)
      if (status !== 201) expect([status, text]).toEqual([409, '{"detail":"That time is no longer available."}']);
    const made = answers.filter(({ status }) => status === 201).map(({ text }) => JSON.parse(text) as { id: string });
    expect(made.length).toBeGreaterThanOrEqual(3);
    expect(await overlaps(t.deps.pool)).toBe(0);
    const { rows } = await t.deps.pool.query<{ uncovered: number }>(`
      select count(*)::int as uncovered from bookings b where status = 'pending' and not coalesce(
        (select range_agg(tstzrange(t.start_time, t.end_time)) from busy_times t where t.booking_id = b.id)
        = coalesce(b.segments, tstzmultirange(tstzrange(b.start_time, b.end_time))), false)`);
    expect(rows[0]?.uncovered).toBe(0);
    await Promise.all(made.map(({ id }) => call(pro, 'PATCH', `/bookings/${id}`, { status: 'confirmed' })));
  }
});
