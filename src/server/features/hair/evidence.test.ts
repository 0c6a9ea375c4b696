import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { type ClientPerson, type Person, profileInput } from '#server/testing/make.ts';
import { full } from '#server/testing/repetitions.ts';
import { DAY } from '#shared/constants.ts';
import type { ListedProfessional, Profile } from '#shared/professionals.ts';
import { type Technique, type Texture, textureOfPattern } from '#shared/rules/hair.ts';
import type { ListedService } from '#shared/services.ts';
import { keepDueEvidence } from './evidence-queries.ts';

const t = useTestApp();
const call: typeof t.rest.call = (...args) => t.rest.call(...args);
const techniqueOf = ['knotless', 'retwist'] as const;
const patternOf = { '4bc': '4C', '3': '3B' } as const;
let day = 0;

async function market() {
  const amara = await t.make.professional();
  const services = await Promise.all(
    techniqueOf.map((technique) => t.make.service(amara.professionalId, { technique })),
  );
  return { amara, services };
}

const tell = (who: Person, texture: keyof typeof patternOf, counted = true) =>
  call(who, 'hair.change', { hair: { patterns: { nape: patternOf[texture], crown: '1A' } }, counted });
const evidenceOf = async (id: string) => {
  await keepDueEvidence(t.deps.db);
  return ((await call(null, 'professionals.byId', { id })).body as Profile).evidence;
};
const visit = async (professionalId: string, clientId: string, service: string, more: object = {}) => {
  const start = Date.now() - ++day * DAY;
  const made = await t.make.booking({ professionalId, clientId, serviceIds: [service], status: 'completed', start });
  if (Object.keys(more).length > 0) await t.make.change('bookings', made.bookingId, more);
  return made.bookingId;
};

type Step =
  | { do: 'visit'; client: number; technique: 0 | 1; kind: 'own' | 'written in' | 'missed' | 'cancelled' }
  | { do: 'miss'; visit: number; is: boolean }
  | { do: 'tell'; client: number; texture: keyof typeof patternOf; counted: boolean }
  | { do: 'disable'; client: number; is: boolean }
  | { do: 'end'; client: number };

const client = fc.nat(4);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('visit' as const),
      client,
      technique: fc.constantFrom(0 as const, 1 as const),
      kind: fc.constantFrom(
        'own' as const,
        'own' as const,
        'written in' as const,
        'missed' as const,
        'cancelled' as const,
      ),
    }),
  },
  fc.record({ do: fc.constant('miss' as const), visit: fc.nat(20), is: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('tell' as const),
      client,
      texture: fc.constantFrom('4bc' as const, '4bc' as const, '3' as const),
      counted: fc.constantFrom(true, true, false),
    }),
  },
  fc.record({ do: fc.constant('disable' as const), client, is: fc.boolean() }),
  fc.record({ do: fc.constant('end' as const), client }),
);

/** What one step does is done by the product; this says what it means. */
type Known = { texture?: Texture; counted?: boolean; disabled?: boolean; ended?: boolean };
type Visited = { id: string; client: number; technique: Technique; writtenIn: boolean; missed: boolean };

function oracle(clients: Known[], visits: Visited[]) {
  const rows = [];
  for (const technique of techniqueOf)
    for (const texture of ['3', '4bc'] as const) {
      const people = clients.filter((one, index) => {
        const own = visits.filter(({ client }) => client === index).filter(({ missed }) => !missed);
        const isKnown = own.some(({ writtenIn }) => !writtenIn);
        const came = own.some((each) => each.technique === technique && (!each.writtenIn || isKnown));
        return came && one.counted && one.texture === texture && !one.disabled && !one.ended;
      }).length;
      if (people >= 3) rows.push({ technique, texture, at_least: people >= 10 ? 10 : 3, pictures: 0 });
    }
  return rows;
}

test('evidence counts as a naive reading of the same history, in steps from 3', { timeout: 300_000 }, async () => {
  const admin = await t.make.admin();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const { amara, services } = await market();
      const people: ClientPerson[] = [];
      for (let made = 0; made < 5; made++) people.push(await t.make.client());
      const known: Known[] = people.map(() => ({ texture: '4bc', counted: true }));
      for (const one of people) await tell(one, '4bc');
      const visits: Visited[] = [];
      for (const one of steps) {
        if (one.do === 'miss') {
          const visited = visits[one.visit];
          if (!visited) continue;
          visited.missed = one.is;
          await t.make.change('bookings', visited.id, { no_show: one.is });
          continue;
        }
        const [person, state] = [people[one.client] as ClientPerson, known[one.client] as Known];
        if (state.ended || (state.disabled && one.do !== 'disable')) continue;
        if (one.do === 'visit') {
          const [technique, service] = [techniqueOf[one.technique], services[one.technique] as string];
          const more = {
            own: {},
            'written in': { written_in: true },
            missed: { no_show: true },
            cancelled: { status: 'cancelled', cancelled_by: 'client', cancelled_at: new Date().toISOString() },
          }[one.kind];
          const id = await visit(amara.professionalId, person.clientId, service, more);
          if (one.kind === 'cancelled') continue;
          visits.push({
            id,
            client: one.client,
            technique,
            writtenIn: one.kind === 'written in',
            missed: one.kind === 'missed',
          });
        } else if (one.do === 'tell') {
          await tell(person, one.texture, one.counted);
          Object.assign(state, { texture: textureOfPattern(patternOf[one.texture]), counted: one.counted });
        } else if (one.do === 'disable') {
          await call(admin, 'users.change', { id: person.userId, is_active: !one.is });
          state.disabled = one.is;
        } else {
          await t.deps.db.deleteFrom('client_hair').where('client_id', '=', person.clientId).execute();
          await t.make.change('clients', person.clientId, {
            user_id: null,
            first_name: 'Former',
            last_name: 'client',
            phone_number: '',
            notes: null,
          });
          state.ended = true;
        }
      }
      const rows = oracle(known, visits);
      expect(await evidenceOf(amara.professionalId)).toEqual(rows.sort((a, b) => b.at_least - a.at_least));
    }),
    { numRuns: full ? 60 : 4 },
  );
});

test('a service keeps the technique that it was booked with; nothing is told of two people', async () => {
  const { amara, services } = await market();
  const [knotless = ''] = services;
  const people = [];
  for (let made = 0; made < 3; made++) people.push(await t.make.client());
  for (const one of people) {
    await tell(one, '4bc');
    expect(await evidenceOf(amara.professionalId)).toEqual([]);
    await visit(amara.professionalId, one.clientId, knotless);
  }
  await t.make.change('services', knotless, { technique: 'wig' });
  const row = { technique: 'knotless', texture: '4bc', at_least: 3, pictures: 0 };
  expect(await evidenceOf(amara.professionalId)).toEqual([row]);
  const { rows } = await t.deps.pool.query('select evidence::text from professionals where id = $1', [
    amara.professionalId,
  ]);
  expect(JSON.parse(rows[0].evidence)).toEqual([{ technique: 'knotless', texture: '4bc', at_least: 3 }]);
  await call(people[0] as Person, 'hair.change', { counted: false });
  expect(await evidenceOf(amara.professionalId)).toEqual([]);
});

test('lists find who does such hair, say why, and order by it; words are understood as these filters', async () => {
  // Of the tests before, whose histories are random, some are known for such hair, too.
  await t.deps.db.updateTable('professionals').set({ is_active: false }).execute();
  await t.deps.search.start();
  const one = await market();
  const three = [await t.make.client(), await t.make.client(), await t.make.client()];
  for (const person of three) {
    await tell(person, '4bc');
    await visit(one.amara.professionalId, person.clientId, one.services[0] as string);
  }
  const says = await t.make.professional({ display_name: 'Binta' });
  const service = await t.make.service(says.professionalId, { technique: 'knotless' });
  const techniques = [{ technique: 'knotless', textures: ['4bc', '4a'] }];
  expect((await call(says, 'professionals.updateMe', { ...profileInput, techniques })).body).toMatchObject({
    techniques,
  });
  expect((await call(says, 'professionals.updateMe', profileInput)).body).toMatchObject({ techniques });
  for (const wrong of [[techniques[0], techniques[0]], [{ technique: 'knotless', textures: [] }]])
    expect(await call(says, 'professionals.updateMe', { ...profileInput, techniques: wrong })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: expect.arrayContaining(['body', 'techniques']) }] },
    });
  const picture = await t.make.picture(says.professionalId);
  expect(
    (await call(says, 'pictures.change', { id: picture, technique: 'knotless', texture: '4a' })).body,
  ).toMatchObject({
    technique: 'knotless',
    texture: '4a',
  });
  await evidenceOf(one.amara.professionalId);
  await t.deps.search.caughtUp();

  const list = async (query: object) =>
    ((await call(null, 'professionals.list', { ...query })).body as { results: ListedProfessional[] }).results;
  const found = await list({ technique: 'knotless', texture: '4bc', sort: 'match' });
  expect(found.map(({ id, match }) => [id, match])).toEqual([
    [
      one.amara.professionalId,
      { band: 'strong', reasons: [{ kind: 'visits', technique: 'knotless', texture: '4bc', at_least: 3 }] },
    ],
    [says.professionalId, { band: 'possible', reasons: [{ kind: 'declared', technique: 'knotless', texture: '4bc' }] }],
  ]);
  expect((await list({ texture: '4a' })).map(({ id, match }) => [id, match?.reasons.map(({ kind }) => kind)])).toEqual([
    [says.professionalId, ['pictures', 'declared']],
  ]);
  const typed = await list({ search: '4c' });
  expect(typed.map(({ id }) => id).sort()).toEqual([one.amara.professionalId, says.professionalId].sort());
  expect((await list({ search: 'type 4' })).map(({ match }) => match?.band).sort()).toEqual(['possible', 'strong']);
  expect((await list({})).every(({ match }) => match === null)).toBe(true);

  const services = (await call(null, 'services.list', { technique: 'knotless', texture: '4a', facets: true })).body as {
    results: ListedService[];
    facets: { categories: unknown[] };
  };
  expect(services.results.map(({ id }) => id)).toEqual([service]);
  expect(services.results[0]?.professional.match?.band).toBe('possible');
  expect(services.facets.categories).toEqual([{ name: 'Haircut', count: 1 }]);
  const whole = (await call(null, 'services.list', { technique: 'retwist' })).body as { results: ListedService[] };
  const retwist = whole.results.find(({ id }) => id === one.services[1]);
  expect(retwist?.professional.match).toEqual({ band: 'possible', reasons: [] });
  expect(await call(null, 'services.list', { sort: 'match' })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'sort'] }] },
  });
  expect((await call(null, 'professionals.list', { texture: '4c' })).status).toBe(422);
});

test('a review tells its author’s texture of now, where they say so', async () => {
  const { amara, services } = await market();
  const zuri = await t.make.client();
  await tell(zuri, '4bc', false);
  const id = await visit(amara.professionalId, zuri.clientId, services[0] as string);
  const listed = async (query = {}) =>
    (await call(null, 'reviews.ofProfessional', { id: amara.professionalId, ...query })).body as {
      results: { texture: string | null }[];
      summary: { count: number };
    };
  await call(zuri, 'reviews.write', { id, stars: 5 });
  expect((await listed()).results).toMatchObject([{ texture: null }]);
  expect((await call(zuri, 'reviews.write', { id, stars: 5, show_texture: true })).body).toMatchObject({
    texture: '4bc',
    edited_at: null,
  });
  expect(await listed({ texture: '3' })).toMatchObject({ results: [], summary: { count: 1 } });
  await tell(zuri, '3', false);
  expect((await listed({ texture: '3' })).results).toMatchObject([{ texture: '3' }]);
});
