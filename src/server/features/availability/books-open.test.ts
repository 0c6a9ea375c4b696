import { beforeAll, expect, test } from 'vitest';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import { type ClientPerson, type ProfessionalPerson, profileInput } from '#server/testing/make.ts';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import type { Booking } from '#shared/bookings.ts';
import type { ListEntry } from '#shared/cancellation-list.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import type { ListedProfessional } from '#shared/professionals.ts';
import { nextOpening } from '#shared/rules/books-open.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
// By day, when the cancellation list offers, and far enough before the month that it opens.
const books = { day: 25, time: '12:00', months: 1 };
const zone = 'Australia/Melbourne';
const { opens, month, closedFrom } = nextOpening(books, zone, Date.now() + HOUR);
const refused = { status: 409, body: { detail: 'That time is no longer available.' } };

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let cut: string;
const apps = new Map<number, TestApp>();
/** An app whose clock shows so many minutes after the opening. */
const after = (minutes: number) => apps.get(minutes) ?? t;
beforeAll(async () => {
  for (const minutes of [-1, 0, 59, 61])
    apps.set(minutes, await t.at(`${opens + minutes * MINUTE - Date.now()} milliseconds`));
  // Their sessions begin near the opening.
  const { make } = after(-1);
  amara = await make.professional({ time_zone: zone, display_name: 'Amara Okafor', location: 'Carlton VIC' });
  zoe = await make.client();
  cut = await t.make.service(amara.professionalId, { service_duration_minutes: 60 });
  // A window of each kind around the end of the month.
  await t.make.window(amara.professionalId, closedFrom - 2 * HOUR, closedFrom + 2 * HOUR);
  await t.make.hours(amara.professionalId, [{ start: 10 * 60, end: 12 * 60 }]);
  const set = await t.rest.call(amara, 'professionals.updateMe', {
    ...profileInput,
    specializations: [],
    books_open: books,
  });
  expect(set).toMatchObject({ status: 200, body: { books_open: books } });
});

test('the setting is public with the next opening; each of its parts is needed, and its faults are told at it', async () => {
  const shown = async (app: TestApp) =>
    (await app.rest.call(null, 'professionals.byId', { id: amara.professionalId })).body as object;
  expect(await shown(after(-1))).toMatchObject({ books_open: { ...books, next: { opens_at: iso(opens), month } } });
  const later = nextOpening(books, zone, opens);
  expect(await shown(after(0))).toMatchObject({
    books_open: { ...books, next: { opens_at: iso(later.opens), month: later.month } },
  });
  const input = { ...profileInput };
  const wrong = [
    {},
    { ...books, day: 29 },
    { ...books, day: 0 },
    { ...books, day: 1.5 },
    { ...books, time: '20:15' },
    { ...books, time: '24:00' },
    { ...books, months: 4 },
    { day: 1, time: '20:00' },
    'always',
  ];
  for (const books_open of wrong) {
    const { status, body } = await t.rest.call(amara, 'professionals.updateMe', { ...input, books_open });
    expect([status, body]).toMatchObject([422, { detail: [{ loc: ['body', 'books_open'] }] }]);
  }
  const other = await t.make.professional();
  const kept = async (given: object) =>
    (await t.rest.call(other, 'professionals.updateMe', { ...input, ...given })).body;
  expect(await kept({ books_open: books })).toMatchObject({ books_open: books });
  expect(await kept({})).toMatchObject({ books_open: books });
  expect(await kept({ books_open: null })).toMatchObject({ books_open: null });
});

test('no start of a closed month is found or booked a moment before it opens, and each of them from then on', async () => {
  const range = { from: iso(closedFrom - 3 * HOUR), to: iso(closedFrom + DAY) };
  const mine = await t.make.booking({
    professionalId: amara.professionalId,
    clientId: zoe.clientId,
    serviceIds: [cut],
    status: 'confirmed',
    start: closedFrom - 26 * HOUR,
  });
  const startsIn = (windows: AvailabilityWithSlots[]) =>
    windows.flatMap(({ available_slots }) => available_slots.map(({ start_time }) => Date.parse(start_time)));
  const listed = async (app: TestApp, more: object) => {
    const asked = { id: amara.professionalId, ...range, ...more };
    return (await app.rest.call(zoe, 'availability.ofProfessional', asked)).body as AvailabilityWithSlots[];
  };
  const found = async (app: TestApp) => {
    await app.deps.search.start();
    const asked = { free_from: iso(closedFrom), free_to: iso(closedFrom + DAY) };
    const { body } = await app.rest.call(null, 'professionals.list', asked);
    return (body as { results: ListedProfessional[] }).results.map(({ id, next_free }) => [id, next_free]);
  };
  for (const more of [{ service_ids: [cut] }, { booking_id: mine.bookingId }]) {
    const [before, then] = [await listed(after(-1), more), await listed(after(0), more)];
    expect(before.map(({ id }) => id)).toEqual(then.map(({ id }) => id));
    expect(startsIn(before)).toEqual([
      closedFrom - 2 * HOUR,
      closedFrom - 1.5 * HOUR,
      closedFrom - HOUR,
      closedFrom - HOUR / 2,
    ]);
    expect(startsIn(then).filter((start) => start < closedFrom)).toEqual(startsIn(before));
    expect(startsIn(then).filter((start) => start >= closedFrom).length).toBeGreaterThan(4);
    const [window] = then;
    const ofWindow = async (app: TestApp) =>
      startsIn([
        (await app.rest.call(zoe, 'availability.slots', { id: window?.id, ...more })).body as AvailabilityWithSlots,
      ]).filter((start) => start >= closedFrom).length;
    expect([await ofWindow(after(-1)), await ofWindow(after(0))]).toEqual([0, 3]);
  }
  expect(await found(after(-1))).toEqual([]);
  expect(await found(after(0))).toEqual([[amara.professionalId, iso(closedFrom)]]);

  const wish = { professional_id: amara.professionalId, service_ids: [cut] };
  const book = (app: TestApp, start: number) =>
    app.rest.call(zoe, 'bookings.create', { ...wish, start_time: iso(start) });
  const move = (app: TestApp, start: number) =>
    app.rest.call(zoe, 'reschedules.ask', { id: mine.bookingId, start_time: iso(start) });
  expect(await book(after(-1), closedFrom)).toMatchObject(refused);
  expect(await move(after(-1), closedFrom)).toMatchObject(refused);
  // What is hers to place is free of it: a visit written in, a standing one, her own new time.
  const placed = (hours: number) => iso(closedFrom + DAY + hours * HOUR);
  const written = { service_ids: [cut], guest: { name: 'Kim' }, start_time: placed(0) };
  expect((await after(-1).rest.call(amara, 'bookings.writeIn', written)).status).toBe(201);
  const preview = { service_ids: [cut], start_time: written.start_time, every_weeks: 1, count: 1 };
  const { body } = await after(-1).rest.call(amara, 'series.preview', preview);
  expect((body as { nearest: string[] }[])[0]?.nearest.length).toBeGreaterThan(0);
  const moved = await after(-1).rest.call(amara, 'reschedules.ask', {
    id: mine.bookingId,
    start_time: placed(3),
  });
  expect(moved.status).toBe(201);
  expect(
    (
      await after(-1).rest.call(amara, 'reschedules.answer', {
        id: mine.bookingId,
        reschedule_id: (moved.body as { id: string }).id,
        status: 'withdrawn',
      })
    ).status,
  ).toBe(200);

  expect((await move(after(0), closedFrom)).status).toBe(201);
  expect((await book(after(0), closedFrom + HOUR)).status).toBe(201);
});

test('the list takes who waits for a closed month, and offers its times an hour after it opened', async () => {
  const windows = [{ start: iso(closedFrom + 2 * DAY), end: iso(closedFrom + 3 * DAY) }];
  const wish = { professional_id: amara.professionalId, service_ids: [cut], windows };
  const entry = await after(-1).rest.call(zoe, 'cancellationList.join', wish);
  expect(entry.status).toBe(201);
  const offered = async (app: TestApp) => {
    await runDueTransitions(app.deps.db);
    const { body } = await app.rest.call(zoe, 'cancellationList.mine');
    return (body as ListEntry[]).find(({ id }) => id === (entry.body as ListEntry).id)?.opening?.start_time;
  };
  expect([await offered(after(0)), await offered(after(59))]).toEqual([undefined, undefined]);
  expect(await after(59).rest.call(await after(-1).make.client(), 'cancellationList.join', wish)).toMatchObject({
    status: 409,
    body: { detail: 'A time is free there now.' },
  });
  expect(Date.parse((await offered(after(61))) ?? '')).toBeGreaterThan(closedFrom + 2 * DAY);
  // What was offered stays offered, and is hers, though the setting closes its month again.
  const hers = (await after(61).rest.call(zoe, 'cancellationList.mine')).body as ListEntry[];
  const again = { ...profileInput, books_open: { ...books, day: 28 } };
  expect((await after(61).rest.call(amara, 'professionals.updateMe', again)).status).toBe(200);
  const id = hers.find(({ opening }) => opening)?.opening?.id;
  const accepted = await after(61).rest.call(zoe, 'openings.accept', { id });
  expect([accepted.status, (accepted.body as Booking).status]).toEqual([200, 'pending']);
});
