import { beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { type ClientPerson, type ProfessionalPerson, profileInput } from '#server/testing/make.ts';
import type { Availability, AvailabilityWithSlots } from '#shared/availability.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import type { OwnDate, OwnHours, TimeOff } from '#shared/hours.ts';
import { dayKey, fromLocalInput } from '#shared/time.ts';

const t = useTestApp();
const zone = 'Australia/Melbourne';
const today = dayKey(Date.now(), zone);
/** The date so many days from today. */
const date = (days: number) => addDays(today, days);
/** A time of the clock on a date, as an instant. */
const at = (day: string, time: string) => new Date(fromLocalInput(`${day}T${time}`, zone) ?? 0).toISOString();
/** Hours on each day of the week. */
const daily = (...hours: string[]) =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => hours.map((text) => ({ weekday, ...interval(text) })));
const interval = (text: string) => ({ start: text.slice(0, 5), end: text.slice(6) });

const from = { starts_on: date(-30) };

describe('hours', () => {
  let amara: ProfessionalPerson;
  let zoe: ClientPerson;
  let cut: string;
  const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
  const setHours = (schedules: object[]) => call(amara, 'hours.replace', { schedules });
  const setDate = (day: string, ...hours: string[]) =>
    call(amara, 'hours.setDate', { date: day, hours: hours.map(interval), note: null });
  const windowsOf = async (more: Record<string, unknown> = {}) =>
    (await call(null, 'availability.ofProfessional', { id: amara.professionalId, ...more }))
      .body as AvailabilityWithSlots[];
  /** The windows of a date, each as `09:00-17:00` on its clock. */
  const onDate = async (day: string) => {
    const range = { from: at(day, '00:00'), to: at(addDays(day, 1), '00:00') };
    return (await windowsOf(range)).map(({ start_time, end_time }) => `${clock(start_time)}-${clock(end_time)}`);
  };
  const clock = (instant: string) =>
    new Intl.DateTimeFormat('en-AU', { timeZone: zone, timeStyle: 'short', hourCycle: 'h23' }).format(
      Date.parse(instant),
    );
  const mine = async (more: Record<string, unknown> = {}) =>
    (await call(amara, 'availability.mine', more)).body as Availability[];
  const book = (start_time: string, more: Record<string, unknown> = {}) =>
    t.rest.call(zoe, 'bookings.create', {
      professional_id: amara.professionalId,
      service_ids: [cut],
      start_time,
      ...more,
    });

  beforeEach(async () => {
    amara = await t.make.professional();
    zoe = await t.make.client();
    cut = await t.make.service(amara.professionalId, { service_duration_minutes: 60 });
  });

  test('are replaced as a whole, and answered with new ids and defaults', async () => {
    expect((await call(amara, 'hours.mine')).body).toEqual({ time_zone: zone, schedules: [], bookings_outside: 0 });
    const hours = [
      { weekday: 2, ...interval('13:00-17:00') },
      { weekday: 2, ...interval('09:00-12:30') },
      { weekday: 7, ...interval('00:00-24:00') },
    ];
    const id = '01960000-0000-7000-8000-000000000000';
    const { status, body } = await setHours([
      { id, hours },
      { starts_on: date(7), ends_on: date(7), every_weeks: 8, hours: [] },
    ]);
    expect(status).toBe(200);
    const [first, second] = (body as OwnHours).schedules;
    expect(first).toEqual({
      id: first?.id,
      starts_on: today,
      ends_on: null,
      every_weeks: 1,
      hours: [hours[1], hours[0], hours[2]],
    });
    expect(first?.id).not.toBe(id);
    expect(second).toEqual({ id: second?.id, starts_on: date(7), ends_on: date(7), every_weeks: 8, hours: [] });
    expect((await call(amara, 'hours.mine')).body).toEqual(body);
    await setHours([]);
    expect((await call(amara, 'hours.mine')).body).toMatchObject({ schedules: [] });
  });

  const ok = { weekday: 1, start: '09:00', end: '17:00' };
  test.each<[string, unknown, (string | number)[]]>([
    ['no list', undefined, ['schedules']],
    ['nine schedules', Array.from({ length: 9 }, () => ({ hours: [] })), ['schedules']],
    ['no hours', [{}], ['schedules', 0, 'hours']],
    ['a date that does not exist', [{ starts_on: '2027-02-29', hours: [] }], ['schedules', 0, 'starts_on']],
    ['a first day before 2000', [{ starts_on: '1999-12-31', hours: [] }], ['schedules', 0, 'starts_on']],
    ['a last day after 2100', [{ ends_on: '2101-01-01', hours: [] }], ['schedules', 0, 'ends_on']],
    ['a last day before the first', [{ starts_on: date(2), ends_on: date(1), hours: [] }], ['schedules', 0, 'ends_on']],
    ['a last day before today', [{ hours: [] }, { ends_on: date(-1), hours: [] }], ['schedules', 1, 'ends_on']],
    ['every nine weeks', [{ every_weeks: 9, hours: [] }], ['schedules', 0, 'every_weeks']],
    ['every half week', [{ every_weeks: 0.5, hours: [] }], ['schedules', 0, 'every_weeks']],
    ['an eighth weekday', [{ hours: [{ ...ok, weekday: 8 }] }], ['schedules', 0, 'hours', 0, 'weekday']],
    ['a time off the steps', [{ hours: [{ ...ok, start: '09:03' }] }], ['schedules', 0, 'hours', 0, 'start']],
    ['no time', [{ hours: [{ ...ok, start: '9:00' }] }], ['schedules', 0, 'hours', 0, 'start']],
    [
      'a start at midnight',
      [{ hours: [{ ...ok, start: '24:00', end: '24:00' }] }],
      ['schedules', 0, 'hours', 0, 'start'],
    ],
    ['an end after midnight', [{ hours: [{ ...ok, end: '24:05' }] }], ['schedules', 0, 'hours', 0, 'end']],
    ['an end before its start', [{ hours: [{ ...ok, end: '08:00' }] }], ['schedules', 0, 'hours', 0]],
    ['ten minutes', [{ hours: [{ ...ok, end: '09:10' }] }], ['schedules', 0, 'hours', 0]],
    ['hours that touch', [{ hours: [ok, { ...ok, start: '17:00', end: '18:00' }] }], ['schedules', 0, 'hours', 1]],
    ['hours that overlap', [{ hours: [ok, { ...ok, weekday: 2 }, ok] }], ['schedules', 0, 'hours', 2]],
  ])('of a wrong form are refused: %s', async (_, schedules, loc) => {
    const answer = await call(amara, 'hours.replace', { schedules });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', ...loc] }] } });
    expect((await call(amara, 'hours.mine')).body).toMatchObject({ schedules: [] });
  });

  test('make windows that are listed, found by id and booked, and cannot be changed themselves', async () => {
    await setHours([{ ...from, hours: daily('09:00-12:00', '13:00-17:00') }]);
    expect(await onDate(date(3))).toEqual(['09:00-12:00', '13:00-17:00']);
    const own = (await mine()).filter(({ start_time }) => dayKey(Date.parse(start_time), zone) === date(3));
    expect(own).toEqual([
      { id: own[0]?.id, start_time: at(date(3), '09:00'), end_time: at(date(3), '12:00'), source: 'weekly' },
      { id: own[1]?.id, start_time: at(date(3), '13:00'), end_time: at(date(3), '17:00'), source: 'weekly' },
    ]);
    const [{ id = '' } = {}] = own;
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    for (const viewer of [amara, await t.make.admin()])
      expect((await call(viewer, 'availability.byId', { id })).body).toEqual(own[0]);
    expect((await call(await t.make.professional(), 'availability.byId', { id })).status).toBe(404);

    const slots = await call(null, 'availability.slots', { id, service_ids: [cut] });
    expect(slots.body).toEqual({
      id,
      start_time: at(date(3), '09:00'),
      end_time: at(date(3), '12:00'),
      available_slots: ['09:00', '09:30', '10:00', '10:30', '11:00'].map((time) => ({
        start_time: at(date(3), time),
        end_time: new Date(Date.parse(at(date(3), time)) + HOUR).toISOString(),
      })),
    });
    expect((await book(at(date(3), '10:00'))).status).toBe(201);
    expect((await book(at(date(3), '11:30'))).status).toBe(409);
    const left = (await call(null, 'availability.slots', { id, service_ids: [cut] })).body as AvailabilityWithSlots;
    expect(left.available_slots.map(({ start_time }) => clock(start_time))).toEqual(['09:00', '11:00']);

    const text = 'This time comes from your hours. Change the hours, or that day.';
    const range = { start_time: at(date(3), '09:00'), end_time: at(date(3), '11:00') };
    for (const [procedure, input] of [
      ['availability.update', range],
      ['availability.delete', {}],
    ] as const) {
      expect(await call(amara, procedure, { id, ...input })).toMatchObject({ status: 409, body: { detail: text } });
      expect((await call(await t.make.professional(), procedure, { id, ...input })).status).toBe(404);
    }
  });

  test('have windows whose id stays while hours start then, whichever rule gives them', async () => {
    await setHours([{ ...from, hours: daily('09:00-12:00') }]);
    const [window] = await windowsOf({ from: at(date(3), '00:00') });
    const id = window?.id ?? '';
    await setHours([{ starts_on: date(0), hours: daily('09:00-10:00') }]);
    expect((await call(null, 'availability.slots', { id })).body).toMatchObject({ end_time: at(date(3), '10:00') });
    await setDate(date(3), '09:00-15:00');
    expect((await call(amara, 'availability.byId', { id })).body).toEqual({
      id,
      start_time: at(date(3), '09:00'),
      end_time: at(date(3), '15:00'),
      source: 'date',
    });
    await setDate(date(3), '09:05-15:00');
    expect((await call(null, 'availability.slots', { id })).status).toBe(404);
    expect((await call(amara, 'availability.byId', { id })).status).toBe(404);
    expect((await call(amara, 'availability.delete', { id })).status).toBe(404);
  });

  test('are cut around single windows, which win', async () => {
    await setHours([{ ...from, hours: daily('09:00-17:00') }]);
    const single = { start_time: at(date(3), '11:00'), end_time: at(date(3), '12:00') };
    expect((await call(amara, 'availability.create', single)).body).toMatchObject({ source: 'single' });
    expect(await onDate(date(3))).toEqual(['09:00-11:00', '11:00-12:00', '12:00-17:00']);
    const range = { from: at(date(3), '00:00'), to: at(date(4), '00:00') };
    const ids = (await windowsOf(range)).map(({ id }) => id);
    const sources = (await mine()).filter(({ id }) => ids.includes(id)).map(({ source }) => source);
    expect(sources).toEqual(['weekly', 'single', 'weekly']);
    // A visit does not run over the seam of two windows.
    expect((await book(at(date(3), '10:30'))).status).toBe(409);
    expect((await book(at(date(3), '10:00'))).status).toBe(201);
  });

  test('end at the horizon, whose last window is listed whole; single windows do not', async () => {
    const days = (booking_horizon_days: unknown) =>
      call(amara, 'professionals.updateMe', { ...profileInput, booking_horizon_days });
    expect((await days(2)).body).toMatchObject({ booking_horizon_days: 2 });
    for (const wrong of [0, 366, 1.5, null]) expect((await days(wrong)).status).toBe(422);
    await setHours([{ ...from, hours: daily('00:00-24:00') }]);
    const windows = await windowsOf({ to: new Date(Date.now() + 60 * DAY).toISOString() });
    const last = windows.at(-1);
    expect(last?.end_time).toBe(at(date(3), '00:00'));
    const starts = windows.flatMap(({ available_slots }) => available_slots.map(({ start_time }) => start_time));
    const horizon = Date.now() + 2 * DAY;
    expect(Date.parse(starts.at(-1) ?? '')).toBeLessThan(horizon);
    expect(Date.parse(starts.at(-1) ?? '')).toBeGreaterThan(horizon - HOUR);
    // Before midnight an hour from the last start would reach into the next day's window, which is beyond.
    const lastHour = starts.findLast((start) => Date.parse(start) + HOUR <= Date.parse(last?.end_time ?? ''));
    expect((await book(lastHour ?? '')).status).toBe(201);
    expect((await book(new Date(Date.parse(starts.at(-1) ?? '') + HOUR).toISOString())).status).toBe(409);

    const far = { start_time: at(date(300), '09:00'), end_time: at(date(300), '12:00') };
    await call(amara, 'availability.create', far);
    expect((await book(at(date(300), '09:30'))).status).toBe(201);
    expect((await mine()).at(-1)).toMatchObject({ source: 'single', ...far });
    expect(await onDate(date(10))).toEqual([]);
  });

  test('of a date are set, listed and forgotten; none at all closes the day', async () => {
    await setHours([{ ...from, hours: daily('09:00-17:00') }]);
    expect(await setDate(date(5), '13:00-15:00', '10:00-12:00')).toMatchObject({
      status: 200,
      body: { date: date(5), hours: ['10:00-12:00', '13:00-15:00'].map(interval), note: null, bookings_outside: 0 },
    });
    expect(await onDate(date(5))).toEqual(['10:00-12:00', '13:00-15:00']);
    const closed = await call(amara, 'hours.setDate', { date: date(6), hours: [], note: ' Wedding ' });
    expect(closed.body).toEqual({ date: date(6), hours: [], note: 'Wedding', bookings_outside: 0 });
    expect(await onDate(date(6))).toEqual([]);
    await setDate(date(300), '10:00-12:00');
    const listed = async (query = {}) => {
      const { body, headers } = await call(amara, 'hours.dates', query);
      return [(body as OwnDate[]).map((one) => one.date), headers['x-total-count']];
    };
    expect(await listed()).toEqual([[date(5), date(6), date(300)], '3']);
    expect(await listed({ from: date(6) })).toEqual([[date(6), date(300)], '2']);
    expect(await listed({ to: date(6) })).toEqual([[date(5)], '1']);
    expect(await listed({ skip: 1, limit: 1 })).toEqual([[date(6)], '3']);
    for (const wrong of [
      { from: 'x' },
      { from: '2027-02-30' },
      { to: date(-1) },
      { to: date(368) },
      { from: date(1), to: date(369) },
      { limit: 1001 },
    ])
      expect((await call(amara, 'hours.dates', wrong)).status).toBe(422);
    expect((await call(amara, 'hours.dates', { from: date(1), to: date(368), limit: 1000 })).status).toBe(200);

    expect((await call(amara, 'hours.removeDate', { date: date(6) })).status).toBe(204);
    expect(await onDate(date(6))).toEqual(['09:00-17:00']);
    for (const gone of [date(6), date(7), '2027-02-30', 'tomorrow', '27-1-1'])
      expect(await call(amara, 'hours.removeDate', { date: gone })).toMatchObject({
        status: 404,
        body: { detail: 'Date not found' },
      });
  });

  test('of a date that is over, too far ahead or of a wrong form are refused', async () => {
    expect((await setDate(date(-1), '10:00-12:00')).body).toMatchObject({ detail: [{ loc: ['path', 'date'] }] });
    for (const day of [date(-1), date(367)]) expect((await setDate(day, '10:00-12:00')).status).toBe(422);
    for (const day of [date(0), date(366)]) expect((await setDate(day, '10:00-12:00')).status).toBe(200);
    for (const day of ['2027-02-29', '2027-2-1', 'x']) expect((await setDate(day, '10:00-12:00')).status).toBe(404);
    expect((await setDate(date(1), '10:00-12:00', '12:00-13:00')).status).toBe(422);
    expect((await call(amara, 'hours.setDate', { date: date(1) })).status).toBe(422);
    const long = { date: date(1), hours: [], note: 'x'.repeat(201) };
    expect((await call(amara, 'hours.setDate', long)).status).toBe(422);
  });

  test('are closed on the public holidays of a state, if that is set', async () => {
    const year = Number(today.slice(0, 4)) + 1;
    const holidays = async (query: object) => call(amara, 'hours.holidays', { ...query });
    const { body } = await holidays({ state: 'TAS', year: 2034 });
    expect(body).toEqual(expect.arrayContaining([{ date: '2034-01-02', name: "New Year's Day" }]));
    for (const wrong of [
      { state: 'NZ', year },
      { state: 'VIC' },
      { year },
      { state: 'VIC', year: 2019 },
      { state: 'VIC', year: 2051 },
    ])
      expect((await holidays(wrong)).status).toBe(422);

    // Within the horizon there need not be a holiday, so that the clock is set to one.
    const christmas = await t.at(`${Math.ceil((Date.parse(`${year}-12-23T02:00:00Z`) - Date.now()) / HOUR)} hours`);
    await setHours([{ ...from, hours: daily('09:00-17:00') }]);
    const on = async (day: number) => {
      const range = { from: at(`${year}-12-${day}`, '00:00'), to: at(`${year}-12-${day + 1}`, '00:00') };
      const answer = await christmas.rest.call(null, 'availability.ofProfessional', {
        id: amara.professionalId,
        ...range,
      });
      return (answer.body as unknown[]).length;
    };
    const closedOn = (closed_on_holidays_of?: string | null) =>
      call(amara, 'professionals.updateMe', { ...profileInput, closed_on_holidays_of });
    expect([await on(24), await on(25)]).toEqual([1, 1]);
    expect((await closedOn('VIC')).body).toMatchObject({ closed_on_holidays_of: 'VIC' });
    expect((await closedOn()).body).toMatchObject({ closed_on_holidays_of: 'VIC' });
    expect([await on(24), await on(25)]).toEqual([1, 0]);
    const open = { professional_id: amara.professionalId, date: `${year}-12-25`, hours: [600, 720] };
    await t.deps.db.insertInto('hour_dates').values(open).execute();
    expect(await on(25)).toBe(1);
    expect((await closedOn('XX')).status).toBe(422);
    expect((await closedOn(null)).body).toMatchObject({ closed_on_holidays_of: null });
  });

  test('time off takes free times away, without a buffer, and changes no window', async () => {
    await setHours([{ ...from, hours: daily('09:00-13:00') }]);
    const lunch = { start: at(date(3), '10:30'), end: at(date(3), '11:30') };
    expect((await book(at(date(3), '11:00'))).status).toBe(201);
    const { status, body } = await call(amara, 'hours.addTimeOff', { ...lunch, reason: 'Dentist' });
    expect(status).toBe(201);
    expect(body).toEqual({ id: (body as TimeOff).id, ...lunch, reason: 'Dentist', bookings_inside: 1 });
    expect(await onDate(date(3))).toEqual(['09:00-13:00']);
    const free = async () =>
      (await windowsOf({ from: at(date(3), '00:00'), to: at(date(4), '00:00'), service_ids: [cut] }))
        .flatMap(({ available_slots }) => available_slots)
        .map(({ start_time }) => clock(start_time));
    expect(await free()).toEqual(['09:00', '09:30', '12:00']);
    expect((await book(at(date(3), '10:00'))).status).toBe(409);
    expect((await call(amara, 'hours.timeOff')).body).toEqual([body]);
    expect((await call(amara, 'hours.addTimeOff', lunch)).status).toBe(201);

    const remove = (id: string, person = amara) => call(person, 'hours.removeTimeOff', { id });
    expect((await remove((body as TimeOff).id, await t.make.professional())).status).toBe(404);
    for (const { id } of (await call(amara, 'hours.timeOff')).body as TimeOff[])
      expect((await remove(id)).status).toBe(204);
    expect((await remove((body as TimeOff).id)).status).toBe(404);
    expect((await call(amara, 'hours.timeOff')).body).toEqual([]);
    expect(await free()).toEqual(['09:00', '09:30', '10:00', '12:00']);
  });

  test.each<[string, number, number, number]>([
    ['ends in the past', -120, -60, 422],
    ['has begun', -120, 60, 201],
    ['is as short as it may be', 60, 65, 201],
    ['is too short', 60, 64, 422],
    ['ends before it starts', 120, 60, 422],
    ['is as long as it may be', 60, 60 + 366 * 1440, 201],
    ['is too long', 60, 61 + 366 * 1440, 422],
    ['begins within 366 days', 366 * 1440 - 2, 366 * 1440 + 60, 201],
    ['begins later', 366 * 1440 + 2, 366 * 1440 + 60, 422],
    ['has seconds', 60.5, 120, 422],
  ])('time off that %s', async (_, start, end, status) => {
    const now = Math.floor(Date.now() / MINUTE) * MINUTE;
    const instant = (minutes: number) => new Date(now + minutes * MINUTE).toISOString();
    const answer = await call(amara, 'hours.addTimeOff', { start: instant(start), end: instant(end) });
    expect(answer.status).toBe(status);
  });

  test('a 201st time off that has not ended is refused; those that have ended are listed only if asked for', async () => {
    const rows = Array.from({ length: 199 }, (_, index) => ({
      professional_id: amara.professionalId,
      start_time: at(date(2), '09:00'),
      end_time: new Date(Date.parse(at(date(2), '10:00')) + index * MINUTE).toISOString(),
    }));
    const past = {
      professional_id: amara.professionalId,
      start_time: at(date(-2), '09:00'),
      end_time: at(date(-2), '10:00'),
    };
    await t.deps.db
      .insertInto('time_off')
      .values([...rows, past])
      .execute();
    const one = { start: at(date(2), '09:00'), end: at(date(2), '10:00') };
    expect((await call(amara, 'hours.addTimeOff', one)).status).toBe(201);
    expect((await call(amara, 'hours.addTimeOff', one)).status).toBe(409);
    const total = async (query = {}) => (await call(amara, 'hours.timeOff', query)).headers['x-total-count'];
    expect([await total(), await total({ include_past: true })]).toEqual(['200', '201']);
  });

  test('answer how many bookings are outside; what the professional placed is not', async () => {
    await setHours([{ ...from, hours: daily('09:00-17:00') }]);
    const make = (day: string, time: string) =>
      t.make.booking({ professionalId: amara.professionalId, start: at(day, time), status: 'confirmed' });
    await make(date(2), '09:00');
    await make(date(200), '16:00');
    const late = await make(date(2), '16:30');
    expect((await call(amara, 'hours.mine')).body).toMatchObject({ bookings_outside: 1 });
    expect((await setHours([{ ...from, hours: daily('09:00-16:30') }])).body).toMatchObject({ bookings_outside: 2 });
    expect((await setDate(date(2))).body).toMatchObject({ bookings_outside: 3 });
    const single = { start_time: at(date(2), '16:30'), end_time: at(date(2), '17:30') };
    await call(amara, 'availability.create', single);
    expect((await call(amara, 'hours.mine')).body).toMatchObject({ bookings_outside: 2 });
    await call(amara, 'hours.addTimeOff', { start: at(date(2), '00:00'), end: at(date(3), '00:00') });
    expect((await call(amara, 'hours.mine')).body).toMatchObject({ bookings_outside: 2 });
    await setHours([]);
    expect((await call(amara, 'hours.mine')).body).toMatchObject({ bookings_outside: 2 });
    await t.deps.db
      .updateTable('bookings')
      .set({ placed_by_professional: true })
      .where('professional_id', '=', amara.professionalId)
      .where('id', '<>', late.bookingId)
      .execute();
    expect((await call(amara, 'hours.mine')).body).toMatchObject({ bookings_outside: 0 });
  });

  test('move with the wall clock when the zone changes; single windows, time off and bookings stay', async () => {
    await setHours([{ ...from, hours: daily('09:00-17:00') }]);
    const single = { start_time: at(date(3), '20:00'), end_time: at(date(3), '21:00') };
    await call(amara, 'availability.create', single);
    const { body: off } = await call(amara, 'hours.addTimeOff', {
      start: at(date(4), '09:00'),
      end: at(date(4), '10:00'),
    });
    expect((await book(at(date(3), '10:00'))).status).toBe(201);
    await call(amara, 'professionals.updateMe', { ...profileInput, time_zone: 'Australia/Perth' });
    const perth = (time: string) =>
      new Date(fromLocalInput(`${date(3)}T${time}`, 'Australia/Perth') ?? 0).toISOString();
    const windows = (await mine()).filter(
      ({ start_time }) => dayKey(Date.parse(start_time), 'Australia/Perth') === date(3),
    );
    expect(windows).toMatchObject([
      { start_time: perth('09:00'), source: 'weekly' },
      { ...single, source: 'single' },
    ]);
    expect((await call(amara, 'hours.timeOff')).body).toEqual([off]);
    expect((await call(amara, 'hours.mine')).body).toMatchObject({ time_zone: 'Australia/Perth', bookings_outside: 1 });
  });

  test('that have ended are not listed; the list of windows pages over all of them', async () => {
    await t.make.window(amara.professionalId, Date.now() - 2 * DAY, Date.now() - 2 * DAY + HOUR);
    await setHours([{ ...from, hours: daily('00:00-24:00') }]);
    const all = await mine({ include_past: true });
    expect(all[0]).toMatchObject({ source: 'single' });
    expect(all[1]?.start_time).toBe(at(today, '00:00'));
    const page = await call(amara, 'availability.mine', { include_past: true, skip: 1, limit: 2 });
    expect(page.body).toEqual(all.slice(1, 3));
    expect(page.headers['x-total-count']).toBe(String(all.length));
    expect(await mine({ skip: 1 })).toEqual(all.slice(2));
    const listed = await windowsOf({ from: new Date(Date.now() - 3 * DAY).toISOString() });
    expect(listed.slice(0, 2).map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
  });

  test('of this week are on the profile', async () => {
    await setHours([
      { ...from, hours: [{ weekday: 2, ...interval('09:00-12:00') }] },
      {
        ...from,
        hours: [
          { weekday: 2, ...interval('12:00-17:00') },
          { weekday: 6, ...interval('09:00-17:00') },
        ],
      },
      { starts_on: date(14), hours: daily('00:00-24:00') },
    ]);
    const opening_hours = [
      { weekday: 2, hours: [interval('09:00-17:00')] },
      { weekday: 6, hours: [interval('09:00-17:00')] },
    ];
    expect((await call(null, 'professionals.byId', { id: amara.professionalId })).body).toMatchObject({
      opening_hours,
    });
    expect((await call(amara, 'professionals.profile')).body).toMatchObject({
      opening_hours,
      booking_horizon_days: 60,
      closed_on_holidays_of: null,
      books_open: null,
    });
  });
});

test('more windows than a plain list has are answered at once, and never more than a thousand', async () => {
  const amara = await t.make.professional();
  const hours = daily('09:00-10:00', '11:00-12:00', '13:00-14:00');
  await t.rest.call(amara, 'hours.replace', { schedules: [{ ...from, hours }] });
  const { body } = await t.rest.call(null, 'availability.ofProfessional', { id: amara.professionalId });
  expect((body as unknown[]).length).toBeGreaterThan(170);
  const asked = (limit: number) =>
    t.rest.call(null, 'availability.ofProfessional', { id: amara.professionalId, limit });
  expect([(await asked(1000)).status, (await asked(1001)).status]).toEqual([200, 422]);
});
