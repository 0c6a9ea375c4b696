import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import type { ListedService, Service } from '#shared/services.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
const tomorrow = Math.ceil(Date.now() / DAY) * DAY + DAY;
const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);

const cell = (price: number, service_duration_minutes: number) => ({ price, service_duration_minutes });
const choices = (...names: string[]) => names.map((name) => ({ name }));
const knotless = {
  name: 'Knotless braids',
  category: 'Braids',
  price: 999,
  service_duration_minutes: 30,
  variants: {
    axes: [
      { kind: 'size', name: 'Size', choices: choices('Small', 'Medium') },
      {
        kind: 'length',
        name: 'Length',
        choices: [
          { name: 'Shoulder', landmark: 'shoulder' },
          { name: 'Waist', landmark: 'waist' },
        ],
      },
    ],
    cells: [
      [cell(240, 300), cell(300.5, 420)],
      [cell(180, 210), null],
    ],
  },
  extras: [
    { kind: 'takedown', name: 'Take-down', price: 60, service_duration_minutes: 60 },
    { kind: 'hair', name: 'Hair', price: 30, service_duration_minutes: 0 },
  ],
  prepare: [
    { kind: 'do', text: 'Take your old braids down', extra_index: 0 },
    { kind: 'bring', text: 'A photo of what you like' },
  ],
  hair: 'sold',
  min_length_cm: 5,
};

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let braids: Service;
let ids: Record<string, string>;
let cut: string;

const idsOf = ({ variants, extras }: Service) =>
  Object.fromEntries(
    [...(variants?.axes ?? []).flatMap((axis) => axis.choices), ...extras].map(({ name, id }) => [name, id]),
  );
const options = (...names: string[]) => names.map((name) => ids[name] ?? name);

beforeAll(async () => {
  amara = await t.make.professional();
  zoe = await t.make.client();
  cut = await t.make.service(amara.professionalId, { name: 'Cut', price: 50, service_duration_minutes: 30 });
  for (let n = 0; n < 20; n++)
    await t.make.window(amara.professionalId, tomorrow + n * DAY, tomorrow + n * DAY + 12 * HOUR);
  const made = await call(amara, 'services.create', knotless);
  expect(made.status).toBe(201);
  braids = made.body as Service;
  ids = idsOf(braids);
});

test('a service answers its grid, extras and preparation, and what is lowest and highest of it', async () => {
  const { axes, cells } = knotless.variants;
  expect(braids).toMatchObject({
    price: 180,
    service_duration_minutes: 210,
    price_max: 300.5,
    duration_max: 420,
    hair: 'sold',
    min_length_cm: 5,
    variants: { cells, axes },
    extras: knotless.extras,
    prepare: [
      { kind: 'do', text: 'Take your old braids down', extra_id: ids['Take-down'] },
      { kind: 'bring', text: 'A photo of what you like', extra_id: null },
    ],
  });
  // Ids are of version 7 (contract 2).
  for (const id of [...Object.values(ids), ...braids.prepare.map((one) => one.id)])
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(braids.variants?.axes[0]?.choices[0]).toEqual({
    id: ids.Small,
    name: 'Small',
    landmark: null,
    picture: null,
  });
  const rows = (await call(null, 'services.list', { search: 'knotless' })).body as { results: ListedService[] };
  const row = rows.results.find(({ id }) => id === braids.id);
  expect(row).toMatchObject({ has_variants: true, price: 180, price_max: 300.5, duration_max: 420 });
  for (const part of ['variants', 'extras', 'prepare']) expect(row).not.toHaveProperty(part);
  expect((await call(null, 'services.byId', { id: cut })).body).toMatchObject({
    variants: null,
    extras: [],
    prepare: [],
    hair: null,
    price_max: 50,
    duration_max: 30,
  });
});

test('what a part of the grid cannot be is refused where it stands', async () => {
  const [size, length] = knotless.variants.axes;
  const cases: [object, (string | number)[]][] = [
    [{ variants: { ...knotless.variants, axes: [] } }, ['variants', 'axes']],
    [
      { variants: { ...knotless.variants, axes: [size, { ...length, kind: 'size' }] } },
      ['variants', 'axes', 1, 'kind'],
    ],
    [
      { variants: { ...knotless.variants, axes: [size, { ...length, name: 'sízE' }] } },
      ['variants', 'axes', 1, 'name'],
    ],
    [{ variants: { ...knotless.variants, cells: [[cell(240, 300)]] } }, ['variants', 'cells']],
    [
      {
        variants: {
          ...knotless.variants,
          cells: [
            [cell(240, 300), null],
            [cell(180, 210), null],
          ],
        },
      },
      ['variants', 'cells'],
    ],
    [
      {
        variants: {
          ...knotless.variants,
          cells: [
            [cell(4, 300), null],
            [null, cell(180, 210)],
          ],
        },
      },
      ['variants', 'cells', 0, 0, 'price'],
    ],
    [
      { variants: { ...knotless.variants, axes: [{ ...size, choices: choices('Big', 'bíg ') }, length] } },
      ['variants', 'axes', 0, 'choices', 1, 'name'],
    ],
    [
      {
        variants: {
          ...knotless.variants,
          axes: [{ ...size, choices: [{ name: 'A', landmark: 'hip' }, { name: 'B' }] }, length],
        },
      },
      ['variants', 'axes', 0, 'choices', 0, 'landmark'],
    ],
    [{ extras: [{ ...knotless.extras[0], price: 10_001 }], hair: null }, ['extras', 0, 'price']],
    [{ extras: [] }, ['prepare', 0, 'extra_index']],
    [{ extras: [], prepare: [] }, ['hair']],
    [{ extras: [{ ...knotless.extras[1], id: ids.Hair }], prepare: [] }, ['extras', 0, 'id']],
    [{ deposit: 180.01 }, ['deposit']],
    [{ processing_start_minutes: 100, processing_minutes: 106 }, ['processing_minutes']],
    [{ price: 4 }, ['price']],
  ];
  for (const [changes, path] of cases) {
    const { status, body } = await call(amara, 'services.create', { ...knotless, ...changes });
    const [fault] = (body as { detail: { loc: unknown }[] }).detail;
    expect([status, fault?.loc]).toEqual([422, ['body', ...path]]);
  }
  const picture_id = await t.make.picture((await t.make.professional()).professionalId);
  const foreign = {
    ...knotless.variants,
    axes: [{ ...size, choices: [{ name: 'A', picture_id }, { name: 'B' }] }, length],
  };
  expect(await call(amara, 'services.create', { ...knotless, variants: foreign })).toMatchObject({
    status: 404,
    body: { detail: 'Picture not found' },
  });
});

test('ids stay over edits, pictures too, and what was kept counts until the variants go', async () => {
  const made = (await call(amara, 'services.create', { ...knotless, name: 'Twists' })).body as Service;
  const [size, length] = made.variants?.axes ?? [];
  const first = size?.choices[0];
  const picture_id = await t.make.picture(amara.professionalId);
  const put = (changes: object) =>
    call(amara, 'services.update', {
      id: made.id,
      name: 'Twists',
      category: 'Braids',
      price: 70,
      service_duration_minutes: 45,
      ...changes,
    });
  const grid = (given: object) => ({
    variants: {
      axes: [{ ...size, choices: [{ ...size?.choices[1] }, { ...first, ...given }, { name: 'Large' }] }, length],
      cells: [...(made.variants?.cells ?? []).toReversed(), [cell(90, 100), null]],
    },
  });
  const edited = await put(grid({ name: 'Very small', picture_id }));
  expect(edited).toMatchObject({ status: 200, body: { price: 90, service_duration_minutes: 100, price_max: 300.5 } });
  const choice = (edited.body as Service).variants?.axes[0]?.choices[1];
  expect(choice).toMatchObject({ id: first?.id, name: 'Very small', picture: { alt: 'Cornrows' } });
  expect(await put(grid({ name: 'Small' }))).toMatchObject({
    body: { variants: { axes: [{ choices: [{}, { name: 'Small', picture: { alt: 'Cornrows' } }, {}] }, {}] } },
  });
  expect(await put({ extras: [{ ...made.extras[1] }] })).toMatchObject({
    status: 200,
    body: { extras: [made.extras[1]], prepare: [{ extra_id: null }, { extra_id: null }], price: 90 },
  });
  for (const [changes, loc] of [
    [{ extras: [] }, ['body', 'hair']],
    [{ deposit: 90.5 }, ['body', 'deposit']],
    [{ processing_start_minutes: 50, processing_minutes: 46 }, ['body', 'processing_minutes']],
    [{ variants: { axes: [{ ...size, choices: [first, first] }], cells: [[cell(9, 90)], [cell(9, 90)]] } }, undefined],
  ] as const) {
    const refused = await put(changes);
    expect(refused.status).toBe(422);
    if (loc) expect(refused.body).toMatchObject({ detail: [{ loc }] });
  }
  expect(await put({ deposit: 90 })).toMatchObject({ status: 200, body: { deposit: 90, price: 90 } });
  expect(await put({ variants: null })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'deposit'] }] },
  });
  expect(await put({ variants: null, deposit: null, hair: null, extras: null })).toMatchObject({
    status: 200,
    body: { variants: null, extras: [], price: 70, price_max: 70, service_duration_minutes: 45, duration_max: 45 },
  });
  await call(amara, 'services.delete', { id: made.id });
});

test('each call for a visit refuses options in one order, and counts their length and price', async () => {
  const professional_id = amara.professionalId;
  const times = { start_time: iso(tomorrow + DAY) };
  const guest = { guest: { name: 'Nia', phone_number: '0400111222' } };
  const window = { start: iso(tomorrow), end: iso(tomorrow + DAY) };
  const doors: [ClientPerson | ProfessionalPerson, string, object, 'body' | 'query'][] = [
    [zoe, 'bookings.create', { professional_id, ...times }, 'body'],
    [zoe, 'availability.ofProfessional', { id: professional_id }, 'query'],
    [zoe, 'deposits.quote', { professional_id }, 'query'],
    [zoe, 'cancellationList.join', { professional_id, windows: [window] }, 'body'],
    [amara, 'bookings.writeIn', { ...times, ...guest }, 'body'],
    [amara, 'series.preview', { ...times, every_weeks: 1, count: 2 }, 'body'],
    [
      amara,
      'series.create',
      { every_weeks: 1, start_times: [times.start_time, iso(tomorrow + 8 * DAY)], ...guest },
      'body',
    ],
  ];
  await t.make.change('professionals', professional_id, { cancellation_list: true });
  for (const [who, door, given, from] of doors) {
    const ask = (service_ids: string[], option_ids?: unknown) =>
      call(who, door as Parameters<typeof call>[1], { ...given, service_ids, ...(option_ids ? { option_ids } : {}) });
    const name = 'Choose Size for Knotless braids.';
    const loc = [from, 'option_ids'];
    const both = [
      { loc, msg: name },
      { loc, msg: 'Choose Length for Knotless braids.' },
    ];
    const expected: [unknown, object][] = [
      [await ask([zoe.clientId], [cut]), { status: 404, body: { detail: 'Service not found' } }],
      [await ask([cut, braids.id], [cut]), { status: 404, body: { detail: 'Option not found' } }],
      [await ask([cut], options('Small')), { status: 404, body: { detail: 'Option not found' } }],
      [await ask([braids.id], ['Small']), { status: 422, body: { detail: [{ loc: [...loc, 0] }] } }],
      [await ask([braids.id], options('Small', 'Small')), { status: 422, body: { detail: [{ loc }] } }],
      [await ask([braids.id]), { status: 422, body: { detail: both } }],
      [await ask([braids.id], options('Small', 'Medium', 'Waist')), { status: 422, body: { detail: [both[0]] } }],
      [
        await ask([braids.id], options('Medium', 'Waist')),
        { status: 409, body: { detail: 'Knotless braids is not offered like that.' } },
      ],
    ];
    for (const [answer, wanted] of expected) expect([door, answer]).toMatchObject([door, wanted]);
  }
  const chosen = { service_ids: [cut, braids.id], option_ids: options('Take-down', 'Waist', 'Small') };
  const made = await call(zoe, 'bookings.create', { professional_id, ...times, ...chosen, total_price: 410.5 });
  const line = {
    id: braids.id,
    price: 360.5,
    service_duration_minutes: 480,
    options: [
      { id: ids.Small, kind: 'choice', axis: 'Size', name: 'Small', price: null, service_duration_minutes: null },
      { id: ids.Waist, kind: 'choice', axis: 'Length', name: 'Waist', price: null, service_duration_minutes: null },
      { id: ids['Take-down'], kind: 'extra', axis: null, name: 'Take-down', price: 60, service_duration_minutes: 60 },
    ],
  };
  const ends = { end_time: iso(tomorrow + DAY + 510 * MINUTE) };
  const prepare = [
    { by: 'professional', ready: false },
    { by: 'client', ready: false },
  ];
  expect(made).toMatchObject({ status: 201, body: { ...ends, services: [{ id: cut, options: [] }, line], prepare } });
  const { id } = made.body as Booking;
  expect((await call(zoe, 'bookings.byId', { id })).body).toEqual(made.body);
  const [row] = (await call(amara, 'bookings.ofProfessional', { id: professional_id })).body as Booking[];
  expect(row).toMatchObject({ ...ends, services: [{}, line] });
  expect(row).not.toHaveProperty('prepare');
  const slots = await call(null, 'availability.ofProfessional', {
    id: professional_id,
    ...chosen,
    from: iso(tomorrow),
    to: iso(tomorrow + DAY),
  });
  const [first] = slots.body as { available_slots: { start_time: string; end_time: string }[] }[];
  expect(first?.available_slots.at(-1)).toEqual({
    start_time: iso(tomorrow + 3.5 * HOUR),
    end_time: iso(tomorrow + 12 * HOUR),
  });
});

test('lists find a service by any of its prices and its shortest length', async () => {
  const found = async (query: object) => {
    const { body } = await call(null, 'services.list', { search: 'knotless', ...query });
    return (body as { results: ListedService[] }).results.some(({ id }) => id === braids.id);
  };
  expect(await found({ price_min: 240, price_max: 240 })).toBe(true);
  expect(await found({ price_min: 181, price_max: 239 })).toBe(false);
  expect(await found({ price_min: 300.5 })).toBe(true);
  expect(await found({ price_min: 301 })).toBe(false);
  expect(await found({ duration_max: 210 })).toBe(true);
  expect(await found({ duration_max: 209 })).toBe(false);
});
