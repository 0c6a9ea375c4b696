import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { at } from '#server/testing/hours.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import type { ListedProfessional } from '#shared/professionals.ts';
import type { ListedService } from '#shared/services.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();

const professionalLists = ['professionals.list', 'professionals.bySpecializations', 'professionals.byLocation'];
const serviceLists = ['services.list', 'services.ofCategory'];

async function listed<T>(procedure: string, query: Record<string, unknown> = {}, api = t.rest): Promise<T[]> {
  const answer = await api.call(null, procedure, { limit: 100, ...query });
  expect(answer.status).toBe(200);
  return (answer.body as { results: T[] }).results;
}

/** The choice of a service's shortest variant, by the service; its other one costs this, dollars. */
const shortestOf = new Map<string, string>();
const dearest = 100.5;

/** Gives a service a second variant, which is longer, before or after the one that it is. */
async function vary(id: string, own: { price: number; service_duration_minutes: number }, longer: number) {
  const cell = (dollars: number, minutes: number) => [
    { price_cents: dollars * 100, service_duration_minutes: minutes },
  ];
  const { price, service_duration_minutes: minutes } = own;
  const both = [cell(price, minutes), cell(dearest, minutes + Math.abs(longer))];
  const choices = both.map((_, n) => ({ id: randomUUID(), name: `${n}`, landmark: null, picture_id: null }));
  shortestOf.set(id, choices[longer > 0 ? 0 : 1]?.id ?? '');
  const axes = [{ kind: 'size', name: 'Size', choices }];
  const variants = JSON.stringify({ axes, cells: longer > 0 ? both : both.toReversed() });
  const most = { price_max_cents: dearest * 100, duration_max: minutes + Math.abs(longer) };
  await t.make.change('services', id, { variants, ...most });
}

/** The first slot within 14 days that GET availability lists for these services. */
async function firstSlot(id: string, service_ids: string[]): Promise<string | null> {
  const { status, body } = await t.rest.call(null, 'availability.ofProfessional', {
    id,
    service_ids,
    option_ids: service_ids.flatMap((one) => shortestOf.get(one) ?? []),
    to: iso(Date.now() + 14 * DAY),
  });
  expect(status).toBe(200);
  return (body as AvailabilityWithSlots[]).flatMap((one) => one.available_slots)[0]?.start_time ?? null;
}

/**
 * Spans without overlaps: pauses and lengths in minutes, from six hours ago on, and again around the end of the 14
 * days.
 */
function spans(pause: fc.Arbitrary<number>, minutes: fc.Arbitrary<number>, maxLength: number) {
  const run = (from: number, maxLength: number) =>
    fc.array(fc.tuple(pause, minutes), { maxLength }).map((parts) => {
      let end = Math.floor(Date.now() / MINUTE) * MINUTE + from;
      return parts.map(([before, length]) => {
        const start = end + before * MINUTE;
        end = start + length * MINUTE;
        return { start, end };
      });
    });
  return fc
    .tuple(run(-6 * HOUR, maxLength), run(14 * DAY - 6 * HOUR, 5))
    .map(([near, far]) => [...near.filter(({ end }) => end <= (far[0]?.start ?? Infinity)), ...far]);
}
const market = fc.record({
  slot_interval_minutes: fc.constantFrom(15, 30, 60),
  min_notice_minutes: fc.constantFrom(0, 0, 45, 600, 5_000, 19_900, 20_050, 30_000),
  buffer_minutes: fc.constantFrom(0, 0, 10, 45, 240),
  windows: spans(fc.constantFrom(0, 15, 300, 1_000, 5_000), fc.integer({ min: 15, max: 700 }), 8),
  busy: spans(fc.constantFrom(0, 0, 5, 30, 45, 120, 900), fc.constantFrom(15, 30, 45, 60, 240), 30),
  services: fc.array(
    fc.record({
      service_duration_minutes: fc.constantFrom(15, 30, 60, 95, 300),
      is_active: fc.boolean(),
      price: fc.constantFrom(20, 60.5),
      longer: fc.option(fc.constantFrom(-60, 5, 45)),
    }),
    {
      maxLength: 3,
    },
  ),
});
type Drawn = typeof market extends fc.Arbitrary<infer T> ? T : never;
type Market = Omit<Drawn, 'slot_interval_minutes' | 'min_notice_minutes'> & {
  slot_interval_minutes: number;
  min_notice_minutes: number;
};

const names = ['A1', 'A2', 'A3', 'A4', 'A5'];
const people: ProfessionalPerson[] = [];
beforeAll(async () => {
  for (const name of names)
    people.push(
      await t.make.professional({ display_name: name, location: `Everywhere ${name}`, specializations: [5] }),
    );
});

async function open(professional_id: string, { windows, busy, services, ...settings }: Market): Promise<void> {
  const { db } = t.deps;
  for (const table of ['busy_times', 'availability', 'services'] as const)
    await db.deleteFrom(table).where('professional_id', '=', professional_id).execute();
  await db.updateTable('professionals').set(settings).where('id', '=', professional_id).execute();
  const rows = (given: Market['windows']) =>
    given.map(({ start, end }) => ({ professional_id, start_time: iso(start), end_time: iso(end) }));
  if (windows.length > 0) await db.insertInto('availability').values(rows(windows)).execute();
  await t.make.busyTimes(professional_id, rows(busy));
  for (const { longer, ...given } of services) {
    const id = await t.make.service(professional_id, given);
    if (longer !== null) await vary(id, given, longer);
  }
  // As a server does that wrote it, which waits for no notice.
  await t.deps.search.refresh(professional_id);
}

test('next_free is the first slot that GET availability lists, in every list, of random calendars', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(market, { minLength: names.length, maxLength: names.length }), async (markets) => {
      for (const [index, person] of people.entries()) await open(person.professionalId, markets[index] as Market);
      const services = await listed<ListedService>('services.list');
      const professionals = await listed<ListedProfessional>('professionals.list');
      // A minute may begin between two calls: the answer must be that of before or of after.
      const slotsOf = () =>
        Promise.all(
          services.map(async ({ id, professional }) => ({
            id,
            professional: professional.id,
            start: await firstSlot(professional.id, [id]),
          })),
        );
      const soonest = (slots: Awaited<ReturnType<typeof slotsOf>>, id: string) =>
        slots.flatMap((one) => (one.professional === id && one.start !== null ? [one.start] : [])).sort()[0] ?? null;
      const before = await slotsOf();
      const paths = [
        await listed<ListedService>('services.list', { location: 'everywhere' }),
        await listed<ListedService>('services.list'),
      ];
      const found = [
        await listed<ListedProfessional>('professionals.list', { search: 'everywhere' }),
        await listed<ListedProfessional>('professionals.list'),
      ];
      const after = await slotsOf();
      const dear = await listed<ListedService>('services.list', { price_min: dearest, price_max: dearest });
      const varied = services.flatMap(({ id, has_variants }) => (has_variants ? id : []));
      expect(dear.map(({ id }) => id).sort()).toEqual(varied.sort());
      expect(professionals).toHaveLength(names.length);
      for (const results of paths) {
        expect(results).toHaveLength(services.length);
        for (const { id, professional } of results) {
          expect([before, after].map((slots) => slots.find((one) => one.id === id)?.start)).toContain(
            professional.next_free,
          );
        }
      }
      for (const results of found) {
        expect(results).toHaveLength(names.length);
        for (const { id, next_free } of results)
          expect([before, after].map((slots) => soonest(slots, id))).toContain(next_free);
      }
    }),
    { numRuns: repetitions(250) },
  );
});

test.each([
  ['a slot that begins after them is none of theirs', { slot_interval_minutes: 60, busy: [] }, false],
  ['a booking after them takes the slot that reaches it', { slot_interval_minutes: 15, busy: [10] }, false],
  ['a slot that ends after them is one of theirs', { slot_interval_minutes: 15, busy: [] }, true],
])('at the end of the 14 days %s', async (_what, { slot_interval_minutes, busy }, offered) => {
  const { professionalId } = await t.make.professional({ display_name: `Edge ${offered} ${busy}` });
  const end = Math.floor(Date.now() / MINUTE) * MINUTE + 14 * DAY;
  const span = (from: number, to: number) => ({ start: end + from * MINUTE, end: end + to * MINUTE });
  await open(professionalId, {
    slot_interval_minutes,
    min_notice_minutes: 14 * 24 * 60 - 30,
    buffer_minutes: 0,
    windows: [span(-45, 60)],
    busy: busy.map((from) => span(from, from + 50)),
    services: [{ service_duration_minutes: 60, is_active: true, price: 20, longer: null }],
  });
  const [found] = await listed<ListedProfessional>('professionals.list', { search: `edge ${offered} ${busy}` });
  expect(found?.next_free).toBe(offered ? iso(end - 15 * MINUTE) : null);
});

describe('the next free slot', () => {
  let person: ProfessionalPerson;
  let shortest: string;
  const cards = async (query: Record<string, unknown> = {}) => ({
    professionals: await Promise.all(
      professionalLists.map(async (list) =>
        (await listed<ListedProfessional>(list, query, t.rest)).find(({ id }) => id === person.professionalId),
      ),
    ),
    services: (
      await Promise.all(
        serviceLists.map((list) => listed<ListedService>(list, { category: 'Loc Services', ...query }, t.rest)),
      )
    )
      .flat()
      .filter(({ professional }) => professional.id === person.professionalId),
  });
  beforeAll(async () => {
    person = await t.make.professional({ display_name: 'Zuri Reid', location: 'Coburg' });
  });

  test('without services there is neither a price nor a time; an inactive or deleted service gives none', async () => {
    await t.make.window(person.professionalId, at(0), at(2));
    await t.make.service(person.professionalId, { category: 'Loc Services', is_active: false });
    const { professionals, services } = await cards();
    expect(professionals).toHaveLength(3);
    for (const one of professionals) expect(one).toMatchObject({ price_from: null, next_free: null });
    expect(services).toEqual([]);
  });

  test('price_from is the cheapest active service, next_free of the shortest; each service has that of its length', async () => {
    await t.make.service(person.professionalId, {
      category: 'Loc Services',
      service_duration_minutes: 180,
      price: 59.5,
    });
    shortest = await t.make.service(person.professionalId, {
      category: 'Loc Services',
      service_duration_minutes: 120,
      price: 80,
    });
    const { professionals, services } = await cards();
    for (const one of professionals) expect(one).toMatchObject({ price_from: 59.5, next_free: at(0) });
    expect(
      services
        .map(({ service_duration_minutes, professional }) => [service_duration_minutes, professional.next_free])
        .sort(),
    ).toEqual([
      [120, at(0)],
      [120, at(0)],
      [180, null],
      [180, null],
    ]);
  });

  test('a booking takes the time at once, and beyond 14 days there is none', async () => {
    const { professionalId } = person;
    await t.make.booking({ professionalId, serviceIds: [shortest], start: at(1), status: 'pending' });
    expect((await cards({ search: 'zuri' })).professionals[0]?.next_free).toBeNull();
    await t.make.window(professionalId, at(13 * 24 + 12), at(13 * 24 + 16));
    expect((await cards()).professionals[0]?.next_free).toBeNull();
    await t.make.window(professionalId, at(12 * 24), at(12 * 24 + 4));
    expect((await cards()).professionals[0]?.next_free).toBe(at(12 * 24));
  });

  test('no other call has them', async () => {
    const one = await t.rest.call(null, 'professionals.byId', { id: person.professionalId });
    expect(Object.keys(one.body as object)).not.toEqual(expect.arrayContaining(['next_free']));
    expect(one.body).not.toHaveProperty('price_from');
    const own = await t.rest.call(null, 'services.ofProfessional', { id: person.professionalId });
    for (const service of own.body as ListedService[]) expect(service.professional).not.toHaveProperty('next_free');
  });
});
