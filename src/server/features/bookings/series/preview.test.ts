import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import type { PlannedDate } from '#shared/series.ts';
import { formatSlotTime, iso, wallInstant } from '#shared/time.ts';

const t = useTestApp();
const zone = 'Australia/Melbourne';
/** 10:00 of the professional's clock, five days from now. */
const start = wallInstant(Math.floor(Date.now() / DAY) * DAY + 5 * DAY + 10 * HOUR, zone);

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let cut: string;

beforeEach(async () => {
  amara = await t.make.professional({ time_zone: zone });
  zoe = await t.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
  cut = await t.make.service(amara.professionalId);
});

const ask = (given: object = {}) =>
  t.rest.call(amara, 'series.preview', {
    service_ids: [cut],
    start_time: iso(start),
    every_weeks: 1,
    count: 1,
    ...given,
  });
const dates = async (given: object = {}) => {
  const { status, body } = await ask(given);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as PlannedDate[];
};
const open = (from: number, to: number) => t.make.window(amara.professionalId, from, to);
const book = (at: number) =>
  t.make.booking({
    professionalId: amara.professionalId,
    clientId: zoe.clientId,
    serviceIds: [cut],
    start: at,
    status: 'confirmed',
  });

test('the same time of the clock through both clock changes, whatever the horizon of bookings', async () => {
  await t.make.hours(amara.professionalId, [{ start: 9 * 60, end: 17 * 60 }]);
  const planned = await dates({ every_weeks: 2, count: 26 });
  expect(planned).toHaveLength(26);
  expect(new Set(planned.map(({ start_time }) => formatSlotTime(Date.parse(start_time), zone)))).toEqual(
    new Set(['10:00 AM']),
  );
  const lengths = planned
    .slice(1)
    .map((one, n) => Date.parse(one.start_time) - Date.parse(planned[n]?.start_time ?? ''));
  expect([...new Set(lengths)].sort((a, b) => a - b)).toEqual([14 * DAY - HOUR, 14 * DAY, 14 * DAY + HOUR]);
  expect(planned).toEqual(
    planned.map(({ start_time }) => ({ start_time, state: 'free', nearest: [], conflict: null })),
  );
});

test('a taken date names who is there and the nearest times that are offered; a booked one comes before time off', async () => {
  await open(start - HOUR, start + 3 * HOUR);
  const { bookingId, start_time, end_time } = await book(start);
  await t.make.timeOff(amara.professionalId, start, start + HOUR);
  const conflict = { kind: 'booking', booking_id: bookingId, name: 'Zoë Adjei', start_time, end_time };
  const nearest = [start + HOUR, start - HOUR, start + 1.5 * HOUR].map(iso);
  expect(await dates({ start_time: iso(start + 15 * MINUTE) })).toEqual([
    { start_time: iso(start + 15 * MINUTE), state: 'taken', nearest, conflict: { ...conflict } },
  ]);
});

test('a time that somebody asked for is taken by their request, and a guest has the name that was typed', async () => {
  const made = await t.rest.call(amara, 'bookings.writeIn', {
    service_ids: [cut],
    start_time: iso(start),
    guest: { name: 'Kim Lê' },
  });
  expect(await dates()).toMatchObject([{ state: 'taken', conflict: { kind: 'booking', name: 'Kim Lê' } }]);
  expect(made.status).toBe(201);
  const { bookingId } = await book(start + 2 * HOUR);
  const asked = { id: bookingId, start_time: iso(start + 5 * HOUR) };
  expect((await t.rest.call(amara, 'reschedules.ask', asked)).status).toBe(201);
  const request = {
    kind: 'request',
    booking_id: bookingId,
    name: 'Zoë Adjei',
    start_time: iso(start + 5 * HOUR),
    end_time: iso(start + 6 * HOUR),
  };
  expect(await dates({ start_time: iso(start + 5.5 * HOUR) })).toMatchObject([{ state: 'taken', conflict: request }]);
  // Neither the booking's own time nor what it asks for is in its own way.
  const own = { service_ids: undefined, booking_id: bookingId };
  for (const at of [start + 2.5 * HOUR, start + 5.5 * HOUR])
    expect(await dates({ ...own, start_time: iso(at) })).toMatchObject([{ state: 'off', conflict: null }]);
  expect(await dates({ ...own, start_time: iso(start + 30 * MINUTE) })).toMatchObject([
    { state: 'taken', conflict: { name: 'Kim Lê' } },
  ]);
});

test('off is time off, or no window around the whole visit; buffers and notice do not count', async () => {
  await t.make.change('professionals', amara.professionalId, { buffer_minutes: 60, min_notice_minutes: 14 * 24 * 60 });
  await open(start, start + 4 * HOUR);
  await book(start + HOUR);
  expect(await dates()).toEqual([{ start_time: iso(start), state: 'free', nearest: [], conflict: null }]);
  await t.make.timeOff(amara.professionalId, start + 30 * MINUTE, start + 45 * MINUTE);
  // Nothing is offered so soon.
  expect(await dates()).toEqual([{ start_time: iso(start), state: 'off', nearest: [], conflict: null }]);
  expect(await dates({ start_time: iso(start + 3.5 * HOUR) })).toMatchObject([{ state: 'off' }]);
  expect(await dates({ count: 2 })).toMatchObject([{ state: 'off' }, { state: 'off' }]);
});

test("processing time is nobody's", async () => {
  const colour = await t.make.service(amara.professionalId, {
    service_duration_minutes: 120,
    processing_start_minutes: 30,
    processing_minutes: 60,
  });
  await open(start - 2 * HOUR, start + 4 * HOUR);
  await book(start + 30 * MINUTE);
  expect(await dates({ service_ids: [colour] })).toMatchObject([{ state: 'free' }]);
  expect(await dates({ service_ids: [colour], start_time: iso(start + HOUR) })).toMatchObject([{ state: 'taken' }]);
});

test("what it refuses: 422 names the field, 404 another's service and booking, 409 one that is over", async () => {
  const refused = async (given: object, field: string) =>
    expect(await ask(given)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field] }] } });
  await refused({ start_time: iso(Math.floor(Date.now() / MINUTE) * MINUTE - MINUTE) }, 'start_time');
  await refused({ start_time: iso(start + 1_000) }, 'start_time');
  await refused({ start_time: iso(start + 366 * DAY) }, 'start_time');
  await refused({ every_weeks: 12, count: 6 }, 'count');
  for (const every_weeks of [0, 13, 1.5, '1', undefined]) await refused({ every_weeks }, 'every_weeks');
  for (const count of [0, 27, 2.5]) await refused({ count }, 'count');
  await refused({ service_ids: [] }, 'service_ids');
  await refused({ service_ids: undefined }, 'service_ids');
  const other = await t.make.professional();
  expect(await ask({ service_ids: [await t.make.service(other.professionalId)] })).toMatchObject({ status: 404 });
  const theirs = await t.make.booking({ clientId: zoe.clientId });
  expect(await ask({ service_ids: undefined, booking_id: theirs.bookingId })).toMatchObject({ status: 404 });
  const { bookingId } = await book(start);
  await refused({ booking_id: bookingId }, 'service_ids');
  await t.rest.call(amara, 'bookings.change', { id: bookingId, status: 'cancelled' });
  expect(await ask({ service_ids: undefined, booking_id: bookingId })).toMatchObject({ status: 409 });
});

test('an offered time of the cancellation list is taken by its opening, which names its client', async () => {
  await open(start, start + HOUR);
  const joined = await t.rest.call(zoe, 'cancellationList.join', {
    professional_id: amara.professionalId,
    service_ids: [cut],
    windows: [{ start: iso(start + DAY), end: iso(start + 2 * DAY) }],
  });
  expect(joined.status, JSON.stringify(joined.body)).toBe(201);
  const { id: entry_id } = joined.body as { id: string };
  const at = iso(start + 3 * HOUR);
  const offered = await t.rest.call(amara, 'openings.offer', { entry_id, start_time: at });
  expect(offered.status, JSON.stringify(offered.body)).toBe(201);
  const conflict = {
    kind: 'opening',
    booking_id: null,
    name: 'Zoë Adjei',
    start_time: at,
    end_time: iso(start + 4 * HOUR),
  };
  expect(await dates({ start_time: at })).toMatchObject([{ state: 'taken', conflict }]);
});
