import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { type Market, naively, orderOf } from '#server/testing/naive-search.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { specializations } from '#shared/constants.ts';
import { type ProfessionalsQuery, professionalsQuery } from '#shared/professionals.ts';
import { type Place, placeKinds } from '#shared/rules/place.ts';
import { type ServicesQuery, servicesQuery } from '#shared/services.ts';
import type { Found } from './found.ts';

const t = useTestApp();

const words = [
  'Silk',
  'press',
  'Pressed',
  'BRAIDS',
  'box-braids',
  'cornrows',
  'locs',
  '100%',
  'a_b',
  '(Kids)',
  'é',
  'Él',
  'Ngọc',
  'Straße',
  "o'Brien",
  'ο',
  'ΟΔΟΣ',
  '\\',
  '東京',
  '💈',
  'x',
  'in',
  'Inis',
  '3011',
];
const word = fc.constantFrom(...words);
const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((chosen) => chosen.join(' '));
const name = fc
  .array(fc.constantFrom('Silk', 'press', 'Box', 'braids', 'box', 'Cut', 'and', 'Él'), { minLength: 1, maxLength: 3 })
  .map((chosen) => chosen.join(' '));
const part = fc
  .tuple(word, fc.nat(4), fc.integer({ min: 1, max: 4 }))
  .map(([whole, from, length]) => whole.slice(from, from + length));
/** A word with one error, or two. */
const mistyped = fc
  .tuple(
    fc.constantFrom('cornrows', 'braids', 'press', 'locs', 'barber'),
    fc.array(fc.tuple(fc.nat(7), fc.nat(3)), { minLength: 1, maxLength: 2 }),
  )
  .map(([whole, errors]) => errors.reduce<string>((typed, [at, kind]) => withError(typed, at, kind), whole));
function withError(typed: string, at: number, kind: number): string {
  const [before, after] = [typed.slice(0, at), typed.slice(at + 1)];
  if (kind === 0) return before + after;
  if (kind === 1) return `${before}z${typed.slice(at)}`;
  if (kind === 2) return `${before}z${after}`;
  return before + after.slice(0, 1) + (typed[at] ?? '') + after.slice(1);
}
const search = fc
  .array(fc.oneof(word, part, mistyped), { maxLength: 8 })
  .map((chosen) => chosen.join(' ').slice(0, 100).toWellFormed());
const near = fc.constantFrom('-37.8,144.9', '-33.87, 151.2', '-31.95,115.86', '0,0');
const filters = {
  search: fc.option(fc.oneof(search, name), { nil: undefined }),
  category: fc.option(fc.constantFrom('Haircut', 'Cuts and Trims', 'Protective Styles', 'Braids', 'Unknown'), {
    nil: undefined,
  }),
  specialization_names: fc.option(fc.subarray(['Barber', 'Braider', 'Loctician', 'Nobody']), { nil: undefined }),
  location: fc.option(fc.constantFrom('melb', 'Perth', 'vic', '3011', 'West Footscray', 'footscary', 'É', '%'), {
    nil: undefined,
  }),
  place_kind: fc.option(fc.subarray([...placeKinds]), { nil: undefined, freq: 2 }),
  facts: fc.option(fc.subarray(['step_free', 'no_pets'] as const, { maxLength: 2 }), { nil: undefined, freq: 1 }),
  facets: fc.boolean(),
  skip: fc.constantFrom(0, 0, 1, 3, 600),
  limit: fc.constantFrom(1, 5, 100),
};
const priced = {
  price_min: fc.option(fc.constantFrom(5, 20.5, 21), { nil: undefined }),
  price_max: fc.option(fc.constantFrom(20.5, 21, 30), { nil: undefined }),
  duration_max: fc.option(fc.constantFrom(15, 60), { nil: undefined }),
};
const around = fc.option(
  fc.record({ near, radius_km: fc.option(fc.constantFrom(1, 3, 25.5, 200), { nil: undefined }) }),
  {
    nil: undefined,
  },
);
/** Filters with an order that they allow. */
function ordered<T>(given: fc.Arbitrary<T>, sorts: string[]) {
  return fc
    .tuple(given, around, fc.option(fc.constantFrom(...sorts, 'distance'), { nil: undefined }))
    .map(([query, place, sort]) => ({ ...query, ...place, sort: sort === 'distance' && !place ? 'name' : sort }));
}

/** A professional with services, inserted whole. */
const person = fc.record({
  display_name: fc.constantFrom('Amara', 'amara', 'Äsa', 'Zoë Silk', 'Box and Braids', 'Bo'),
  location: fc.constantFrom(
    'Brunswick, Melbourne',
    'PERTH',
    'Élan 100%',
    'melbourne',
    'Footscray VIC',
    '3012',
    'Sydney',
    'Regional Victoria',
  ),
  bio: fc.option(text),
  place: fc.option(
    fc.record({
      kind: fc.constantFrom(...placeKinds),
      facts: fc.subarray(['step_free', 'parking', 'no_pets'] as const).map((facts) => [...facts]),
    }),
  ),
  specializations: fc.subarray([1, 2, 5]),
  is_active: fc.boolean(),
  services: fc.array(
    fc.record({
      name,
      description: fc.option(text),
      category: fc.constantFrom('Haircut', 'Cuts and Trims', 'Braids', 'Protective Styles', 'Color'),
      price: fc.constantFrom(20, 20.5, 21),
      service_duration_minutes: fc.constantFrom(15, 60, 90),
      is_active: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
});
type Person = typeof person extends fc.Arbitrary<infer T> ? T : never;

const placeOf = (given: NonNullable<Person['place']>): Place => ({
  ...given,
  address: given.kind === 'mobile' ? null : '12 Canary Lane',
  access_note: null,
  public: false,
});

async function insert({ services, place, ...given }: Person): Promise<ProfessionalPerson> {
  const made = await t.make.professional({ ...given, place: place && placeOf(place) });
  for (const service of services) await t.make.service(made.professionalId, service);
  return made;
}

/** What others see, read row by row. */
async function marketNow(): Promise<Market> {
  const { db } = t.deps;
  const gazetteer = await t.deps.gazetteer();
  const [professionals, services, chosen] = await Promise.all([
    db
      .selectFrom('professionals')
      .selectAll()
      .where('is_active', '=', true)
      .where('user_is_active', '=', true)
      .execute(),
    db.selectFrom('services').selectAll().where('is_active', '=', true).where('deleted_at', 'is', null).execute(),
    db.selectFrom('professional_specializations').selectAll().execute(),
  ]);
  return {
    gazetteer,
    professionals: professionals.map((one) => ({
      ...one,
      place: one.place as Place | null,
      locality: one.locality_id === null ? undefined : gazetteer.byId(one.locality_id),
      specializations: specializations.filter(({ id }) =>
        chosen.some((row) => row.professional_id === one.id && row.specialization_id === id),
      ),
      services: services.filter((service) => service.professional_id === one.id),
    })),
  };
}

beforeAll(async () => {
  for (const one of fc.sample(person, { numRuns: 40, seed: 7 })) await insert(one);
  await t.deps.search.start();
});

describe('what is found equals a naive filter over all rows', () => {
  async function compare(queries: { services: unknown; professionals: unknown }, market: Market): Promise<void> {
    const [ofServices, ofProfessionals] = [
      servicesQuery.parse(queries.services),
      professionalsQuery.parse(queries.professionals),
    ];
    expectAll(await t.deps.search.services(ofServices), naively('services', market, ofServices), ofServices);
    const found = await t.deps.search.professionals(ofProfessionals);
    expectAll(found, naively('professionals', market, ofProfessionals), ofProfessionals);
  }
  /** That a page is one of all that must be found; by relevance only its first place is settled. */
  function expectAll({ ids, distances, ...told }: Found, all: Found, query: ServicesQuery | ProfessionalsQuery): void {
    const page = all.ids.slice(query.skip, query.skip + query.limit);
    expect(told).toEqual({ total: all.total, ...(all.facets ? { facets: all.facets } : {}) });
    expect(distances).toEqual(all.distances && new Map(ids.map((id) => [id, all.distances?.get(id)])));
    if (orderOf(query) !== 'relevance') expect(ids).toEqual(page);
    expect(ids).toHaveLength(page.length);
    expect(new Set(ids).size).toBe(ids.length);
    expect(all.ids).toEqual(expect.arrayContaining(ids));
  }
  const queries = fc.record({
    services: ordered(fc.record({ ...filters, ...priced }), ['relevance', 'name', 'price']),
    professionals: ordered(fc.record(filters), ['relevance', 'name']),
  });

  test('with random filters, orders and pages', async () => {
    const market = await marketNow();
    await fc.assert(
      fc.asyncProperty(queries, (asked) => compare(asked, market)),
      { numRuns: repetitions(2_000) },
    );
  });

  test('with one mistyped word, alone or with a category', async () => {
    const market = await marketNow();
    const { category } = filters;
    const typed = fc.record({ search: mistyped, category, skip: fc.constant(0), limit: fc.constant(100) });
    await fc.assert(
      fc.asyncProperty(typed, (query) => compare({ services: query, professionals: query }, market)),
      { numRuns: repetitions(2_000) },
    );
  });

  test('after random changes, told by this process or by the database alone', async () => {
    const change = fc.record({
      who: fc.nat(),
      what: fc.constantFrom(
        'insert',
        'hide',
        'show',
        'disable',
        'enable',
        'rename',
        'move',
        'delete service',
        'change service',
        'specialize',
      ),
      person,
    });
    const apply = async ({ who, what, person: given }: typeof change extends fc.Arbitrary<infer T> ? T : never) => {
      const { db } = t.deps;
      const people = await db.selectFrom('professionals').select(['id', 'user_id']).orderBy('id').execute();
      const chosen = people[who % people.length] ?? { id: '', user_id: '' };
      if (what === 'insert') return void (await insert(given));
      if (what === 'disable' || what === 'enable') {
        return void (await db
          .updateTable('users')
          .set({ is_active: what === 'enable' })
          .where('id', '=', chosen.user_id)
          .execute());
      }
      if (what === 'specialize') {
        await db.deleteFrom('professional_specializations').where('professional_id', '=', chosen.id).execute();
        return;
      }
      if (what === 'delete service') {
        return void (await db
          .updateTable('services')
          .set({ deleted_at: sql`clock_now()` })
          .where('professional_id', '=', chosen.id)
          .execute());
      }
      if (what === 'change service') {
        const { name: renamed = 'Cut', is_active = true, category = 'Color' } = given.services[0] ?? {};
        await db
          .updateTable('services')
          .set({ name: renamed, is_active, category })
          .where('professional_id', '=', chosen.id)
          .execute();
        return;
      }
      const place = given.place && JSON.stringify(placeOf(given.place));
      const set =
        what === 'rename'
          ? { display_name: given.display_name, bio: given.bio }
          : what === 'move'
            ? { place }
            : { is_active: what === 'show' };
      await db.updateTable('professionals').set(set).where('id', '=', chosen.id).execute();
    };
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), queries, async (changes, asked) => {
        for (const one of changes) await apply(one);
        await t.deps.search.caughtUp();
        const market = await marketNow();
        await compare(asked, market);
        await compare({ services: { facets: true, limit: 100 }, professionals: { facets: true, limit: 100 } }, market);
      }),
      { numRuns: repetitions(300) },
    );
  });
});

describe('the words of a search', () => {
  beforeAll(async () => {
    const { professionalId } = await t.make.professional({
      display_name: 'Words of Mouth',
      location: 'Words',
      bio: 'Patient.',
      specializations: [7],
    });
    await t.make.service(professionalId, { name: 'Express blow-dry (kids)', description: 'Half an hour.' });
    await t.deps.search.caughtUp();
  });
  test.each([
    ['press', 1],
    ['ex', 1],
    ['dr', 1],
    ['KI', 1],
    ['xp', 0],
    ['s', 1],
    ['q', 0],
    ['ex bl dr ki ha an nowhere', 1],
    ['ex EX bl dr bl ki ha nowhere', 0],
    ['half hour patient', 1],
    ['hour words mouth', 1],
    ['blow-dry scalp', 1],
    ['exprss', 1],
    ['expres', 1],
    ['expresss', 1],
    ['exrpess', 1],
    ['xpress', 1],
    ['eprses', 0],
    ['mouht', 1],
    ['kisd', 1],
    ['kdi', 0],
    ['&', 0],
    ['%', 0],
    ['blow & dry', 1],
  ])('%s', async (typed, expected) => {
    const query = { search: typed, location: 'Words' };
    expect((await t.deps.search.services(servicesQuery.parse(query))).total).toBe(expected);
    expect((await t.deps.search.professionals(professionalsQuery.parse(query))).total).toBe(expected);
  });
});

describe('odd input is answered, over both APIs', () => {
  const odd = [
    '%',
    '_',
    '\\',
    "'",
    '"',
    '🦱'.repeat(50),
    '👩🏾‍🦱 💈',
    'שלום עולם',
    '\u202eabc',
    'a'.repeat(100),
    `${'ab'.repeat(8)} `.repeat(6).slice(0, 100),
    'e\u0301'.repeat(40),
    'a & | ! ( ) :*',
    '<script>',
    '-1',
    '١٢٣',
  ];
  test.each(odd)('%s', async (typed) => {
    for (const api of t.apis) {
      for (const procedure of ['services.list', 'professionals.list', 'professionals.byLocation']) {
        for (const query of [{ search: typed, facets: true }, { location: typed }]) {
          expect((await api.call(null, procedure, query)).status).toBe(200);
        }
      }
    }
  });
});

describe.each([
  'services.list',
  'services.ofCategory',
  'professionals.list',
  'professionals.bySpecializations',
  'professionals.byLocation',
])('what %s refuses, over both APIs', (procedure) => {
  const day = 86_400_000;
  const iso = (ms: number) => new Date(Date.now() + ms).toISOString();
  const isOfServices = procedure.startsWith('services');
  test.each([
    [{ near: '1,2,3' }, 'near'],
    [{ near: 'here' }, 'near'],
    [{ near: '91,0' }, 'near'],
    [{ near: '0,181' }, 'near'],
    [{ near: '' }, 'near'],
    [{ radius_km: 25 }, 'radius_km'],
    [{ near: '0,0', radius_km: 0 }, 'radius_km'],
    [{ near: '0,0', radius_km: 201 }, 'radius_km'],
    [{ sort: 'distance' }, 'sort'],
    [{ sort: 'price', near: '0,0' }, isOfServices ? undefined : 'sort'],
    [{ sort: 'newest' }, 'sort'],
    [{ free_from: iso(0) }, 'free_to'],
    [{ free_to: iso(day) }, 'free_from'],
    [{ free_from: iso(day), free_to: iso(day - 1) }, 'free_to'],
    [{ free_from: iso(day), free_to: iso(15 * day + 1_000) }, 'free_to'],
    [{ free_from: 'tomorrow', free_to: iso(day) }, 'free_from'],
    [{ free_minutes: 14 }, isOfServices ? undefined : 'free_minutes'],
    [{ free_minutes: 1_441 }, isOfServices ? undefined : 'free_minutes'],
    [{ search: 'x'.repeat(101) }, 'search'],
    [{ place_kind: 'boat' }, 'place_kind'],
    [{ place_kind: 'salon,boat' }, 'place_kind'],
    [{ facts: ['parking', 'Parking'] }, 'facts'],
    [{ facts: '' }, 'facts'],
    [{ place_kind: 'salon,home', facts: ['parking', 'no_pets,step_free'] }, undefined],
    [{ near: ' -37.8 , 144.9 ', radius_km: 1.5, sort: 'distance' }, undefined],
  ])('%j', async (query, field) => {
    const input = procedure === 'services.ofCategory' ? { category: 'Haircut', ...query } : query;
    for (const api of t.apis) {
      const { status, body } = await api.call(null, procedure, input);
      expect(status).toBe(field ? 422 : 200);
      if (field)
        expect((body as { detail: { loc: unknown[] }[] }).detail[0]?.loc.slice(0, 2)).toEqual(['query', field]);
    }
  });
});
