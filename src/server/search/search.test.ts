import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { findProfessionals } from '#server/features/professionals/list-queries.ts';
import { findServices } from '#server/features/services/list-queries.ts';
import { useTestApp } from '#server/testing/app.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { professionalsQuery } from '#shared/professionals.ts';
import { servicesQuery } from '#shared/services.ts';

const t = useTestApp();

const words = [
  'Silk',
  'press',
  'Pressed',
  'BRAIDS',
  'box-braids',
  '100%',
  'a_b',
  '(Kids)',
  'é',
  'Él',
  'Ngọc',
  'Straße',
  'o’',
  'ο',
  'ΟΔΟΣ',
  '\\',
  '東京',
  'x',
  'in',
  'Inis',
];
const word = fc.constantFrom(...words);
const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((chosen) => chosen.join(' '));
/** Names order results: their letters are those that every database's pg_trgm knows. */
const name = fc
  .array(fc.constantFrom('Silk', 'press', 'Box', 'braids', 'box', 'Cut', 'and'), { minLength: 1, maxLength: 3 })
  .map((chosen) => chosen.join(' '));
const part = fc
  .tuple(word, fc.nat(4), fc.integer({ min: 1, max: 4 }))
  .map(([whole, from, length]) => whole.slice(from, from + length));
const search = fc.array(fc.oneof(word, part), { maxLength: 8 }).map((chosen) => chosen.join(' '));
const filters = {
  search: fc.option(fc.oneof(search, name), { nil: undefined }),
  category: fc.option(fc.constantFrom('Haircut', 'Cuts and Trims', 'Protective Styles', 'Braids', 'Unknown'), {
    nil: undefined,
  }),
  specialization_names: fc.option(fc.subarray(['Barber', 'Braider', 'Loctician', 'Nobody']), { nil: undefined }),
  location: fc.option(fc.constantFrom('melb', 'Perth', 'É', '%'), { nil: undefined }),
  facets: fc.boolean(),
  skip: fc.constantFrom(0, 0, 1, 3, 600),
  limit: fc.constantFrom(1, 5, 100),
};
const priced = {
  ...filters,
  sort: fc.option(fc.constantFrom('relevance', 'name', 'price'), { nil: undefined }),
  price_min: fc.option(fc.constantFrom(5, 20.5, 21), { nil: undefined }),
  price_max: fc.option(fc.constantFrom(20.5, 21, 30), { nil: undefined }),
  duration_max: fc.option(fc.constantFrom(15, 60), { nil: undefined }),
};

/** A professional with services, inserted whole. */
const person = fc.record({
  display_name: fc.constantFrom('Amara', 'amara', 'Äsa', 'Zoë Silk', 'Box and Braids', 'Bo'),
  location: fc.constantFrom('Brunswick, Melbourne', 'PERTH', 'Élan 100%', 'melbourne'),
  bio: fc.option(text),
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

async function insert({ services, ...given }: Person): Promise<ProfessionalPerson> {
  const made = await t.make.professional(given);
  for (const service of services) await t.make.service(made.professionalId, service);
  return made;
}

beforeAll(async () => {
  for (const one of fc.sample(person, { numRuns: 40, seed: 7 })) await insert(one);
  await t.deps.search.start();
});

describe('the search in memory finds what the database finds', () => {
  async function compare(queries: { services: unknown; professionals: unknown }): Promise<void> {
    const [ofServices, ofProfessionals] = [
      servicesQuery.parse(queries.services),
      professionalsQuery.parse(queries.professionals),
    ];
    expect(t.deps.search.services(ofServices)).toEqual(await findServices(t.deps.db, ofServices));
    expect(t.deps.search.professionals(ofProfessionals)).toEqual(await findProfessionals(t.deps.db, ofProfessionals));
  }
  const queries = fc.record({
    services: fc.record(priced),
    professionals: fc.record({ ...filters, sort: fc.option(fc.constantFrom('relevance', 'name'), { nil: undefined }) }),
  });

  test('with random filters, orders and pages', async () => {
    await fc.assert(fc.asyncProperty(queries, compare), { numRuns: repetitions(2_000) });
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
      const set =
        what === 'rename' ? { display_name: given.display_name, bio: given.bio } : { is_active: what === 'show' };
      await db.updateTable('professionals').set(set).where('id', '=', chosen.id).execute();
    };
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), queries, async (changes, asked) => {
        for (const one of changes) await apply(one);
        await t.deps.search.caughtUp();
        await compare(asked);
        await compare({ services: { facets: true, limit: 100 }, professionals: { facets: true, limit: 100 } });
      }),
      { numRuns: repetitions(300) },
    );
  });
});

test('the words of a search: at most six different ones count, and short ones match beginnings of words', async () => {
  const { professionalId } = await t.make.professional({ location: 'Words' });
  await t.make.service(professionalId, { name: 'Express blow-dry (kids)', description: 'Half an hour.' });
  await t.deps.search.caughtUp();
  const found = async (search: string) => {
    const query = servicesQuery.parse({ search, location: 'Words' });
    expect(t.deps.search.services(query)).toEqual(await findServices(t.deps.db, query));
    return t.deps.search.services(query)?.total;
  };
  expect(await found('press')).toBe(1);
  expect(await found('ex')).toBe(1);
  expect(await found('dr')).toBe(1);
  expect(await found('KI')).toBe(1);
  expect(await found('xp')).toBe(0);
  expect(await found('s')).toBe(0);
  expect(await found('ex bl dr ki ha an nowhere')).toBe(1);
  expect(await found('ex EX bl dr bl ki ha nowhere')).toBe(0);
});
