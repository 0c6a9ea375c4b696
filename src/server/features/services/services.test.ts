import { beforeAll, describe, expect, test } from 'vitest';
import { type Api, useTestApp } from '#server/testing/app.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';

const t = useTestApp();
const input = {
  name: 'Silk press',
  description: 'Straight, with body.',
  service_duration_minutes: 90,
  price: 120.5,
  category: 'Styling',
};
const fields = [
  'asks_deposit',
  'category',
  'deposit',
  'description',
  'duration_max',
  'extras',
  'hair',
  'id',
  'is_active',
  'min_length_cm',
  'name',
  'preparation',
  'prepare',
  'price',
  'price_max',
  'processing_minutes',
  'processing_start_minutes',
  'professional',
  'service_duration_minutes',
  'technique',
  'usual',
  'variants',
];

test('A5: a professional has at most 200 services, however many are created at once, and lists show all of them', async () => {
  const api = t.rest;
  const own = await t.make.professional();
  const [first = ''] = await Promise.all(
    Array.from({ length: 198 }, (_, index) => t.make.service(own.professionalId, { name: `Cut ${index}` })),
  );
  const answers = await Promise.all(Array.from({ length: 6 }, () => api.call(own, 'services.create', input)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
  const refused = { status: 409, body: { detail: 'You can have at most 200 services.' } };
  expect(await api.call(own, 'services.create', input)).toMatchObject(refused);
  const id = own.professionalId;
  for (const [procedure, query] of [['services.mine', {}] as const, ['services.ofProfessional', { id }] as const]) {
    expect((await api.call(own, procedure, { ...query, limit: 200 })).body).toHaveLength(200);
    expect((await api.call(own, procedure, query)).body).toHaveLength(100);
    expect((await api.call(own, procedure, { ...query, limit: 201 })).status).toBe(422);
  }
  // Saving one is no new one, and a deleted one makes room.
  expect((await api.call(own, 'services.update', { id: first, ...input })).status).toBe(200);
  expect((await api.call(own, 'services.delete', { id: first })).status).toBe(204);
  expect((await api.call(own, 'services.create', input)).status).toBe(201);
  expect(await api.call(own, 'services.create', input)).toMatchObject(refused);
});

test('a name of two UTF-16 units is long enough, one of one is not', async () => {
  const own = await t.make.professional();
  for (const [name, status] of [
    ['💈', 201],
    ['長', 422],
  ] as const)
    expect([name, (await t.rest.call(own, 'services.create', { ...input, name })).status]).toEqual([name, status]);
});

test('preparation: read by everybody, unchanged by a save that does not name it, at most 2,000 characters', async () => {
  const own = await t.make.professional();
  const preparation = 'Come with dry,\nstretched hair.';
  const { body } = await t.rest.call(own, 'services.create', { ...input, preparation });
  const { id } = body as { id: string };
  expect((await t.rest.call(own, 'services.update', { id, ...input })).body).toMatchObject({ preparation });
  expect((await t.rest.call(null, 'services.byId', { id })).body).toMatchObject({ preparation });
  for (const none of ['', ' \n ', null])
    expect((await t.rest.call(own, 'services.update', { id, ...input, preparation: none })).body).toMatchObject({
      preparation: null,
    });
  const long = 'x'.repeat(2_001);
  expect(await t.rest.call(own, 'services.update', { id, ...input, preparation: long })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'preparation'] }] },
  });
});

describe('processing time', () => {
  const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
  const colour = { ...input, service_duration_minutes: 105 };
  const time = (processing_start_minutes?: unknown, processing_minutes?: unknown) => ({
    processing_start_minutes,
    processing_minutes,
  });
  const refused = { status: 422, body: { detail: [{ loc: ['body', 'processing_minutes'] }] } };

  test('is null or both numbers, and leaves the service at least five minutes', async () => {
    const amara = await t.make.professional();
    const create = (processing: object) => call(amara, 'services.create', { ...colour, ...processing });
    for (const none of [time(), time(null, null), time(null), time(undefined, null)])
      expect(await create(none)).toMatchObject({ status: 201, body: time(null, null) });
    for (const fits of [time(45, 30), time(5, 95), time(5, 5)])
      expect(await create(fits)).toMatchObject({ status: 201, body: fits });
    for (const wrong of [
      time(45),
      time(null, 30),
      time(4, 30),
      time(45, 4),
      time(45.5, 30),
      time(45, 30.5),
      time(45, 56),
      time(1e308, 5),
      time(-45, 30),
    ])
      expect(await create(wrong)).toMatchObject(refused);
    expect((await create(time('45', 30))).status).toBe(422);
  });

  test('stays unless it is changed, and must fit whatever changes', async () => {
    const amara = await t.make.professional();
    const { body } = await call(amara, 'services.create', { ...colour, ...time(45, 30) });
    const { id } = body as { id: string };
    const change = (changes: object) => call(amara, 'services.update', { ...colour, id, ...changes });
    expect(await change({})).toMatchObject({ status: 200, body: time(45, 30) });
    expect(await change({ service_duration_minutes: 80 })).toMatchObject({ status: 200, body: time(45, 30) });
    expect(await change({ service_duration_minutes: 79 })).toMatchObject(refused);
    expect(await change({ processing_minutes: 55 })).toMatchObject({ status: 200, body: time(45, 55) });
    expect(await change({ processing_minutes: 56 })).toMatchObject(refused);
    for (const half of [null, 4, 5.5, 1e12, 0])
      for (const name of ['processing_minutes', 'processing_start_minutes'])
        expect(await change({ [name]: half })).toMatchObject(refused);
    expect(await change(time(null, null))).toMatchObject({ status: 200, body: time(null, null) });
    expect(await change({ processing_minutes: 30 })).toMatchObject(refused);
    const listed = (await call(amara, 'services.mine')).body;
    expect(listed).toMatchObject([time(null, null)]);
  });
});

describe('services', () => {
  let amara: ProfessionalPerson;
  let other: ProfessionalPerson;
  beforeAll(async () => {
    amara = await t.make.professional({ display_name: 'Amara', specializations: [4] });
    other = await t.make.professional({ display_name: 'Tevita' });
  });

  test('a service is created, read, changed and deleted by its professional', async () => {
    const api = t.rest;
    const created = await api.call(amara, 'services.create', input);
    expect(created.status).toBe(201);
    expect(Object.keys(created.body as object).sort()).toEqual(fields);
    expect(created.body).toMatchObject({
      ...input,
      is_active: true,
      professional: { id: amara.professionalId, display_name: 'Amara' },
    });
    const { id } = created.body as { id: string };
    expect((await api.call(null, 'services.byId', { id })).body).toEqual(created.body);
    const changed = await api.call(amara, 'services.update', { id, ...input, price: 5, is_active: false });
    expect(changed).toMatchObject({ status: 200, body: { price: 5, is_active: false } });
    expect(await api.call(null, 'services.byId', { id })).toMatchObject({
      status: 404,
      body: { detail: 'Service not found' },
    });
    expect((await api.call(amara, 'services.byId', { id })).status).toBe(200);
    expect((await api.call(await t.make.admin(), 'services.byId', { id })).status).toBe(200);
    expect((await api.call(amara, 'services.delete', { id })).status).toBe(204);
    expect(await api.call(amara, 'services.delete', { id })).toMatchObject({
      status: 404,
      body: { detail: 'Service not found' },
    });
  });

  test("somebody else's service: 403 to write where it can be seen, 404 where it cannot", async () => {
    const api = t.rest;
    const seen = await t.make.service(amara.professionalId);
    const unseen = await t.make.service(amara.professionalId, { is_active: false });
    expect((await api.call(other, 'services.update', { id: seen, ...input })).status).toBe(403);
    expect((await api.call(other, 'services.delete', { id: seen })).status).toBe(403);
    expect((await api.call(other, 'services.delete', { id: unseen })).status).toBe(404);
  });

  const bad: [string, Record<string, unknown>, string, string?][] = [
    ['no name', { name: undefined }, 'name', 'Name is required'],
    ['no price', { price: undefined }, 'price', 'Price must be positive and above $5'],
    ['no minutes', { service_duration_minutes: null }, 'service_duration_minutes', 'Duration must be at least 15 mins'],
    ['a short name', { name: ' a ' }, 'name', 'Name is required'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['NUL in a name', { name: 'Cut\u0000s' }, 'name'],
    ['a lone surrogate', { description: 'x\ud800' }, 'description'],
    ['14 minutes', { service_duration_minutes: 14 }, 'service_duration_minutes', 'Duration must be at least 15 mins'],
    ['half minutes', { service_duration_minutes: 15.5 }, 'service_duration_minutes'],
    ['1,441 minutes', { service_duration_minutes: 1441 }, 'service_duration_minutes'],
    ['minutes as text', { service_duration_minutes: '60' }, 'service_duration_minutes'],
    ['$4.99', { price: 4.99 }, 'price', 'Price must be positive and above $5'],
    ['$5.001', { price: 5.001 }, 'price'],
    ['a billion', { price: 1e9 }, 'price'],
    ['a price as text', { price: '6' }, 'price'],
    ['NaN as text', { price: 'NaN' }, 'price'],
    ['a price in a list', { price: [6] }, 'price'],
    ['an unknown category', { category: 'haircut' }, 'category'],
    ['"false" for a flag', { is_active: 'false' }, 'is_active'],
  ];
  test.each(bad)('%s is 422 at the field, and nothing is written', async (_what, wrong, field, message) => {
    const person = await t.make.professional();
    const answer = await t.rest.call(person, 'services.create', { ...input, ...wrong });
    expect(answer.status).toBe(422);
    const detail = (answer.body as { detail: { loc: string[]; msg: string }[] }).detail;
    expect(detail.map((one) => one.loc)).toEqual([['body', field]]);
    if (message) expect(detail[0]?.msg).toBe(message);
    expect((await t.rest.call(person, 'services.mine')).body).toEqual([]);
  });

  test.each(['x', '0', "' or 1=1", '00000000-0000-0000-0000-000000000000', 'a'.repeat(101), '%00'])(
    'the malformed or unknown id %s is 404',
    async (id) => {
      expect(await t.rest.call(null, 'services.byId', { id })).toMatchObject({
        status: 404,
        body: { detail: 'Service not found' },
      });
    },
  );

  test('A4 unknown fields change nothing', async () => {
    const answer = await t.rest.call(amara, 'services.create', {
      ...input,
      professional_id: other.professionalId,
      deleted_at: '2026-01-01',
      id: 'x',
    });
    expect(answer).toMatchObject({ status: 201, body: { professional: { id: amara.professionalId } } });
  });
});

describe('browsing', () => {
  const calls = ['services.list', 'services.ofCategory'] as const;
  /** Those of an app that asks the database, and those of one that searches in memory. */
  let apis: Api[];
  beforeAll(async () => {
    const inMemory = await t.at('0 seconds');
    await inMemory.deps.search.start();
    apis = [...t.apis, ...inMemory.apis];
    const loctician = await t.make.professional({
      display_name: 'Isla',
      location: 'Fremantle, Perth',
      specializations: [5],
    });
    await t.make.service(loctician.professionalId, {
      name: 'Loc 100% retwist',
      price: 110,
      category: 'Loc Services',
      service_duration_minutes: 120,
    });
    await t.make.service(loctician.professionalId, {
      name: 'Knotless braids',
      price: 250,
      category: 'Braids',
      description: 'Loc_free',
    });
    await t.make.service(loctician.professionalId, { name: 'Hidden', is_active: false });
    const away = await t.make.professional({ is_active: false });
    await t.make.service(away.professionalId, { name: 'Nobody home' });
    await inMemory.deps.search.caughtUp();
  });

  const names = (body: unknown) => (body as { results: { name: string }[] }).results.map((one) => one.name);

  test.each([
    ['a percent sign is no wildcard', { search: '100%' }, ['Loc 100% retwist']],
    ['an underscore is no wildcard', { search: 'c_f' }, ['Knotless braids']],
    ['a backslash finds nothing', { search: '\\' }, []],
    ['all words must match, in any order', { search: 'retwist loc' }, ['Loc 100% retwist']],
    ['Protective Styles also finds Braids', { category: 'Protective Styles' }, ['Knotless braids']],
    ['an unknown category is empty', { category: 'Perms' }, []],
    ['an unknown category of 101 characters is empty', { category: 'x'.repeat(101) }, []],
    [
      'price and duration',
      { price_min: 100, price_max: 115.5, duration_max: 120, location: 'fremantle' },
      ['Loc 100% retwist'],
    ],
    ['nothing costs 0 dollars', { price_max: 0 }, []],
    ['nothing is done in 0 minutes', { duration_max: 0 }, []],
    ['specialization', { specialization_names: ['Loctician', 'Barber'] }, ['Knotless braids', 'Loc 100% retwist']],
    ['sort by price: cheapest first', { location: 'Perth', sort: 'price' }, ['Loc 100% retwist', 'Knotless braids']],
    ['inactive services are hidden', { search: 'Hidden' }, []],
    ['services of inactive professionals are hidden', { search: 'Nobody home' }, []],
    ['a word of two letters is found where a word begins', { search: 'kn' }, ['Knotless braids']],
    ['and nowhere else', { search: 'ot' }, []],
    ['six different words count', { search: 'loc LOC 1 ret 100% twist re nowhere' }, ['Loc 100% retwist']],
  ])('%s', async (_what, query, expected) => {
    for (const api of apis) {
      const { body, status } = await api.call(null, 'services.list', query);
      expect(status).toBe(200);
      expect(names(body)).toEqual(expected);
      expect(body).toMatchObject({ total: expected.length, skip: 0, limit: 20 });
    }
  });

  test('price_min and price_max include exactly that price, to the cent', async () => {
    const { professionalId } = await t.make.professional({ location: 'Launceston' });
    for (const price of [8.3, 32.95, 64.9]) {
      await t.make.service(professionalId, { name: `At ${price}`, price });
      const { body } = await t.rest.call(null, 'services.list', {
        location: 'Launceston',
        price_min: price,
        price_max: price,
      });
      expect(names(body)).toEqual([`At ${price}`]);
    }
  });

  test('skip and limit cut the page, and total counts all results', async () => {
    for (const api of apis) {
      const { body } = await api.call(null, 'services.list', { location: 'Perth', skip: 1, limit: 1 });
      expect(body).toMatchObject({ total: 2, skip: 1, limit: 1, results: [{ name: 'Loc 100% retwist' }] });
      const behind = await api.call(null, 'services.list', { category: 'Braids', skip: 50 });
      expect(behind.body).toEqual({ results: [], total: 1, skip: 50, limit: 20 });
    }
  });

  test('the facet of a filter counts services over the other filters', async () => {
    for (const api of apis) {
      const { body } = await api.call(null, 'services.list', { category: 'Braids', location: 'Perth', facets: true });
      expect((body as { facets: unknown }).facets).toEqual({
        categories: [
          { name: 'Braids', count: 1 },
          { name: 'Loc Services', count: 1 },
        ],
        specializations: [{ id: 5, name: 'Loctician', count: 1 }],
      });
    }
  });

  test.each([
    { limit: 0 },
    { limit: 101 },
    { limit: '0x10' },
    { skip: -1 },
    { skip: 10_001 },
    { skip: '1e20' },
    { search: 'x'.repeat(101) },
    { facets: 'yes' },
    { sort: 'id' },
    { price_max: 5.001 },
    { price_min: 1e-7 },
  ])('A5: %j is 422', async (query) => {
    for (const call of calls) {
      for (const api of t.apis) {
        const answer = await api.call(null, call, { category: 'Braids', ...query });
        expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', Object.keys(query)[0]] }] } });
      }
    }
  });
});
