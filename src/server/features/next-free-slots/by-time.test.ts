import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import { categoriesOf, DAY, HOUR, MINUTE, nextFreeDays, type ServiceCategory } from '#shared/constants.ts';
import type { ListedProfessional } from '#shared/professionals.ts';
import type { ListedService } from '#shared/services.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
const zones = ['Australia/Melbourne', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/New_York'];
const categories = ['Haircut', 'Braids', 'Color'] as const;

/** Apps on the same database: now, and shortly before the clocks of Melbourne change twice. */
const apps: { app: TestApp; shift: number }[] = [];
const people: ProfessionalPerson[] = [];
beforeAll(async () => {
  for (const [at, time_zone] of zones.entries()) {
    people.push(await t.make.professional({ display_name: `Person ${at}`, location: 'Footscray VIC', time_zone }));
  }
  for (const days of [0, daysTo('2027-04-04'), daysTo('2027-10-03')]) {
    const shift = days * DAY;
    apps.push({ app: days === 0 ? t : await t.at(`${days} days`), shift });
  }
  for (const { app } of apps) await app.deps.search.start();
});

/** Days from now until four days before this one. */
function daysTo(date: string): number {
  return Math.max(0, Math.floor((Date.parse(date) - Date.now()) / DAY) - 4);
}

const minutes = (from: number, to: number, step: number) =>
  fc.integer({ min: from / step, max: to / step }).map((n) => n * step);
const clock = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
const interval = fc
  .tuple(minutes(0, 1_200, 5), minutes(30, 600, 5))
  .map(([start, length]) => ({ start: clock(start), end: clock(Math.min(1_440, start + length)) }));
/** Minutes from the app's now, with a length. */
const span = (longest: number) => fc.tuple(minutes(-600, 20 * 1_440, 15), minutes(15, longest, 15));
/** Days off from about now on: of those of any time few would reach a start that is asked for. */
const soon = fc.tuple(minutes(-600, 1_440, 15), minutes(1_440, 6 * 1_440, 15));
const market = fc.record({
  slot_interval_minutes: fc.constantFrom(15, 30, 60),
  min_notice_minutes: fc.constantFrom(0, 0, 45, 600, 5_000),
  buffer_minutes: fc.constantFrom(0, 0, 10, 45),
  booking_horizon_days: fc.constantFrom(2, 10, 60),
  books_open: fc.option(
    fc.record({ day: fc.integer({ min: 1, max: 28 }), time: fc.constant('20:00'), months: fc.constantFrom(1, 2) }),
  ),
  week: fc.uniqueArray(fc.record({ weekday: fc.integer({ min: 1, max: 7 }), hours: interval }), {
    maxLength: 5,
    selector: ({ weekday }) => weekday,
  }),
  windows: fc.array(span(600), { maxLength: 3 }),
  busy: fc.array(span(240), { maxLength: 12 }),
  off: fc.array(fc.oneof(span(2_880), soon), { maxLength: 2 }),
  services: fc.array(
    fc.record({
      minutes: fc.constantFrom(15, 30, 60, 95, 300),
      gap: fc.option(fc.constantFrom([5, 5], [10, 20], [30, 45]), { nil: undefined }),
      category: fc.constantFrom(...categories),
    }),
    { maxLength: 3 },
  ),
});
type Market = typeof market extends fc.Arbitrary<infer T> ? T : never;

/** Spans without overlaps, in their order. */
function apart(spans: readonly (readonly [number, number])[], now: number): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const [from, length] of [...spans].sort((a, b) => a[0] - b[0])) {
    const start = now + from * MINUTE;
    if (start >= (found.at(-1)?.end ?? 0)) found.push({ start, end: start + length * MINUTE });
  }
  return found;
}

/** Replaces everything from which a professional's times follow, around an app's now. */
async function open(
  id: string,
  { week, windows, busy, off, services, books_open, ...rest }: Market,
  now: number,
): Promise<void> {
  const { db } = t.deps;
  for (const table of ['busy_times', 'availability', 'hour_schedules', 'time_off', 'services'] as const)
    await db.deleteFrom(table).where('professional_id', '=', id).execute();
  const settings = { ...rest, books_open: books_open && JSON.stringify(books_open) };
  await db.updateTable('professionals').set(settings).where('id', '=', id).execute();
  const rows = (spans: { start: number; end: number }[]) =>
    spans.map(({ start, end }) => ({ professional_id: id, start_time: iso(start), end_time: iso(end) }));
  const hours = week.flatMap(({ weekday, hours: { start, end } }) => [weekday, minutesOf(start), minutesOf(end)]);
  if (hours.length > 0) {
    const schedule = { professional_id: id, position: 0, starts_on: '2020-01-06', every_weeks: 1, hours };
    await db.insertInto('hour_schedules').values(schedule).execute();
  }
  const insert = async (table: 'availability' | 'time_off', spans: readonly (readonly [number, number])[]) => {
    const values = rows(apart(spans, now));
    if (values.length > 0) await db.insertInto(table).values(values).execute();
  };
  await insert('availability', windows);
  await insert('time_off', off);
  await t.make.busyTimes(id, rows(apart(busy, now)));
  for (const { minutes: service_duration_minutes, gap, category } of services) {
    const [processing_start_minutes = null, processing_minutes = null] =
      gap && gap[0] + gap[1] + 5 <= service_duration_minutes ? gap : [];
    await t.make.service(id, { category, service_duration_minutes, processing_start_minutes, processing_minutes });
  }
}

function minutesOf(text: string): number {
  const [hours = 0, rest = 0] = text.split(':').map(Number);
  return hours * 60 + rest;
}

/** The soonest start that the slots of these services list, or of 30 minutes without any. */
async function firstSlot(
  app: TestApp,
  id: string,
  service_ids: string[],
  range: { from: string; to: string },
): Promise<string | undefined> {
  const chosen = service_ids.length > 0 ? { service_ids } : {};
  const { status, body } = await app.rest.call(null, 'availability.ofProfessional', {
    id,
    ...chosen,
    ...range,
    limit: 1_000,
  });
  expect(status).toBe(200);
  return (body as AvailabilityWithSlots[])
    .flatMap((one) => one.available_slots)
    .map((slot) => slot.start_time)
    .sort()[0];
}

type Asked = { free_from?: string; free_to?: string; free_minutes?: number; category?: ServiceCategory; sort?: string };
type Item = { id: string; name: string; next_free: string | null };
const askedTimes = fc.record({
  range: fc.option(fc.tuple(minutes(-595, 40 * 1_440, 5), minutes(5, 14 * 1_440, 5)), { nil: undefined, freq: 5 }),
  free_minutes: fc.option(fc.constant(30), { nil: undefined }),
  category: fc.option(fc.constantFrom(...categories), { nil: undefined }),
});

function queryOf(
  { range, free_minutes, category }: typeof askedTimes extends fc.Arbitrary<infer T> ? T : never,
  now: number,
): Asked {
  const [from, length] = range ?? [0, 0];
  return {
    sort: 'soonest',
    ...(range ? { free_from: iso(now + from * MINUTE), free_to: iso(now + (from + length) * MINUTE) } : {}),
    ...(free_minutes && range ? { free_minutes } : {}),
    ...(category ? { category } : {}),
  };
}

/** What both lists must answer, by asking for the slots of every service. */
async function naively(app: TestApp, query: Asked, now: number): Promise<{ services: Item[]; professionals: Item[] }> {
  const range = { from: query.free_from ?? iso(now), to: query.free_to ?? iso(now + nextFreeDays * DAY) };
  const services = await t.deps.db
    .selectFrom('services')
    .select(['id', 'name', 'professional_id', 'category'])
    .where('deleted_at', 'is', null)
    .execute();
  const starts = await Promise.all(
    services.map(async (one) => ({ ...one, start: await firstSlot(app, one.professional_id, [one.id], range) })),
  );
  const inCategory = ({ category }: { category: string }) =>
    !query.category || categoriesOf(query.category).includes(category);
  const listed = starts.filter(inCategory).map(({ id, name, start }) => ({ id, name, next_free: start ?? null }));
  const professionals = await Promise.all(
    people.map(async ({ professionalId: id }, at) => {
      const own = starts.filter(({ professional_id }) => professional_id === id);
      const asked = query.free_from ? own.filter(inCategory) : own;
      const piece = query.free_minutes && asked.length > 0 ? [await firstSlot(app, id, [], range)] : [];
      const found = query.free_minutes ? piece : asked.map(({ start }) => start);
      const next_free = found.flatMap((start) => start ?? []).sort()[0] ?? null;
      return own.some(inCategory) || !query.category ? [{ id, name: `Person ${at}`, next_free }] : [];
    }),
  );
  const inOrder = (items: Item[]) =>
    items
      .filter(({ next_free }) => !query.free_from || next_free !== null)
      .sort(
        (a, b) => compare(a.next_free ?? '9', b.next_free ?? '9') || compare(a.name, b.name) || compare(a.id, b.id),
      );
  return { services: inOrder(listed), professionals: inOrder(professionals.flat()) };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

async function listed(app: TestApp, query: Asked) {
  async function ask<T>(procedure: string, given: object): Promise<T[]> {
    const { status, body } = await app.rest.call(null, procedure, { limit: 100, ...given });
    expect(status).toBe(200);
    const { results, total } = body as { results: T[]; total: number };
    expect(total).toBe(results.length);
    return results;
  }
  const { free_minutes, ...ofServices } = query;
  const services = await ask<ListedService>('services.list', ofServices);
  const professionals = await ask<ListedProfessional>('professionals.list', query);
  return {
    services: services.map(({ id, name, professional: { next_free } }): Item => ({ id, name, next_free })),
    professionals: professionals.map(({ id, display_name: name, next_free }): Item => ({ id, name, next_free })),
  };
}

test('what a search by time finds equals a naive filter over the slots, of random markets, zones and clocks', async () => {
  const cases = fc.record({
    markets: fc.array(market, { minLength: zones.length, maxLength: zones.length }),
    queries: fc.array(askedTimes, { minLength: 10, maxLength: 10 }),
    which: fc.nat(2),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ markets, queries, which }) => {
      const { app, shift } = apps[which % apps.length] as (typeof apps)[number];
      // In the middle of a quarter of an hour, so that no slot begins while the calls are made.
      const now = Math.floor((Date.now() + shift) / (15 * MINUTE)) * 15 * MINUTE;
      for (const [at, { professionalId }] of people.entries()) await open(professionalId, markets[at] as Market, now);
      await app.deps.search.caughtUp();
      for (const asked of queries) {
        const query = queryOf(asked, now);
        const before = await naively(app, query, Date.now() + shift);
        const found = await listed(app, query);
        try {
          expect(found).toEqual(before);
        } catch (error) {
          // A slot may have begun between the calls.
          if (JSON.stringify(found) !== JSON.stringify(await naively(app, query, Date.now() + shift))) throw error;
        }
      }
    }),
    { numRuns: repetitions(200) },
  );
});

describe('a search by time', () => {
  let person: ProfessionalPerson;
  let client: ClientPerson;
  let other: TestApp;
  let service: string;
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 3 * DAY;
  const query = { free_from: iso(start), free_to: iso(start + 4 * HOUR), sort: 'soonest' };
  const location = 'Hobart';
  const ids = async (app: TestApp, given: object = query) => {
    const { services, professionals } = await listed(app, { ...given, location } as Asked);
    return { services: services.map(({ id }) => id), professionals: professionals.map(({ id }) => id) };
  };
  beforeAll(async () => {
    other = await t.at('0 seconds');
    await other.deps.search.start();
    person = await t.make.professional({ location });
    client = await t.make.client();
    service = await t.make.service(person.professionalId, { service_duration_minutes: 120, category: 'Color' });
    await other.deps.search.caughtUp();
  });

  test('a window, a booking and its cancellation show at once in every process', async () => {
    const found = { services: [service], professionals: [person.professionalId] };
    const nobody = { services: [], professionals: [] };
    expect(await ids(t)).toEqual(nobody);
    const window = { start_time: iso(start), end_time: iso(start + 3 * HOUR) };
    expect((await t.rest.call(person, 'availability.create', window)).status).toBe(201);
    for (const app of [t, other]) expect(await ids(app)).toEqual(found);
    const booked = await t.rest.call(client, 'bookings.create', {
      professional_id: person.professionalId,
      service_ids: [service],
      client_id: client.clientId,
      start_time: iso(start + 30 * MINUTE),
    });
    expect(booked.status).toBe(201);
    for (const app of [other, t]) expect(await ids(app)).toEqual(nobody);
    const { id } = booked.body as { id: string };
    expect((await other.rest.call(client, 'bookings.change', { id, status: 'cancelled' })).status).toBe(200);
    for (const app of [t, other]) expect(await ids(app)).toEqual(found);
    expect(
      (await t.rest.call(person, 'hours.addTimeOff', { start: iso(start), end: iso(start + 2 * HOUR) })).status,
    ).toBeLessThan(500);
  });

  test('minutes, category and facets: only what is free counts', async () => {
    const { professionalId } = await t.make.professional({ location, specializations: [3] });
    const short = await t.make.service(professionalId, { service_duration_minutes: 30, category: 'Haircut' });
    await t.make.service(professionalId, { service_duration_minutes: 300, category: 'Color' });
    await t.make.window(professionalId, start, start + HOUR);
    const of = async (given: object) => (await ids(t, { ...query, ...given })).professionals.includes(professionalId);
    expect(await of({})).toBe(true);
    expect(await of({ free_minutes: 60 })).toBe(true);
    expect(await of({ free_minutes: 61 })).toBe(false);
    expect(await of({ category: 'Haircut' })).toBe(true);
    expect(await of({ category: 'Color' })).toBe(false);
    const { body } = await t.rest.call(null, 'professionals.list', {
      ...query,
      facets: true,
      specialization_names: ['Colorist for Textured Hair'],
      location,
    });
    expect(body).toMatchObject({ facets: { categories: [{ name: 'Haircut', count: 1 }] } });
    const without = await t.make.professional({ location });
    await t.make.window(without.professionalId, start, start + 4 * HOUR);
    expect((await ids(t, { ...query, free_minutes: 60 })).professionals).not.toContain(without.professionalId);
    expect((await ids(t)).services).toContain(short);
  });

  test('each row says the soonest starts in the range, and what each can be booked for', async () => {
    const at = start + 2 * DAY;
    const { professionalId } = await t.make.professional({ location, display_name: 'Three Starts' });
    const long = await t.make.service(professionalId, { service_duration_minutes: 120, category: 'Color' });
    const short = await t.make.service(professionalId, { service_duration_minutes: 60, category: 'Haircut' });
    await t.make.window(professionalId, at, at + 2 * HOUR);
    const range = { free_from: iso(at), free_to: iso(at + 90 * MINUTE), location };
    type Row = { id: string; free_times?: { start_time: string }[] };
    const rowsOf = async (procedure: string, given: object) => {
      const { body } = await t.rest.call(null, procedure, { ...range, ...given });
      return (body as { results: Row[] }).results;
    };
    const starts = (service_id: string, ...minutes: number[]) =>
      minutes.map((after) => ({ start_time: iso(at + after * MINUTE), service_id }));
    const [found] = await rowsOf('professionals.list', {});
    expect(found).toMatchObject({ id: professionalId });
    expect(found?.free_times?.slice(1)).toEqual(starts(short, 30, 60));
    expect(found?.free_times?.[0]).toMatchObject({ start_time: iso(at) });
    const services = await rowsOf('services.list', {});
    expect(new Map(services.map((one) => [one.id, one.free_times]))).toEqual(
      new Map([
        [long, starts(long, 0)],
        [short, starts(short, 0, 30, 60)],
      ]),
    );
    const [without] = await rowsOf('professionals.list', { free_minutes: 30 });
    expect(without).not.toHaveProperty('free_times');
    // Without a range the soonest one.
    const { body } = await t.rest.call(null, 'services.list', { location });
    for (const one of (body as { results: (Row & { professional: { next_free: string | null } })[] }).results)
      expect(one.free_times?.map(({ start_time }) => start_time)).toEqual(
        one.professional.next_free === null ? [] : [one.professional.next_free],
      );
  });

  test('a range that ends more than 60 days ahead is refused', async () => {
    const far = { free_from: iso(Date.now() + 50 * DAY), free_to: iso(Date.now() + 60 * DAY + 5 * MINUTE) };
    for (const procedure of ['services.list', 'professionals.byLocation']) {
      expect(await t.rest.call(null, procedure, far)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', 'free_to'], msg: 'Must be at most 60 days ahead' }] },
      });
    }
    const near = { ...far, free_to: iso(Date.now() + 60 * DAY - 5 * MINUTE) };
    expect((await t.rest.call(null, 'services.list', near)).status).toBe(200);
  });
});
