import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { claimBookings } from '#server/features/contacts/queries.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { useTestApp } from '#server/testing/app.ts';
import { behind } from '#server/testing/lock-waits.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR, MINUTE, writeInBounds } from '#shared/constants.ts';
import { weeklyStarts } from '#shared/rules/series.ts';
import type { Series } from '#shared/series.ts';
import type { Service } from '#shared/services.ts';
import { formatShortDateTime, formatSlotTime, iso, wallInstant } from '#shared/time.ts';
import { carryOut } from '../life/carry-out.ts';

const t = useTestApp({ PUBLIC_URL: 'https://saluni.example' });
const zone = 'Australia/Melbourne';
const WEEK = 7 * DAY;
/** 10:00 of the professional's clock, nine days from now. */
const first = wallInstant(Math.floor(Date.now() / DAY) * DAY + 9 * DAY + 10 * HOUR, zone);
const weekly = (count: number, everyWeeks = 1, start = first) => weeklyStarts(start, zone, { everyWeeks, count });

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let cut: string;
let addresses = 0;

const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
const make = (given: object = {}, headers?: Record<string, string>) => {
  const input = {
    service_ids: [cut],
    every_weeks: 1,
    start_times: weekly(4).map(iso),
    client_id: zoe.clientId,
    ...given,
  };
  return call(amara, 'series.create', input, headers);
};
const made = async (given: object = {}) => {
  const { status, body } = await make(given);
  expect(status, JSON.stringify(body)).toBe(201);
  return body as Series;
};
const startsOf = ({ bookings }: Series) => bookings.map(({ start_time }) => Date.parse(start_time));
const idOf = ({ bookings }: Series, n: number) => bookings[n]?.id ?? '';
const all = async () =>
  (await call(amara, 'bookings.ofProfessional', { id: amara.professionalId, order: 'asc' })).body as Booking[];
const guestWithAddress = () => ({ name: 'Kim Lê', email: `series-${Date.now()}-${addresses++}@example.com` });
const filesOf = (content = '') =>
  content
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) => ({
      uid: /UID:(\S+)/.exec(event)?.[1],
      sequence: Number(/SEQUENCE:(\d+)/.exec(event)?.[1]),
      status: /STATUS:(\w+)/.exec(event)?.[1],
    }));

beforeEach(async () => {
  amara = await t.make.professional({ display_name: 'Amara Okafor', time_zone: zone });
  zoe = await t.make.client();
  cut = await t.make.service(amara.professionalId);
  // Who has booked with her can be written in.
  await t.make.booking({
    professionalId: amara.professionalId,
    clientId: zoe.clientId,
    status: 'completed',
    start: Date.now() - 30 * DAY,
  });
});

describe('making a series', () => {
  test('B23: each visit is a booking of its own, at the same time of the clock through both clock changes', async () => {
    const starts = weekly(26, 2);
    const series = await made({ every_weeks: 2, start_times: starts.map(iso), total_price: 80, notes: 'Fringe' });
    expect(startsOf(series)).toEqual(starts);
    expect(new Set(starts.map((start) => formatSlotTime(start, zone)))).toEqual(new Set(['10:00 AM']));
    expect(new Set(series.bookings.map(({ id }) => id)).size).toBe(26);
    for (const [n, booking] of series.bookings.entries())
      expect(booking).toMatchObject({
        status: 'confirmed',
        total_price: 80,
        notes: 'Fringe',
        series: { id: series.id, every_weeks: 2, position: n + 1, count: 26 },
      });
    expect((await call(zoe, 'series.byId', { id: series.id })).body).toMatchObject({
      id: series.id,
      bookings: series.bookings.map(({ id }) => ({ id, notes: null })),
    });
    expect((await call(amara, 'bookings.byId', { id: idOf(series, 3) })).body).toEqual(series.bookings[3]);
  });

  test('B23: one taken date, and nothing is written; the answer names all that are taken', async () => {
    const starts = weekly(6);
    for (const n of [2, 4])
      await t.make.booking({ professionalId: amara.professionalId, status: 'confirmed', start: starts[n] ?? 0 });
    const before = await all();
    const times = [starts[2], starts[4]].map((start) => formatShortDateTime(start ?? 0, zone));
    expect(await make({ start_times: starts.map(iso), client_id: null, guest: { name: 'Kim' } })).toMatchObject({
      status: 409,
      body: { detail: `These times are no longer available: ${times.join('; ')}` },
    });
    expect(await all()).toEqual(before);
    const { rows } = await countOf(amara.professionalId);
    expect(rows).toEqual({ series: 0, contacts: 0 });
  });

  test('bad input names its field', async () => {
    const refused = async (given: object, field: string) =>
      expect(await make(given), JSON.stringify(given)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: expect.arrayContaining(['body', field]) }] },
      });
    const [one = 0, two = 0] = weekly(2);
    await refused({ start_times: [iso(one)] }, 'start_times');
    await refused({ start_times: weekly(27).map(iso) }, 'start_times');
    await refused({ start_times: [iso(two), iso(one)] }, 'start_times');
    await refused({ start_times: [iso(one), iso(one)] }, 'start_times');
    await refused({ start_times: [iso(one), iso(one + 30 * MINUTE)] }, 'start_times');
    await refused({ start_times: [iso(one), iso(two + 1_000)] }, 'start_times');
    await refused({ start_times: [iso(one), iso(one + 366 * DAY)] }, 'start_times');
    await refused({ start_times: [iso(one - 20 * DAY), iso(one)] }, 'start_times');
    await refused({ start_times: 'tomorrow' }, 'start_times');
    for (const every_weeks of [0, 13, 2.5, null]) await refused({ every_weeks }, 'every_weeks');
    await refused({ guest: { name: 'Kim' } }, 'guest');
    await refused({ total_price: -1 }, 'total_price');
    expect(await make({ client_id: (await t.make.client()).clientId })).toMatchObject({ status: 404 });
    expect(
      await make({ service_ids: [await t.make.service((await t.make.professional()).professionalId)] }),
    ).toMatchObject({
      status: 404,
    });
  });

  test('an Idempotency-Key makes it once; of two at once for the same times one is made', async () => {
    const key = { 'idempotency-key': 'series-of-zoe' };
    const [one, two] = [await make({}, key), await make({}, key)];
    expect(two).toMatchObject({ status: 201, body: one.body });
    expect(await all()).toHaveLength(5);
    const later = weekly(4, 1, first + 2 * HOUR).map(iso);
    const both = await Promise.all([make({ start_times: later }), make({ start_times: later.slice(1) })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('one mail with one file of all dates, which counts as one; none left: 429', async () => {
    const guest = guestWithAddress();
    const series = await made({ client_id: null, guest });
    await t.drain();
    const [mail, another] = t.inbox.to(guest.email);
    expect(another).toBeUndefined();
    expect(mail?.subject).toBe('Your standing appointment: Dry curl cut with Amara Okafor');
    for (const start of weekly(4)) expect(mail?.text).toContain(formatSlotTime(start, zone));
    expect(mail?.text).toContain("Please don't reply to this email: Amara Okafor won't see it. To reach them, ");
    expect(mail?.calendar?.method).toBe('PUBLISH');
    expect(filesOf(mail?.calendar?.content)).toEqual(
      series.bookings.map(({ id }) => ({ uid: id, sequence: 0, status: 'CONFIRMED' })),
    );
    expect(mail?.calendar?.content).not.toContain('ATTENDEE');
    const { count } = await t.deps.db
      .selectFrom('walk_in_mails')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('professional_id', '=', amara.professionalId)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
    await t.deps.db
      .insertInto('walk_in_mails')
      .values(
        Array.from({ length: writeInBounds.mailsADay - 1 }, () => ({
          id: crypto.randomUUID(),
          professional_id: amara.professionalId,
        })),
      )
      .execute();
    const more = { client_id: null, guest: guestWithAddress(), start_times: weekly(2, 1, first + 3 * HOUR).map(iso) };
    expect(await make(more)).toMatchObject({ status: 429 });
    // A move is never refused, but not mailed.
    const move = { id: series.id, from: idOf(series, 0), start_time: iso(first + 5 * HOUR) };
    expect(await call(amara, 'series.move', move)).toMatchObject({ status: 200 });
    await t.drain();
    expect(t.inbox.to(guest.email)).toHaveLength(1);
  });
});

async function countOf(professional_id: string) {
  const [series, contacts] = await Promise.all(
    (['series', 'contacts'] as const).map((table) =>
      t.deps.db.selectFrom(table).select('id').where('professional_id', '=', professional_id).execute(),
    ),
  );
  return { rows: { series: series?.length, contacts: contacts?.length } };
}

describe('this and later', () => {
  test('the professional cancels: one mail with one file, the earlier ones stay', async () => {
    const series = await made();
    await t.drain();
    const cancelled = await call(amara, 'series.cancel', {
      id: series.id,
      from: idOf(series, 1),
      reason: 'I move away',
    });
    expect(cancelled).toMatchObject({ status: 200, body: { left: 0 } });
    expect((cancelled.body as Series).bookings.map(({ status }) => status)).toEqual([
      'confirmed',
      ...Array(3).fill('cancelled'),
    ]);
    expect((cancelled.body as Series).bookings[2]).toMatchObject({
      cancel_reason: 'I move away',
      series: { position: 3, count: 4 },
    });
    await t.drain();
    const [, mail, another] = t.inbox.to(zoe.email);
    expect(another).toBeUndefined();
    expect(mail?.subject).toBe('Bookings were cancelled: Dry curl cut with Amara Okafor');
    expect(mail?.text).toContain('I move away');
    expect(filesOf(mail?.calendar?.content)).toEqual(
      series.bookings.slice(1).map(({ id }) => ({ uid: id, sequence: 1, status: 'CANCELLED' })),
    );
    const again = await call(amara, 'series.cancel', { id: series.id, from: idOf(series, 1) });
    expect(again).toMatchObject({ status: 200, body: { left: 0 } });
    await t.drain();
    expect(t.inbox.to(zoe.email)).toHaveLength(2);
    expect((await make({ start_times: weekly(4).slice(1).map(iso) })).status).toBe(201);
  });

  test('its client cancels those before their cut-off; the others stay and are counted', async () => {
    await t.make.change('professionals', amara.professionalId, { cancellation_cutoff_hours: 24 * 7 });
    const soon = [first - 5 * DAY, first - 3 * DAY, first + 2 * DAY, first + 9 * DAY];
    const series = await made({ start_times: soon.map(iso) });
    await t.deps.db
      .updateTable('bookings')
      .set({ created_at: iso(Date.now() - HOUR) })
      .where('series_id', '=', series.id)
      .execute();
    await t.drain();
    expect(await call(await t.make.client(), 'series.cancel', { id: series.id, from: idOf(series, 0) })).toMatchObject({
      status: 404,
    });
    const done = await call(zoe, 'series.cancel', { id: series.id, from: idOf(series, 0) });
    expect(done).toMatchObject({ status: 200, body: { left: 2 } });
    expect((done.body as Series).bookings.map(({ status }) => status)).toEqual([
      'confirmed',
      'confirmed',
      'cancelled',
      'cancelled',
    ]);
    await t.drain();
    const told = t.inbox.to(amara.email).map(({ subject }) => subject);
    expect(told.filter((subject) => subject.startsWith('Bookings were cancelled'))).toHaveLength(1);
    const [, own] = t.inbox.to(zoe.email);
    expect(filesOf(own?.calendar?.content)).toHaveLength(2);
    const [elsewhere] = (await made({ start_times: weekly(2, 1, first + 4 * HOUR).map(iso) })).bookings;
    for (const from of [elsewhere?.id, crypto.randomUUID()])
      expect(await call(amara, 'series.cancel', { id: series.id, from })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'from'] }] },
      });
  });

  test('B23: moved by the same days and hours of the clock, all or none; requests are withdrawn', async () => {
    const starts = weekly(26);
    const series = await made({ start_times: starts.map(iso) });
    await t.drain();
    const held = { id: idOf(series, 2), start_time: iso((starts[2] ?? 0) + 3 * HOUR) };
    expect((await call(amara, 'reschedules.ask', held)).status).toBe(201);
    await call(amara, 'bookings.change', { id: idOf(series, 4), status: 'cancelled' });
    await t.drain();
    // To the day after, two hours later: the second visit's old time is free for the first.
    const target = wallInstant(Math.floor((starts[1] ?? 0) / DAY) * DAY + DAY + 12 * HOUR, zone);
    const taken = await t.make.booking({
      professionalId: amara.professionalId,
      status: 'confirmed',
      start: weekly(26, 1, target)[8] ?? 0,
    });
    const move = { id: series.id, from: idOf(series, 1), start_time: iso(target) };
    const before = await all();
    expect(await call(amara, 'series.move', move)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^These times are no longer available: /) },
    });
    expect(await all()).toEqual(before);
    await call(amara, 'bookings.change', { id: taken.bookingId, status: 'cancelled' });
    const moved = (await call(amara, 'series.move', move)).body as Series;
    const expected = [starts[0], ...weekly(25, 1, target)];
    expected[4] = starts[4];
    const inOrder = expected.map((start) => iso(start ?? 0)).sort();
    expect(moved.bookings.map(({ start_time }) => start_time)).toEqual(inOrder);
    expect(moved.bookings[2]).toMatchObject({ reschedule: null, previous_start_time: iso(starts[2] ?? 0) });
    const requests = await call(zoe, 'reschedules.ofBooking', { id: idOf(series, 2) });
    expect(requests.body).toMatchObject([{ status: 'withdrawn' }]);
    await t.drain();
    const mail = t.inbox.to(zoe.email).at(-1);
    expect(mail?.subject).toBe('Your bookings have new times: Dry curl cut with Amara Okafor');
    expect(filesOf(mail?.calendar?.content).map(({ sequence }) => sequence)).toEqual(Array(24).fill(1));
  });

  test('B23: a visit that its client cancels while the series moves stays cancelled, and holds nothing', async () => {
    const series = await made();
    const [{ body }] = await behind(
      t.deps.db,
      (trx) => carryOut(trx, 'cancelled', { by: 'client', where: sql`id = ${idOf(series, 2)}` }),
      () => call(amara, 'series.move', { id: series.id, from: idOf(series, 1), start_time: iso(first + 9 * DAY) }),
    );
    const moved = body as Series;
    const cancelled = moved.bookings.find(({ id }) => id === idOf(series, 2));
    expect(cancelled).toMatchObject({ status: 'cancelled', start_time: series.bookings[2]?.start_time });
    expect(await findBroken(t.deps.db)).toEqual([]);
  });

  test('after a move it can be cancelled for a day, at most until it starts; what it refuses', async () => {
    await t.make.change('professionals', amara.professionalId, { cancellation_cutoff_hours: 168 });
    const soon = Math.ceil(Date.now() / HOUR) * HOUR + 10 * HOUR;
    const series = await made({ start_times: [soon, soon + 3 * DAY].map(iso) });
    const move = (start: number, given: object = {}) =>
      call(amara, 'series.move', { id: series.id, from: idOf(series, 0), start_time: iso(start), ...given });
    const before = Date.now();
    const moved = (await move(soon + HOUR)).body as Series;
    expect(moved.bookings[0]?.cancel_until).toBe(iso(soon + HOUR));
    const until = Date.parse(moved.bookings[1]?.cancel_until ?? '');
    expect(until).toBeGreaterThanOrEqual(before + DAY - 5_000);
    expect(until).toBeLessThan(before + DAY + MINUTE);
    expect((await call(zoe, 'series.cancel', { id: series.id, from: idOf(series, 0) })).body).toMatchObject({
      left: 0,
    });
    const other = await made();
    const refused = (start: number, given: object = {}) =>
      call(amara, 'series.move', { id: other.id, from: idOf(other, 1), start_time: iso(start), ...given });
    expect(await refused(first + WEEK)).toMatchObject({ status: 409, body: { detail: 'It is at that time already.' } });
    const outside = { status: 422, body: { detail: [{ loc: ['body', 'start_time'] }] } };
    expect(await refused(Math.floor(Date.now() / MINUTE) * MINUTE - MINUTE)).toMatchObject(outside);
    expect(await refused(first + 360 * DAY)).toMatchObject(outside);
    expect(await refused(first, { from: idOf(series, 0) })).toMatchObject({ status: 422 });
  });

  test('more visits repeat the last one, at most 26 ahead', async () => {
    const series = await made({ total_price: 70, notes: 'Fringe' });
    await call(amara, 'services.update', {
      id: cut,
      ...{ name: 'Dry curl cut', service_duration_minutes: 90, price: 120, category: 'Haircut' },
    });
    await t.drain();
    const more = weekly(6).slice(4);
    const extended = await call(amara, 'series.extend', { id: series.id, start_times: more.map(iso) });
    expect(extended.status, JSON.stringify(extended.body)).toBe(200);
    expect((extended.body as Series).bookings.slice(4)).toMatchObject(
      more.map((start, n) => ({
        start_time: iso(start),
        end_time: iso(start + HOUR),
        total_price: 70,
        notes: 'Fringe',
        client: { id: zoe.clientId },
        services: [{ price: 95 }],
        series: { position: n + 5, count: 6 },
      })),
    );
    await t.drain();
    const file = t.inbox.to(zoe.email).at(-1)?.calendar?.content;
    const { bookings } = extended.body as Series;
    expect(file?.replace(/\r?\n /g, '').match(/(?<=URL;VALUE=URI:).*\S/g)).toEqual(
      bookings.slice(-2).map(({ id }) => `https://saluni.example/booking-details/${id}`),
    );
    const tooMany = weekly(21, 1, first + 3 * HOUR).map(iso);
    expect(await call(amara, 'series.extend', { id: series.id, start_times: tooMany })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'start_times'] }] },
    });
    expect(await call(amara, 'series.extend', { id: series.id, start_times: [iso(first)] })).toMatchObject({
      status: 409,
    });
  });

  test('what was added to one visit since is not repeated', async () => {
    const extras = [{ kind: 'wash', name: 'Wash', price: 20, service_duration_minutes: 30 }];
    const braids = { name: 'Braids', category: 'Braids', price: 80, service_duration_minutes: 60, extras };
    const {
      id,
      extras: [wash],
    } = (await call(amara, 'services.create', braids)).body as Service;
    const series = await made({ service_ids: [id] });
    const longer = await call(amara, 'bookings.addExtras', { id: idOf(series, 3), option_ids: [wash?.id] });
    expect(longer).toMatchObject({ status: 200, body: { total_price: 100 } });
    const extended = await call(amara, 'series.extend', { id: series.id, start_times: [iso(first + 5 * WEEK)] });
    expect((extended.body as Series).bookings.at(-1)).toMatchObject({
      end_time: iso(first + 5 * WEEK + HOUR),
      total_price: 80,
      services: [{ price: 80, service_duration_minutes: 60, options: [] }],
    });
  });

  test('a guest who became a client sees it, whole, and more of it', async () => {
    const guest = guestWithAddress();
    const series = await made({ client_id: null, guest });
    const kim = await t.make.client();
    await claimBookings(t.deps.db, { email: guest.email, clientId: kim.clientId });
    const extended = await call(amara, 'series.extend', {
      id: series.id,
      start_times: [iso(first + 5 * WEEK)],
    });
    expect(extended.body).toMatchObject({ bookings: Array(5).fill({ client: null, guest }) });
    expect((await call(kim, 'series.byId', { id: series.id })).body).toMatchObject({
      bookings: Array(5).fill({ client: { id: kim.clientId } }),
    });
  });
});

test('when two are left the professional is told once, and again after more were added', async () => {
  const series = await made();
  const notices = async () => {
    await t.drain();
    const { body } = await call(amara, 'notifications.mine');
    return (body as { message: string }[]).filter(({ message }) => message.includes('left')).length;
  };
  const cancel = (n: number) => call(zoe, 'bookings.change', { id: idOf(series, n), status: 'cancelled' });
  await cancel(3);
  expect(await notices()).toBe(0);
  await t.deps.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('busy_times').where('booking_id', '=', idOf(series, 0)).execute();
    const span = { start_time: iso(Date.now() - 2 * HOUR), end_time: iso(Date.now() - HOUR) };
    await trx
      .updateTable('bookings')
      .set({ ...span, due_at: span.end_time })
      .where('id', '=', idOf(series, 0))
      .execute();
    await trx
      .insertInto('busy_times')
      .values({ professional_id: amara.professionalId, booking_id: idOf(series, 0), ...span })
      .execute();
  });
  await runDueTransitions(t.deps.db);
  expect(await notices()).toBe(1);
  const mail = t.inbox.to(amara.email).at(-1);
  expect(mail?.subject).toMatch(/^A standing appointment is ending/);
  expect(mail?.text).toContain(`https://saluni.example/booking-details/${idOf(series, 2)}`);
  await cancel(1);
  expect(await notices()).toBe(1);
  await call(amara, 'series.extend', { id: series.id, start_times: [iso(first + 6 * WEEK), iso(first + 7 * WEEK)] });
  await cancel(2);
  expect(await notices()).toBe(2);
});
