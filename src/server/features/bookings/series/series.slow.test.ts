import { expect, test } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { useTestApp } from '#server/testing/app.ts';
import { killAt } from '#server/testing/kill-at.ts';
import { overlaps } from '#server/testing/overlaps.ts';
import { startProcess } from '#server/testing/processes.ts';
import { useRace } from '#server/testing/race.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { weeklyStarts } from '#shared/rules/series.ts';
import type { Series } from '#shared/series.ts';
import { iso, localParts, wallInstant } from '#shared/time.ts';

const t = useTestApp();
const race = useRace(t);
const first = (zone: string) => wallInstant(Math.floor(Date.now() / DAY) * DAY + 9 * DAY + 10 * HOUR, zone);
const guest = { name: 'Kim' };

async function someone(time_zone = 'Australia/Melbourne') {
  const professional = await t.make.professional({ time_zone });
  return { professional, cut: await t.make.service(professional.professionalId) };
}
const make = (token: string, body: object) => race.call({ token }, 'POST', '/series/', body);
const visitsOf = async (professionalId: string) =>
  (await t.deps.db.selectFrom('bookings').select('id').where('professional_id', '=', professionalId).execute()).length;

/** All zones of Australia, and three others, two of which change their clocks on other days. */
const zones = [
  'Australia/Melbourne',
  'Australia/Brisbane',
  'Australia/Adelaide',
  'Australia/Darwin',
  'Australia/Perth',
  'Australia/Hobart',
  'Australia/Lord_Howe',
  'Australia/Eucla',
  'Europe/London',
  'America/New_York',
  'Asia/Kathmandu',
];

test.each(zones)(
  'B23: in %s a year of visits is at one wall-clock time, made, moved and cancelled whole',
  async (zone) => {
    const { professional, cut } = await someone(zone);
    const starts = weeklyStarts(first(zone), zone, { everyWeeks: 2, count: 26 });
    const input = { service_ids: [cut], every_weeks: 2, start_times: starts.map(iso), guest };
    const made = await make(professional.token, input);
    expect(made.status).toBe(201);
    const series = JSON.parse(made.text) as Series;
    const clocks = ({ bookings }: Series) =>
      new Set(
        bookings.map(({ start_time }) => {
          const { weekday, hour, minute } = localParts(Date.parse(start_time), zone);
          return `${weekday} ${hour}:${minute}`;
        }),
      );
    expect(clocks(series).size).toBe(1);
    // A quarter to five of the next day.
    const target = wallInstant(Math.floor((starts[0] ?? 0) / DAY) * DAY + 2 * DAY + 16.75 * HOUR, zone);
    const from = series.bookings[0]?.id;
    const path = `/series/${series.id}`;
    const moved = await race.call(professional, 'POST', `${path}/move`, { from, start_time: iso(target) });
    expect(moved.status).toBe(200);
    expect([...clocks(JSON.parse(moved.text))]).toEqual([expect.stringMatching(/ 16:45$/)]);
    const cancelled = await race.call(professional, 'POST', `${path}/cancel`, { from });
    expect((JSON.parse(cancelled.text) as Series).bookings.every(({ status }) => status === 'cancelled')).toBe(true);
    expect((await make(professional.token, input)).status).toBe(201);
  },
);

test('B23: one taken date in 26, whichever it is: nothing is written', async () => {
  const { professional, cut } = await someone();
  const { professionalId, token } = professional;
  const starts = weeklyStarts(first('Australia/Melbourne'), 'Australia/Melbourne', { everyWeeks: 2, count: 26 });
  for (const taken of starts) {
    const { bookingId } = await t.make.booking({ professionalId, status: 'confirmed', start: taken });
    const before = await visitsOf(professionalId);
    const answer = await make(token, { service_ids: [cut], every_weeks: 2, start_times: starts.map(iso), guest });
    expect(answer.status).toBe(409);
    expect(await visitsOf(professionalId)).toBe(before);
    await race.call(professional, 'PATCH', `/bookings/${bookingId}`, { status: 'cancelled' });
  }
});

test('B23: of two series that meet one is made; of a move and a series likewise, over two processes', async () => {
  for (let round = 0; round < repetitions(100); round++) {
    const { professional, cut } = await someone();
    const { professionalId, token } = professional;
    const zone = 'Australia/Melbourne';
    const starts = weeklyStarts(first(zone), zone, { everyWeeks: 1, count: 8 });
    const entry = (times: number[]) => ({ service_ids: [cut], every_weeks: 1, start_times: times.map(iso), guest });
    const later = starts.map((start) => start + 3 * HOUR);
    const elsewhere = JSON.parse((await make(token, entry(later))).text) as Series;
    const from = elsewhere.bookings[0]?.id;
    const answers = await Promise.all([
      make(token, entry(starts.slice(0, 5))),
      make(token, entry(starts.slice(3))),
      race.call(professional, 'POST', `/series/${elsewhere.id}/move`, { from, start_time: iso(starts[0] ?? 0) }),
    ]);
    const done = answers.map(({ status }) => status);
    expect(done.every((status) => [200, 201, 409].includes(status))).toBe(true);
    // All that was done was done whole: they meet pair by pair.
    expect(done.filter((status) => status < 300)).toHaveLength(1);
    const made = done.slice(0, 2).filter((status) => status === 201).length;
    expect(await visitsOf(professionalId)).toBe(8 + made * 5);
    expect(await overlaps(t.deps.pool)).toBe(0);
  }
});

test('B23: kill -9 in between leaves all visits or none, all of their old or new times, and all or none cancelled', async () => {
  const { professional, cut } = await someone();
  const { professionalId, token } = professional;
  const zone = 'Australia/Melbourne';
  const starts = weeklyStarts(first(zone), zone, { everyWeeks: 1, count: 6 });
  const entry = { service_ids: [cut], every_weeks: 1, start_times: starts.map(iso), guest };
  const killed = async (table: string, method: string, path: string, body: object) =>
    killAt(t, { table, when: 'before insert' }, await startProcess(t.databaseUrl), (to) =>
      to.call(token, method, path, body),
    );
  for (const table of ['busy_times', 'booking_services', 'outbox']) {
    await killed(table, 'POST', '/series/', entry);
    expect(await visitsOf(professionalId)).toBe(0);
  }
  const series = JSON.parse((await make(token, entry)).text) as Series;
  const from = series.bookings[0]?.id;
  const move = { from, start_time: iso((starts[0] ?? 0) + 3 * HOUR) };
  for (const [table, change, body] of [
    ['busy_times', 'move', move],
    ['outbox', 'move', move],
    ['outbox', 'cancel', { from }],
  ] as const) {
    await killed(table, 'POST', `/series/${series.id}/${change}`, body);
    const now = await race.call(professional, 'GET', `/series/${series.id}`);
    const times = ({ bookings }: Series) => bookings.map(({ id, start_time, status }) => [id, start_time, status]);
    expect(times(JSON.parse(now.text))).toEqual(times(series));
    expect(await findBroken(t.deps.db)).toEqual([]);
  }
});
