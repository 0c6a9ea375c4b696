import { beforeAll, describe, expect, test } from 'vitest';
import { type Api, useTestApp } from '#server/testing/app.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';

const t = useTestApp();
const publicFields = [
  'asks_deposit',
  'bio',
  'books_open',
  'cancellation_cutoff_hours',
  'cancellation_list',
  'cancellation_policy',
  'display_name',
  'evidence',
  'experience_years',
  'handle',
  'id',
  'instant_confirmation',
  'is_active',
  'location',
  'opening_hours',
  'place',
  'professional_type',
  'profile_picture',
  'rating',
  'reliability',
  'specializations',
  'techniques',
  'time_zone',
];
const ownFields = [
  ...publicFields,
  'abn',
  'booking_horizon_days',
  'buffer_minutes',
  'business_name',
  'closed_on_holidays_of',
  'contact_phone',
  'email',
  'gst_registered',
  'min_notice_minutes',
  'slot_interval_minutes',
  'username',
].sort();
const input = {
  display_name: "  Wanjiru Ng'ang'a ",
  professional_type: 'hairdresser',
  location: ' Dandenong ',
  bio: 'Locs.',
  experience_years: 12,
  profile_picture: 'https://pictures.example/me.jpg',
  is_active: true,
  specializations: [5, 3],
};
const settings = {
  time_zone: 'Australia/Perth',
  slot_interval_minutes: 15,
  min_notice_minutes: 120,
  buffer_minutes: 10,
};

describe('profiles', () => {
  test('a professional reads and changes their own profile; others see only the public fields', async () => {
    const api = t.rest;
    const person = await t.make.professional();
    const changed = await api.call(person, 'professionals.updateMe', { ...input, ...settings });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        ...input,
        display_name: "Wanjiru Ng'ang'a",
        location: 'Dandenong',
        specializations: [
          { id: 3, name: 'Colorist for Textured Hair' },
          { id: 5, name: 'Loctician' },
        ],
        ...settings,
        id: person.professionalId,
        email: person.email,
      },
    });
    expect(Object.keys(changed.body as object).sort()).toEqual(ownFields);
    expect((await api.call(person, 'professionals.profile')).body).toEqual(changed.body);
    const seen = (await api.call(null, 'professionals.byId', { id: person.professionalId })).body as object;
    expect(Object.keys(seen).sort()).toEqual(publicFields);
    expect(changed.body).toMatchObject(seen);
  });

  test('how bookings are confirmed and cancelled: settings, public, and kept by an update without them', async () => {
    const api = t.rest;
    const person = await t.make.professional();
    const rules = {
      instant_confirmation: true,
      cancellation_cutoff_hours: 24,
      cancellation_policy: 'Half the price within a day.',
    };
    expect(await api.call(person, 'professionals.updateMe', { ...input, ...rules })).toMatchObject({ body: rules });
    expect(await api.call(person, 'professionals.updateMe', input)).toMatchObject({ status: 200, body: rules });
    expect((await api.call(null, 'professionals.byId', { id: person.professionalId })).body).toMatchObject(rules);
    for (const cancellation_policy of [null, '']) {
      const without = { ...rules, cancellation_policy: null };
      await api.call(person, 'professionals.updateMe', { ...input, ...rules });
      const answer = await api.call(person, 'professionals.updateMe', { ...input, cancellation_policy });
      expect(answer.body).toMatchObject(without);
    }
    for (const wrong of [
      { cancellation_cutoff_hours: 169 },
      { cancellation_cutoff_hours: -1 },
      { cancellation_cutoff_hours: 1.5 },
      { instant_confirmation: 'true' },
      { cancellation_policy: 'a'.repeat(1_001) },
    ])
      expect((await api.call(person, 'professionals.updateMe', { ...input, ...wrong })).status).toBe(422);
  });

  test('an update without settings and is_active keeps them; one without optional texts removes these', async () => {
    const api = t.rest;
    const person = await t.make.professional({ ...settings, is_active: false, bio: 'Old' });
    const { bio, is_active, profile_picture, ...rest } = input;
    const answer = await api.call(person, 'professionals.updateMe', { ...rest, specializations: [] });
    expect(answer).toMatchObject({
      status: 200,
      body: { ...settings, is_active: false, bio: null, profile_picture: null, specializations: [] },
    });
    for (const empty of ['', null]) {
      const { status, body } = await api.call(person, 'professionals.updateMe', {
        ...input,
        bio: empty,
        profile_picture: empty,
      });
      expect([status, body]).toMatchObject([200, { bio: null, profile_picture: null, is_active }]);
    }
  });

  test('an inactive professional is visible only to themselves and admins; an admin has no profile', async () => {
    const api = t.rest;
    const person = await t.make.professional({ is_active: false });
    const admin = await t.make.admin();
    const missing = { status: 404, body: { detail: 'Professional not found' } };
    for (const caller of [null, await t.make.client(), await t.make.professional()]) {
      expect(await api.call(caller, 'professionals.byId', { id: person.professionalId })).toMatchObject(missing);
    }
    for (const caller of [person, admin]) {
      expect((await api.call(caller, 'professionals.byId', { id: person.professionalId })).status).toBe(200);
    }
    expect(await api.call(admin, 'professionals.profile')).toMatchObject(missing);
    for (const id of ['x', '0', crypto.randomUUID(), '%00']) {
      expect(await api.call(null, 'professionals.byId', { id })).toMatchObject(missing);
    }
  });

  test.each(['Zoë', 'Ngọc', "O'Brien", 'Smith-Okafor', 'Adébáyọ̀', 'Dr. Amara', '田中', 'x'.repeat(100)])(
    'D3 %s is accepted as a name',
    async (display_name) => {
      const answer = await t.rest.call(await t.make.professional(), 'professionals.updateMe', {
        ...input,
        display_name,
      });
      expect(answer).toMatchObject({ status: 200, body: { display_name } });
    },
  );

  test('a location and an address of a picture at their bounds are accepted', async () => {
    const person = await t.make.professional();
    const bounds = { location: '💈', profile_picture: 'HTTPS://pictures.example/Me.jpg' };
    const { status, body } = await t.rest.call(person, 'professionals.updateMe', { ...input, ...bounds });
    const kept = { location: '💈', profile_picture: 'https://pictures.example/Me.jpg' };
    expect([status, body]).toMatchObject([200, kept]);
  });

  const bad: [string, Record<string, unknown>, string, string?][] = [
    ['no name', { display_name: undefined }, 'display_name', 'Display name is required'],
    ['a name of spaces', { display_name: '  ' }, 'display_name', 'Display name is required'],
    ['digits in a name', { display_name: 'Studio 54' }, 'display_name', 'Business name should not contain numbers'],
    ['a tag in a name', { display_name: '<b>Amara</b>' }, 'display_name', 'Business name should not contain numbers'],
    ['a long name', { display_name: 'x'.repeat(101) }, 'display_name'],
    ['another case of a type', { professional_type: 'Barber' }, 'professional_type'],
    ['a short location', { location: ' x ' }, 'location', 'Location is required'],
    ['a long location', { location: 'x'.repeat(201) }, 'location'],
    ['a long bio', { bio: 'x'.repeat(2001) }, 'bio'],
    ['NUL in a bio', { bio: 'x\u0000' }, 'bio'],
    ['50.5 years', { experience_years: 50.5 }, 'experience_years'],
    ['51 years', { experience_years: 51 }, 'experience_years'],
    ['-1 years', { experience_years: -1 }, 'experience_years'],
    ['years as text', { experience_years: '5' }, 'experience_years'],
    ['is_active as text', { is_active: 'false' }, 'is_active'],
    ['specialization 10', { specializations: [10] }, 'specializations'],
    ['specialization 0', { specializations: [0] }, 'specializations'],
    ['a specialization as text', { specializations: ['1'] }, 'specializations'],
    ['a specialization twice', { specializations: [1, 1] }, 'specializations'],
    [
      '1,000 specializations',
      { specializations: Array.from({ length: 1000 }, (_, index) => index) },
      'specializations',
    ],
    ['null for specializations', { specializations: null }, 'specializations'],
    ['no such zone', { time_zone: 'Australia/Atlantis' }, 'time_zone'],
    ['an offset for a zone', { time_zone: '+10:00' }, 'time_zone'],
    ['20 minutes of interval', { slot_interval_minutes: 20 }, 'slot_interval_minutes'],
    ['241 minutes of buffer', { buffer_minutes: 241 }, 'buffer_minutes'],
    ['half a minute of buffer', { buffer_minutes: 0.5 }, 'buffer_minutes'],
    ['43,201 minutes of notice', { min_notice_minutes: 43_201 }, 'min_notice_minutes'],
    ...[
      'javascript:alert(1)',
      'data:image/png;base64,AA==',
      'file:///etc/passwd',
      'ftp://pictures.example/x',
      'blob:https://pictures.example/x',
      '//pictures.example/x',
      'http://pictures.example/x',
      'https://user:pw@pictures.example/x',
      'http://169.254.169.254/',
      'https://169.254.169.254/',
      'https://[::1]/',
      'https://0x7f000001/',
      'https://2130706433/',
      'https://pictures.example/\r\nX:1',
      'https://pictures.example/x ',
      'https://рictures.example/x',
      'picture',
    ].map((url): [string, Record<string, unknown>, string, string] => [
      url,
      { profile_picture: url },
      'profile_picture',
      'Must be a valid URL',
    ]),
    [
      'a URL of 2,049 characters',
      { profile_picture: `https://pictures.example/${'x'.repeat(2024)}` },
      'profile_picture',
    ],
    ['a number for a URL', { profile_picture: 1 }, 'profile_picture'],
  ];
  test.each(bad)('D3 D12 %s is 422 at the field, and nothing is written', async (_what, wrong, field, message) => {
    const person = await t.make.professional({ specializations: [2] });
    const before = (await t.rest.call(person, 'professionals.profile')).body;
    const answer = await t.rest.call(person, 'professionals.updateMe', { ...input, ...wrong });
    expect(answer.status).toBe(422);
    const { detail } = answer.body as { detail: { loc: unknown[]; msg: string }[] };
    expect(new Set(detail.map((one) => one.loc.slice(0, 2).join('.')))).toEqual(new Set([`body.${field}`]));
    if (message) expect(detail[0]?.msg).toBe(message);
    expect((await t.rest.call(person, 'professionals.profile')).body).toEqual(before);
  });

  test('A4 unknown fields change nothing', async () => {
    const person = await t.make.professional();
    const other = await t.make.professional();
    const row = () => t.make.read('professionals', other.professionalId);
    const before = await row();
    const extra = {
      id: other.professionalId,
      user_id: other.userId,
      email: 'x@example.com',
      created_at: '2020-01-01',
      rating: 5,
    };
    const answer = await t.rest.call(person, 'professionals.updateMe', { ...input, ...extra });
    expect(answer).toMatchObject({ status: 200, body: { id: person.professionalId, email: person.email } });
    expect(await row()).toEqual(before);
    const own = await t.make.read('professionals', person.professionalId);
    expect(own.user_id).toBe(person.userId);
    expect(own.created_at.slice(0, 4)).not.toBe('2020');
  });
});

describe('browsing professionals', () => {
  const lists = ['professionals.list', 'professionals.bySpecializations', 'professionals.byLocation'] as const;
  let isla: ProfessionalPerson;
  /** Those of an app that asks the database, and those of one that searches in memory. */
  let apis: Api[];
  beforeAll(async () => {
    const inMemory = await t.at('0 seconds');
    await inMemory.deps.search.start();
    apis = [...t.apis, ...inMemory.apis];
    await t.make.professional({ display_name: 'Bo', location: 'Carlton, Hobart', specializations: [1, 5] });
    isla = await t.make.professional({
      display_name: 'isla',
      location: 'Fremantle, 100% Hobart',
      bio: 'Locs_only, boho',
      specializations: [5],
    });
    await t.make.professional({ display_name: 'Äsa', location: 'Glenorchy, Hobart', bio: 'Bobs.' });
    await t.make.professional({ display_name: 'Gone', location: 'Hobart', is_active: false, specializations: [1] });
    await t.make.service(isla.professionalId, { category: 'Braids' });
    await t.make.service(isla.professionalId, { category: 'Braids' });
    await t.make.service(isla.professionalId, { category: 'Color', is_active: false });
    await inMemory.deps.search.caughtUp();
  });
  const names = (body: unknown) =>
    (body as { results: { display_name: string }[] }).results.map((one) => one.display_name);

  test.each<[string, Record<string, unknown>, string[]]>([
    ['all of a location, by name as people sort', { location: 'hobart' }, ['Äsa', 'Bo', 'isla']],
    ['a percent sign is a percent sign', { location: '%' }, ['isla']],
    ['a location has no wildcards', { location: 'H_bart' }, []],
    ['an underscore is an underscore', { search: 's_o' }, ['isla']],
    ['a backslash finds nothing', { search: '\\' }, []],
    [
      'any of the specializations',
      { specialization_names: ['Loctician', 'Barber'], location: 'Hobart' },
      ['Bo', 'isla'],
    ],
    ['one specialization', { specialization_names: 'Barber' }, ['Bo']],
    ['an unknown specialization is empty', { specialization_names: ['Perms'] }, []],
    [
      'an empty specialization chooses nothing',
      { specialization_names: [''], location: 'Hobart' },
      ['Äsa', 'Bo', 'isla'],
    ],
    ['a category of an active service', { category: 'Protective Styles' }, ['isla']],
    ['not of an inactive one', { category: 'Color' }, []],
    ['an unknown category is empty', { category: 'Perms' }, []],
    [
      'all filters together',
      { search: 'fremantle', category: 'Braids', specialization_names: ['Loctician'], location: 'hobart' },
      ['isla'],
    ],
    ['the name first when searching', { search: 'bo', location: 'Hobart' }, ['Bo', 'Äsa', 'isla']],
    ['by name when asked', { search: 'bo', location: 'Hobart', sort: 'name' }, ['Äsa', 'Bo', 'isla']],
    ['inactive ones stay hidden', { search: 'Gone' }, []],
  ])('%s', async (_what, query, expected) => {
    for (const api of apis) {
      // Only a URL may give a list as text.
      const asked =
        api.name === 'tRPC' && typeof query.specialization_names === 'string'
          ? { specialization_names: [query.specialization_names] }
          : query;
      for (const list of lists) {
        const { body, status } = await api.call(null, list, asked);
        expect(status).toBe(200);
        expect(names(body)).toEqual(expected);
        expect(body).toMatchObject({ total: expected.length, skip: 0, limit: 20 });
      }
    }
    // Not even admins see inactive professionals in a list.
    expect(names((await t.rest.call(await t.make.admin(), 'professionals.list', query)).body)).toEqual(expected);
  });

  test('each result is the public object of the professional, with a picture, price and soonest time', async () => {
    const { body } = await t.rest.call(null, 'professionals.list', { search: 'isla' });
    const [result] = (body as { results: unknown[] }).results;
    const { body: own } = await t.rest.call(null, 'professionals.byId', { id: isla.professionalId });
    const {
      handle: _,
      books_open: ___,
      opening_hours,
      reliability: __,
      techniques,
      evidence,
      place,
      ...shown
    } = own as Record<string, unknown>;
    const { instant_confirmation, cancellation_cutoff_hours, cancellation_policy, cancellation_list, ...profile } =
      shown;
    const settings = [instant_confirmation, cancellation_cutoff_hours, cancellation_policy, cancellation_list];
    expect(settings).toEqual([false, 0, null, true]);
    expect([opening_hours, techniques, evidence, place]).toEqual([[], [], [], null]);
    expect(result).toEqual({ ...profile, price_from: 95, next_free: null, free_times: [], match: null, picture: null });
  });

  test('skip and limit cut the page, and total counts all results', async () => {
    for (const api of apis) {
      const { body } = await api.call(null, 'professionals.list', { location: 'Hobart', skip: 1, limit: 1 });
      expect(body).toMatchObject({ total: 3, skip: 1, limit: 1, results: [{ display_name: 'Bo' }] });
    }
    const all = (await t.rest.call(null, 'professionals.list')).body as { total: number };
    const behind = await t.rest.call(null, 'professionals.list', { skip: 9_000 });
    expect(behind.body).toEqual({ results: [], total: all.total, skip: 9_000, limit: 20 });
  });

  test('the facet of a filter counts professionals over the other filters', async () => {
    for (const api of apis) {
      const barbers = { specialization_names: ['Barber'], location: 'Hobart', facets: true };
      const { body } = await api.call(null, 'professionals.list', barbers);
      expect((body as { facets: unknown }).facets).toEqual({
        categories: [],
        specializations: [
          { id: 1, name: 'Barber', count: 1 },
          { id: 5, name: 'Loctician', count: 2 },
        ],
      });
      const other = await api.call(null, 'professionals.list', {
        category: 'Styling',
        location: 'Hobart',
        facets: true,
      });
      expect(other.body).toMatchObject({
        total: 0,
        facets: { categories: [{ name: 'Braids', count: 1 }], specializations: [] },
      });
    }
  });

  test.each([
    { limit: 0 },
    { limit: 101 },
    { limit: 1e9 },
    { skip: -1 },
    { skip: 10_001 },
    { skip: '100000000000000000000' },
    { search: 'x'.repeat(101) },
    { location: 'x'.repeat(10_000) },
    { specialization_names: Array.from({ length: 1000 }, () => 'Barber') },
    { facets: 'yes' },
    { sort: 'price' },
  ])('A5 D2 %j is 422', async (query) => {
    for (const list of lists) {
      const answer = await t.rest.call(null, list, query);
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', Object.keys(query)[0]] }] } });
    }
  });
});
