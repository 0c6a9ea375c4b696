import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { at, base } from '#server/testing/hours.ts';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { zoneChanges } from '#shared/testing/zone-changes.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();

type Query = Record<string, unknown>;
const ofProfessional = (id: string, query: Query = {}, api = t.rest) =>
  api.call(null, 'availability.ofProfessional', { id, ...query });
async function windowsOf(id: string, query: Query = {}): Promise<AvailabilityWithSlots[]> {
  const answer = await ofProfessional(id, query);
  expect(answer.status).toBe(200);
  return answer.body as AvailabilityWithSlots[];
}
const startsOf = (windows: AvailabilityWithSlots[]) =>
  windows.flatMap((one) => one.available_slots.map((slot) => Date.parse(slot.start_time)));
const hoursOf = (windows: AvailabilityWithSlots[]) => startsOf(windows).map((start) => (start - base) / HOUR);

describe('free slots', () => {
  test('are listed for future windows, soonest first, with the length of the chosen services', async () => {
    const { professionalId: id } = await t.make.professional();
    const late = await t.make.window(id, at(10), at(11));
    const soon = await t.make.window(id, at(0), at(2));
    const services = [await t.make.service(id), await t.make.service(id, { service_duration_minutes: 30 })];
    const slot = (from: number, to: number) => ({ start_time: at(from), end_time: at(to) });
    const plain = await ofProfessional(id, {}, t.rest);
    expect(plain.headers['x-total-count']).toBe('2');
    expect(plain).toMatchObject({
      status: 200,
      body: [
        {
          id: soon,
          start_time: at(0),
          end_time: at(2),
          available_slots: [slot(0, 0.5), slot(0.5, 1), slot(1, 1.5), slot(1.5, 2)],
        },
        { id: late, start_time: at(10), end_time: at(11), available_slots: [slot(10, 10.5), slot(10.5, 11)] },
      ],
    });
    const chosen = await ofProfessional(id, { service_ids: services }, t.rest);
    expect(chosen.body).toEqual([
      { id: soon, start_time: at(0), end_time: at(2), available_slots: [slot(0, 1.5), slot(0.5, 2)] },
      { id: late, start_time: at(10), end_time: at(11), available_slots: [] },
    ]);
    expect((await ofProfessional(id, { service_ids: services.join(',') }, t.rest)).body).toEqual(chosen.body);
    expect((await t.rest.call(null, 'availability.slots', { id: soon, service_ids: services })).body).toEqual(
      (chosen.body as unknown[])[0],
    );
  });

  test('of one window are listed however far ahead it is', async () => {
    const { professionalId } = await t.make.professional();
    const id = await t.make.window(professionalId, base + 300 * DAY, base + 300 * DAY + HOUR);
    const answer = await t.rest.call(null, 'availability.slots', { id });
    expect(answer).toMatchObject({ status: 200, body: { id, available_slots: [{}, {}] } });
    expect((await ofProfessional(professionalId, {}, t.rest)).body).toEqual([]);
  });

  test('an unknown, inactive, deleted or foreign service is 404', async () => {
    const { professionalId: id } = await t.make.professional();
    const window = await t.make.window(id, at(0), at(2));
    const own = await t.make.service(id);
    const inactive = await t.make.service(id, { is_active: false });
    const foreign = await t.make.service((await t.make.professional()).professionalId);
    const deleted = await t.make.service(id);
    await t.make.change('services', deleted, { deleted_at: at(-100) });
    for (const wrong of [inactive, foreign, deleted, crypto.randomUUID()]) {
      for (const [call, called] of [
        ['availability.ofProfessional', id],
        ['availability.slots', window],
      ] as const) {
        const answer = await t.rest.call(null, call, { id: called, service_ids: [own, wrong] });
        expect(answer).toMatchObject({ status: 404, body: { detail: 'Service not found' } });
      }
    }
  });

  test('of an inactive professional are visible only to that professional and admins', async () => {
    const person = await t.make.professional({ is_active: false });
    const window = await t.make.window(person.professionalId, at(0), at(2));
    const calls = [
      ['availability.ofProfessional', person.professionalId, 'Professional'],
      ['availability.slots', window, 'Availability'],
    ] as const;
    for (const [call, id, thing] of calls) {
      for (const caller of [null, await t.make.client(), await t.make.professional()]) {
        expect(await t.rest.call(caller, call, { id })).toMatchObject({
          status: 404,
          body: { detail: `${thing} not found` },
        });
      }
      for (const caller of [person, await t.make.admin()])
        expect((await t.rest.call(caller, call, { id })).status).toBe(200);
    }
  });

  const id = '00000000-0000-7000-8000-000000000000';
  test.each<[string, Query, string]>([
    ['no service', { service_ids: [''] }, 'service_ids'],
    [
      '11 services',
      { service_ids: Array.from({ length: 11 }, (_, index) => `${id.slice(0, -2)}${10 + index}`) },
      'service_ids',
    ],
    ['a service twice', { service_ids: [id, id] }, 'service_ids'],
    ['a malformed service', { service_ids: ['x'] }, 'service_ids'],
    ['a from without offset', { from: '2026-12-01T00:00:00' }, 'from'],
    ['a day', { to: '2026-12-01' }, 'to'],
    ['to before from', { from: at(1), to: at(0) }, 'to'],
    ['63 days', { from: at(0), to: at(63 * 24) }, 'to'],
  ])('%s is 422 at its field', async (_what, query, field) => {
    const answer = await ofProfessional(id, query, t.rest);
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: expect.arrayContaining(['query', field]) }] },
    });
  });
});

describe('the range of free slots', () => {
  let id: string;
  beforeAll(async () => {
    id = (await t.make.professional()).professionalId;
    for (const hour of [-30, 0, 24, 60 * 24, 61 * 24]) await t.make.window(id, at(hour), at(hour + 2));
  });
  const starts = async (query: Query) =>
    (await windowsOf(id, query)).map((one) => (Date.parse(one.start_time) - base) / HOUR);

  test('is the next 60 days, or from and to', async () => {
    expect(await starts({})).toEqual([0, 24]);
    expect(await starts({ to: at(24) })).toEqual([0]);
    expect(await starts({ from: at(1.5), to: at(24.5) })).toEqual([0, 24]);
    expect(await starts({ from: at(2), to: at(24) })).toEqual([]);
    expect(await starts({ from: at(24 * 2) })).toEqual([60 * 24, 61 * 24]);
    expect(await starts({ from: at(-48) })).toEqual([-30, 0, 24]);
    expect(hoursOf(await windowsOf(id, { from: at(1.5), to: at(24.5) }))).toEqual([1.5, 24]);
    expect(hoursOf(await windowsOf(id, { from: at(-48), to: at(-20) }))).toEqual([]);
  });

  test('begins now when only to is given', async () => {
    for (const to of [iso(Date.now() - HOUR), iso(Date.now() + 63 * DAY)]) {
      for (const professional of [id, randomUUID()]) {
        expect(await ofProfessional(professional, { to })).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['query', 'to'] }] },
        });
      }
    }
    expect(await ofProfessional(randomUUID(), { to: iso(Date.now() + HOUR) })).toMatchObject({ status: 404 });
  });
});

test('B3 live and completed bookings take slots and buffers, also from outside the window; cancelled ones do not', async () => {
  const { professionalId } = await t.make.professional({ buffer_minutes: 30 });
  const id = await t.make.window(professionalId, at(0), at(8));
  const book = (status: 'pending' | 'confirmed' | 'cancelled', hour: number) =>
    t.make.booking({ professionalId, status, start: base + hour * HOUR });
  await book('confirmed', -1);
  await book('pending', 2);
  await book('cancelled', 4);
  await book('confirmed', 8);
  const free = [0.5, 1, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7];
  expect(hoursOf(await windowsOf(professionalId))).toEqual(free);
  const one = await t.rest.call(null, 'availability.slots', { id });
  expect(hoursOf([one.body as AvailabilityWithSlots])).toEqual(free);
  // A range that begins in a booking, or at its end, gives the same slots.
  for (const from of [2.5, 3])
    expect(hoursOf(await windowsOf(professionalId, { from: at(from), to: at(5) }))).toEqual([3.5, 4, 4.5]);
  expect(hoursOf(await windowsOf(professionalId, { from: at(6.5), to: at(7.5) }))).toEqual([6.5, 7]);
});

test('slots start later than now plus the notice, by the clock of the database', async () => {
  const { professionalId: id } = await t.make.professional({ min_notice_minutes: 90 });
  await t.make.window(id, at(0), at(4));
  expect(hoursOf(await windowsOf(id))).toHaveLength(8);
  const shift = Math.round((base - Date.now()) / 1000);
  const later = await t.at(`${shift} seconds`);
  const { body } = await later.rest.call(null, 'availability.ofProfessional', { id });
  // The clocks of these apps are just before and just after the start of the window.
  expect([
    [1.5, 2, 2.5, 3, 3.5],
    [2, 2.5, 3, 3.5],
  ]).toContainEqual(hoursOf(body as AvailabilityWithSlots[]));
});

test.each(['Australia/Melbourne', 'Australia/Lord_Howe'])(
  'B13 in %s, a window across a clock change has as many slots as its real length allows',
  async (zone) => {
    const { professionalId: id } = await t.make.professional({ time_zone: zone });
    for (const change of zoneChanges(zone, Date.now() + DAY, 2)) {
      const start = change.at - 2 * HOUR;
      const end = change.at + 3 * HOUR;
      await t.make.window(id, start, end);
      const starts = startsOf(await windowsOf(id, { from: iso(start), to: iso(end) }));
      expect(starts).toEqual(Array.from({ length: 10 }, (_, index) => start + index * 30 * MINUTE));
    }
  },
);

test('B13 the answers do not depend on the time zone of the server', async () => {
  const person = await t.make.professional();
  const [change] = zoneChanges('Australia/Melbourne', Date.now() + DAY, 1);
  const start = (change?.at ?? base) - 12 * HOUR;
  const window = await t.make.window(person.professionalId, start, start + DAY);
  await t.make.booking({ professionalId: person.professionalId, start: start + 3 * HOUR, status: 'confirmed' });
  const before = process.env.TZ;
  const answers = new Set<string>();
  const hours = new Set<number>();
  try {
    for (const zone of [
      'UTC',
      'Australia/Melbourne',
      'Australia/Lord_Howe',
      'America/New_York',
      'Asia/Kolkata',
      'Pacific/Apia',
    ]) {
      process.env.TZ = zone;
      hours.add(new Date(start).getHours() * 60 + new Date(start).getMinutes());
      // A new connection to the database, opened in this zone.
      const there = await t.at('0 seconds');
      const calls: [string, Query][] = [
        ['availability.ofProfessional', { id: person.professionalId, from: iso(start), to: iso(start + DAY) }],
        ['availability.slots', { id: window }],
        ['availability.byId', { id: window }],
        ['availability.update', { id: window, start_time: iso(start), end_time: iso(start + DAY) }],
        ['availability.mine', {}],
        ['professionals.profile', {}],
      ];
      const bodies = [];
      for (const [call, input] of calls)
        for (const api of there.apis) bodies.push((await api.call(person, call, input)).body);
      answers.add(JSON.stringify(bodies));
    }
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
  expect(hours.size).toBeGreaterThan(4);
  expect(answers.size).toBe(1);
  expect([...answers][0]).toContain(iso(start));
});
