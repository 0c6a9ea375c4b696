import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, useTestApp } from '#server/testing/app.ts';
import { at, base } from '#server/testing/hours.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { zoneChanges } from '#shared/testing/zone-changes.ts';

const t = useTestApp();

/** The wall time at UTC+11, to the minute. */
const inMelbourne = (hours: number) => at(hours + 11).slice(0, 16);
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
const idOf = (answer: Answer) => (answer.body as { id: string }).id;
const detailOf = (answer: Answer) => (answer.body as { detail: { loc: unknown[]; msg: string }[] }).detail;

describe('windows', () => {
  let amara: ProfessionalPerson;
  let other: ProfessionalPerson;
  beforeAll(async () => {
    amara = await t.make.professional();
    other = await t.make.professional();
  });

  test('a window is created, listed, read, changed and deleted by its professional', async () => {
    const api = t.rest;
    const created = await api.call(amara, 'availability.create', {
      start_time: `${inMelbourne(0)}:00+11:00`,
      end_time: `${inMelbourne(8)}+11:00`,
    });
    expect(created).toMatchObject({ status: 201, body: { start_time: at(0), end_time: at(8) } });
    const id = idOf(created);
    expect(Object.keys(created.body as object).sort()).toEqual(['end_time', 'id', 'source', 'start_time']);
    const mine = await api.call(amara, 'availability.mine');
    expect(mine.body).toEqual([created.body]);
    expect(mine.headers['x-total-count']).toBe('1');
    expect((await api.call(amara, 'availability.byId', { id })).body).toEqual(created.body);
    expect((await api.call(await t.make.admin(), 'availability.byId', { id })).body).toEqual(created.body);
    const changed = await api.call(amara, 'availability.update', {
      id,
      start_time: at(1),
      end_time: at(7),
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { id, start_time: at(1), end_time: at(7), source: 'single', bookings_outside: 0 },
    });
    expect((await api.call(amara, 'availability.delete', { id })).status).toBe(204);
    for (const call of ['availability.byId', 'availability.delete']) {
      expect(await api.call(amara, call, { id })).toMatchObject({
        status: 404,
        body: { detail: 'Availability not found' },
      });
    }
  });

  test("somebody else's window is 404, as one that does not exist", async () => {
    const api = t.rest;
    const id = await t.make.window(other.professionalId, at(0), at(8));
    const input = { id, start_time: at(1), end_time: at(2) };
    for (const call of ['availability.byId', 'availability.update', 'availability.delete']) {
      expect(await api.call(amara, call, input)).toMatchObject({
        status: 404,
        body: { detail: 'Availability not found' },
      });
      expect((await api.call(await t.make.client(), call, input)).status).toBe(403);
      expect((await api.call(null, call, { ...input, id: 'x' })).status).toBe(401);
    }
    expect((await api.call(await t.make.admin(), 'availability.update', input)).status).toBe(403);
    expect((await api.call(other, 'availability.byId', { id })).body).toMatchObject({
      start_time: at(0),
      end_time: at(8),
    });
  });

  const bad: [string, Record<string, unknown>, string, string][] = [
    ['an end before the start', { end_time: at(-1) }, 'end_time', 'End time must be after start time'],
    ['an end at the start', { end_time: at(0) }, 'end_time', 'End time must be after start time'],
    ['14 minutes', { end_time: at(14 / 60) }, 'end_time', 'A window must be at least 15 minutes long'],
    ['25 hours', { end_time: at(25) }, 'end_time', 'A window must be at most 24 hours long'],
    [
      'a start in the past',
      { start_time: fromNow(-MINUTE), end_time: fromNow(HOUR) },
      'start_time',
      'Start time must be in the future',
    ],
    [
      'a window wholly past',
      { start_time: fromNow(-2 * HOUR), end_time: fromNow(-HOUR) },
      'start_time',
      'Start time must be in the future',
    ],
    [
      '367 days ahead',
      { start_time: fromNow(367 * DAY), end_time: fromNow(367 * DAY + HOUR) },
      'start_time',
      'Start time must be at most 366 days ahead',
    ],
    ['year 1', { start_time: '0001-01-01T00:00:00Z' }, 'start_time', 'Start time must be a valid datetime'],
    [
      'year 9999',
      { start_time: '9999-12-31T10:00:00Z', end_time: '9999-12-31T12:00:00Z' },
      'start_time',
      'Start time must be at most 366 days ahead',
    ],
    ['year 275760', { start_time: '+275760-09-13T00:00:00Z' }, 'start_time', 'Start time must be a valid datetime'],
    ['30 February', { start_time: '2027-02-30T10:00:00Z' }, 'start_time', 'Start time must be a valid datetime'],
    ['no offset', { start_time: '2027-02-10T10:00' }, 'start_time', 'Start time must be a valid datetime'],
    [
      'an offset of 25 hours',
      { start_time: '2027-02-10T10:00:00+25:00' },
      'start_time',
      'Start time must be a valid datetime',
    ],
    ['24:00', { end_time: '2027-02-10T24:00:00Z' }, 'end_time', 'End time must be a valid datetime'],
    ['a leap second', { end_time: '2027-02-10T10:00:60Z' }, 'end_time', 'End time must be a valid datetime'],
    ['an epoch', { start_time: base }, 'start_time', 'Start time must be a valid datetime'],
    ['null', { end_time: null }, 'end_time', 'End time is required'],
    ['nothing', { start_time: undefined }, 'start_time', 'Start time is required'],
    ['an empty text', { end_time: '' }, 'end_time', 'End time is required'],
    ['a list', { end_time: [at(1)] }, 'end_time', 'End time must be a valid datetime'],
  ];
  test.each(bad)('B15 D8 %s is 422 at the field, and nothing is written', async (_what, wrong, field, message) => {
    const person = await t.make.professional();
    const id = await t.make.window(person.professionalId, at(100), at(101));
    for (const [call, more] of [
      ['availability.create', {}],
      ['availability.update', { id }],
    ] as const) {
      const answer = await t.rest.call(person, call, { ...more, start_time: at(0), end_time: at(8), ...wrong });
      expect(answer.status).toBe(422);
      expect(detailOf(answer)).toMatchObject([{ loc: ['body', field], msg: message }]);
    }
    expect((await t.rest.call(person, 'availability.mine')).body).toEqual([
      { id, start_time: at(100), end_time: at(101), source: 'single' },
    ]);
  });

  test('B15 accepted: 15 minutes, 24 hours, just under 366 days ahead, and windows that touch', async () => {
    const person = await t.make.professional();
    const create = (start_time: string, end_time: string) =>
      t.rest.call(person, 'availability.create', { start_time, end_time });
    expect((await create(at(0), at(0.25))).status).toBe(201);
    expect((await create(at(0.25), at(24.25))).status).toBe(201);
    expect((await create(fromNow(366 * DAY - HOUR), fromNow(366 * DAY + HOUR))).status).toBe(201);
    expect((await create(fromNow(5 * MINUTE), fromNow(20 * MINUTE))).status).toBe(201);
  });

  test('B15 an overlap with an own window is 409; windows of other professionals do not matter', async () => {
    const person = await t.make.professional();
    const api = t.rest;
    await t.make.window(person.professionalId, at(0), at(8));
    const id = await t.make.window(person.professionalId, at(10), at(12));
    for (const [start, end] of [
      [0, 8],
      [-1, 1],
      [7, 9],
      [2, 3],
      [-1, 9],
    ] as const) {
      const input = { start_time: at(start), end_time: at(end) };
      for (const answer of [
        await api.call(person, 'availability.create', input),
        await api.call(person, 'availability.update', { id, ...input }),
      ]) {
        expect(answer).toMatchObject({
          status: 409,
          body: { detail: 'This time overlaps with another of your availability windows.' },
        });
      }
    }
    expect((await api.call(person, 'availability.mine')).body).toHaveLength(2);
    expect(
      (await api.call(await t.make.professional(), 'availability.create', { start_time: at(0), end_time: at(8) }))
        .status,
    ).toBe(201);
  });

  test('of a window that has begun only the end may change, and only to a later time than now', async () => {
    const api = t.rest;
    const person = await t.make.professional();
    const start_time = fromNow(-2 * HOUR);
    const end_time = fromNow(2 * HOUR);
    const id = await t.make.window(person.professionalId, start_time, end_time);
    const update = (input: object) => api.call(person, 'availability.update', { id, start_time, end_time, ...input });
    for (const start of [fromNow(-HOUR), fromNow(HOUR)]) {
      expect(await update({ start_time: start })).toMatchObject({
        status: 409,
        body: { detail: 'This availability has already begun: only its end can be changed.' },
      });
    }
    expect(detailOf(await update({ end_time: fromNow(-HOUR) }))).toMatchObject([
      { loc: ['body', 'end_time'], msg: 'End time must be in the future' },
    ]);
    const later = fromNow(3 * HOUR);
    expect(await update({ end_time: later })).toMatchObject({ status: 200, body: { start_time, end_time: later } });
    expect((await api.call(person, 'availability.delete', { id })).status).toBe(204);
  });

  test('B14 saving a future, begun or ended window unchanged three times changes no millisecond', async () => {
    const person = await t.make.professional();
    for (const [start, end] of [
      [48 * HOUR, 50 * HOUR],
      [-HOUR, HOUR + 1234],
      [-5 * HOUR - 777, -4 * HOUR],
    ] as const) {
      const id = await t.make.window(person.professionalId, Date.now() + start, Date.now() + end);
      const before = (await t.rest.call(person, 'availability.byId', { id })).body as object;
      for (let save = 0; save < 3; save++) {
        expect(await t.rest.call(person, 'availability.update', { ...before, id })).toMatchObject({
          status: 200,
          body: before,
        });
      }
      expect((await t.rest.call(person, 'availability.byId', { id })).body).toEqual(before);
    }
  });

  test.each(['Australia/Melbourne', 'Australia/Lord_Howe', 'America/New_York'])(
    'B13 D8 in %s, the offset decides which instant a skipped or repeated wall time means',
    async (time_zone) => {
      const person = await t.make.professional({ time_zone });
      for (const change of zoneChanges(time_zone, Date.now(), 2)) {
        // Half an hour into the skipped or repeated wall time.
        const wall = change.at + Math.min(change.before, change.after) * MINUTE + 15 * MINUTE;
        const made = [];
        for (const offset of [change.before, change.after]) {
          const sign = offset < 0 ? '-' : '+';
          const clock = new Date(Math.abs(offset) * MINUTE).toISOString().slice(11, 16);
          const start_time = `${new Date(wall).toISOString().slice(0, 19)}${sign}${clock}`;
          const expected = wall - offset * MINUTE;
          const end_time = new Date(expected + 15 * MINUTE).toISOString();
          const answer = await t.rest.call(person, 'availability.create', { start_time, end_time });
          expect(answer).toMatchObject({
            status: 201,
            body: { start_time: new Date(expected).toISOString(), end_time },
          });
          made.push(expected);
        }
        expect(Math.abs((made[0] ?? 0) - (made[1] ?? 0))).toBe(Math.abs(change.before - change.after) * MINUTE);
      }
    },
  );

  test('own windows are listed soonest first, past ones only with include_past', async () => {
    const person = await t.make.professional();
    const past = await t.make.window(person.professionalId, fromNow(-3 * HOUR), fromNow(-2 * HOUR));
    const late = await t.make.window(person.professionalId, at(48), at(50));
    const begun = await t.make.window(person.professionalId, fromNow(-HOUR), fromNow(HOUR));
    const ids = async (input?: Record<string, unknown>) => {
      const { body, headers } = await t.rest.call(person, 'availability.mine', input);
      return [(body as { id: string }[]).map((one) => one.id), headers['x-total-count']];
    };
    expect(await ids()).toEqual([[begun, late], '2']);
    expect(await ids({ include_past: true })).toEqual([[past, begun, late], '3']);
    expect(await ids({ include_past: true, skip: 1, limit: 1 })).toEqual([[begun], '3']);
    expect(await ids({ include_past: false })).toEqual([[begun, late], '2']);
  });

  test('A4 unknown fields change nothing', async () => {
    const person = await t.make.professional();
    const input = {
      start_time: at(0),
      end_time: at(1),
      professional_id: other.professionalId,
      id: crypto.randomUUID(),
      created_at: at(-900),
    };
    const answer = await t.rest.call(person, 'availability.create', input);
    expect(answer.status).toBe(201);
    const row = await t.make.read('availability', idOf(answer));
    expect(row.professional_id).toBe(person.professionalId);
    expect(row.id).not.toBe(input.id);
    expect(row.created_at).not.toBe(input.created_at);
  });
});

test('D8 the 501st future window is 409, also of several at once; past windows do not count', async () => {
  const person = await t.make.professional();
  const windows = Array.from({ length: 497 }, (_, index) => ({
    professional_id: person.professionalId,
    start_time: at(index),
    end_time: at(index + 1),
  }));
  await t.deps.db.insertInto('availability').values(windows).execute();
  await t.make.window(person.professionalId, Date.now() - 5 * HOUR, Date.now() - 4 * HOUR);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      t.rest.call(person, 'availability.create', { start_time: at(1000 + 2 * index), end_time: at(1001 + 2 * index) }),
    ),
  );
  expect(answers.map((one) => one.status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
  expect(answers.find((one) => one.status === 409)?.body).toEqual({
    detail: 'You can have at most 500 future availability windows.',
  });
});
