import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import type { Service } from '#shared/services.ts';

const t = useTestApp();
const nine = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;
const at = (minutes: number) => new Date(nine + minutes * MINUTE).toISOString();
const span = (from: number, to: number) => ({ start_time: at(from), end_time: at(to) });
const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let colour: Service;
let cut: string;
let booked: Booking;
const idOf = (name: string) => colour.extras.find((one) => one.name === name)?.id ?? '';
const add = (who: ClientPerson | ProfessionalPerson, given: object, id = booked.id) =>
  call(who, 'bookings.addExtras', { id, ...given });

beforeEach(async () => {
  amara = await t.make.professional({ slot_interval_minutes: 15, buffer_minutes: 15 });
  zoe = await t.make.client();
  const made = await call(amara, 'services.create', {
    name: 'Colour',
    category: 'Color',
    price: 100,
    service_duration_minutes: 105,
    processing_start_minutes: 45,
    processing_minutes: 30,
    extras: [
      { kind: 'wash', name: 'Wash', price: 20.5, service_duration_minutes: 15 },
      { kind: 'treatment', name: 'Treatment', price: 30, service_duration_minutes: 60 },
    ],
    prepare: [
      { kind: 'do', text: 'Wash your hair', extra_index: 0 },
      { kind: 'bring', text: 'A picture' },
    ],
  });
  colour = made.body as Service;
  cut = await t.make.service(amara.professionalId, { name: 'Cut', price: 50, service_duration_minutes: 30 });
  await t.make.window(amara.professionalId, nine, nine + 4 * HOUR);
  const { body } = await call(zoe, 'bookings.create', {
    professional_id: amara.professionalId,
    service_ids: [colour.id, cut],
    start_time: at(0),
  });
  booked = body as Booking;
  expect(booked).toMatchObject({ ...span(0, 135), segments: [span(0, 45), span(75, 135)], total_price: 150 });
});

test('an extra lengthens its line at its end, once, however often it is added at once', async () => {
  const answers = await Promise.all([1, 2].map(() => add(zoe, { option_ids: [idOf('Wash')], total_price: 170.5 })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({ detail: 'Wash is booked already.' });
  const { body } = await call(zoe, 'bookings.byId', { id: booked.id });
  expect(body).toMatchObject({
    ...span(0, 150),
    segments: [span(0, 45), span(75, 150)],
    status: 'pending',
    expires_at: booked.expires_at,
    total_price: 170.5,
    services: [
      { price: 120.5, service_duration_minutes: 120, options: [{ kind: 'extra', name: 'Wash', price: 20.5 }] },
      { price: 50, service_duration_minutes: 30, options: [] },
    ],
    prepare: [{ by: 'professional' }, { by: 'client' }],
  });
  const row = await t.deps.db.selectFrom('bookings').select(['sequence', 'version']).where('id', '=', booked.id);
  expect(await row.executeTakeFirstOrThrow()).toEqual({ sequence: 1, version: 1 });
  await t.drain();
  const news = t.deps.db.selectFrom('notifications').select('message').where('user_id', '=', amara.userId);
  const messages = (await news.execute()).map(({ message }) => message);
  expect(messages.filter((one) => /added to their booking: Colour, Wash and Cut/.test(one))).toHaveLength(1);
});

test('what is unknown, too dear, or has no room changes nothing', async () => {
  const before = (await call(zoe, 'bookings.byId', { id: booked.id })).body;
  const late = await call(amara, 'bookings.writeIn', {
    service_ids: [cut],
    start_time: at(165),
    guest: { name: 'Nia' },
  });
  expect(late.status).toBe(201);
  const both = [idOf('Wash'), idOf('Treatment')];
  const noRoom = { status: 409, body: { detail: 'There is no room for that at this time.' } };
  const cases: [ClientPerson | ProfessionalPerson, object, object][] = [
    [zoe, {}, { status: 422 }],
    [zoe, { option_ids: [cut] }, { status: 404, body: { detail: 'Option not found' } }],
    [zoe, { option_ids: [idOf('Wash')], total_price: 170 }, { status: 409 }],
    [zoe, { option_ids: both }, noRoom],
    [amara, { option_ids: [idOf('Treatment')] }, noRoom],
    [await t.make.client(), { option_ids: both }, { status: 404, body: { detail: 'Booking not found' } }],
    [await t.make.professional(), { option_ids: both }, { status: 404 }],
    [amara, { service_ids: [zoe.clientId] }, { status: 404, body: { detail: 'Service not found' } }],
    [amara, { service_ids: [cut] }, { status: 409, body: { detail: 'Cut is booked already.' } }],
  ];
  for (const [who, given, wanted] of cases) expect(await add(who, given)).toMatchObject(wanted);
  expect((await call(zoe, 'bookings.byId', { id: booked.id })).body).toEqual(before);
  // With the buffer before the next one a client has room until 150 alone.
  expect(await add(zoe, { option_ids: [idOf('Wash')] })).toMatchObject({ status: 200, body: span(0, 150) });
});

test('a professional adds a service with its extras beyond the windows, and its client gets the file', async () => {
  await call(amara, 'bookings.change', { id: booked.id, status: 'confirmed' });
  const perm = (
    await call(amara, 'services.create', {
      name: 'Perm',
      category: 'Styling',
      price: 80,
      service_duration_minutes: 100,
      processing_start_minutes: 30,
      processing_minutes: 20,
      extras: [{ kind: 'other', name: 'Rollers', price: 5, service_duration_minutes: 10 }],
    })
  ).body as Service;
  const given = { service_ids: [perm.id], option_ids: [perm.extras[0]?.id, idOf('Wash')], total_price: 255.5 };
  expect(await add(amara, given)).toMatchObject({
    status: 200,
    body: {
      ...span(0, 260),
      segments: [span(0, 45), span(75, 180), span(200, 260)],
      status: 'confirmed',
      total_price: 255.5,
      services: [{ id: colour.id }, { id: cut }, { id: perm.id, price: 85, service_duration_minutes: 110 }],
    },
  });
  await t.drain();
  const { rows } = await t.deps.pool.query(
    `select payload ->> 'sequence' as sequence from deliveries where payload ->> 'about' = 'extended'
      and payload ->> 'booking_id' = $1`,
    [booked.id],
  );
  expect(rows).toEqual([{ sequence: '1' }]);
});

test('a client ticks what is ready, of what is theirs to do', async () => {
  const [wash, picture] = booked.prepare ?? [];
  const tick = (ready: unknown, who = zoe) => call(who, 'bookings.getReady', { id: booked.id, ready });
  expect(await tick([wash?.id, picture?.id])).toMatchObject({
    status: 200,
    body: { prepare: [{ ready: true, by: 'client' }, { ready: true }] },
  });
  const loc = ['body', 'ready'];
  for (const wrong of [[cut], [wash?.id, wash?.id]])
    expect(await tick(wrong)).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
  expect((await tick([], await t.make.client())).status).toBe(404);
  await add(zoe, { option_ids: [idOf('Wash')] });
  expect((await call(zoe, 'bookings.byId', { id: booked.id })).body).toMatchObject({
    prepare: [{ by: 'professional', ready: false }, { ready: true }],
  });
  expect((await call(amara, 'bookings.byId', { id: booked.id })).body).toMatchObject({
    prepare: [{}, { ready: true }],
  });
  await call(zoe, 'bookings.change', { id: booked.id, status: 'cancelled' });
  expect((await tick([])).status).toBe(409);
});
