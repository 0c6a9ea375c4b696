import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { putPayTo, putRule } from '#server/features/deposits/settings-queries.ts';
import { useTestApp } from '#server/testing/app.ts';
import { tablesWith } from '#server/testing/canaries.ts';
import { type ClientPerson, type Person, type ProfessionalPerson, password, payTo } from '#server/testing/make.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import type { Quote } from '#shared/quotes.ts';
import type { Service } from '#shared/services.ts';
import type { Message, Thread } from '#shared/threads.ts';

const t = useTestApp({ MESSAGES_PER_HOUR: '0', BOOKINGS_PER_HOUR: '0' });
const nine = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;
const at = (minutes: number) => new Date(nine + minutes * MINUTE).toISOString();
const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
const refused = (status: number, detail: string) => ({ status, body: { detail } });
const unknown = refused(404, 'Quote not found');
const over = refused(409, 'This quote is no longer open.');
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

let amara: ProfessionalPerson;
let zuri: ClientPerson;
let braids: Service;
let thread: string;
const optionOf = (name: string) =>
  [...(braids.variants?.axes.flatMap(({ choices }) => choices) ?? []), ...braids.extras].find(
    (one) => one.name === name,
  )?.id ?? '';

beforeEach(async () => {
  amara = await t.make.professional({ slot_interval_minutes: 60, instant_confirmation: true });
  zuri = await t.make.client({ first_name: 'Zuri' });
  const cell = { price: 180, service_duration_minutes: 300 };
  const made = await call(amara, 'services.create', {
    name: 'Knotless braids',
    category: 'Braids',
    price: 180,
    service_duration_minutes: 300,
    processing_start_minutes: 60,
    processing_minutes: 60,
    deposit: 50,
    variants: {
      axes: [
        { kind: 'size', name: 'Size', choices: [{ name: 'small' }, { name: 'large' }] },
        { kind: 'length', name: 'Length', choices: [{ name: 'waist' }, { name: 'hip' }] },
      ],
      cells: [
        [null, cell],
        [cell, null],
      ],
    },
    extras: [
      { kind: 'takedown', name: 'take-down', price: 30, service_duration_minutes: 45 },
      { kind: 'wash', name: 'wash', price: 20, service_duration_minutes: 15 },
    ],
    prepare: [{ kind: 'do', text: 'Wash your hair', extra_index: 1 }],
  });
  braids = made.body as Service;
  await t.make.window(amara.professionalId, nine, nine + 12 * HOUR);
  const started = await call(zuri, 'threads.start', { professional_id: amara.professionalId, text: 'How much?' });
  thread = (started.body as { thread: Thread }).thread.id;
});

type Given = { key?: string } & Record<string, unknown>;
const send = ({ key, ...more }: Given = {}, as: Person = amara, id = thread) =>
  call(
    as,
    'threads.quote',
    { id, service_id: braids.id, price: 240, service_duration_minutes: 390, ...more },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const sent = async (given?: Given) => (await send(given)).body as Message & { quote: Quote };
const read = async (id: string, as: Person = zuri) => (await call(as, 'quotes.byId', { id })).body as Quote;
const book = (quote_id: string, given: object = {}, as: Person = zuri) =>
  call(as, 'bookings.create', { quote_id, start_time: at(0), ...given });
const messages = async (as: Person = zuri) => (await call(as, 'threads.messages', { id: thread })).body as Message[];

test('a quote is a message that answers a request, with what it offers beside its text', async () => {
  const option_ids = [optionOf('take-down'), optionOf('waist'), optionOf('small')];
  const key = randomUUID();
  const given = { key, option_ids, note: 'Because your hair is thick.\nHair is included.' };
  const answer = await send(given);
  const message = answer.body as Message & { quote: Quote };
  expect(answer).toMatchObject({
    status: 201,
    body: {
      from: 'professional',
      pictures: [],
      deleted: false,
      text: `Quote: Knotless braids, small, waist, take-down: $240.00, 6 h 30 min\n${given.note}`,
    },
  });
  const none = { axis: null, price: null, service_duration_minutes: null };
  expect(message.quote).toEqual({
    id: expect.any(String),
    thread_id: thread,
    professional: { id: amara.professionalId, display_name: 'Amara Okafor', time_zone: 'Australia/Melbourne' },
    service: { id: braids.id, name: 'Knotless braids' },
    options: [
      { ...none, id: optionOf('small'), kind: 'choice', axis: 'Size', name: 'small' },
      { ...none, id: optionOf('waist'), kind: 'choice', axis: 'Length', name: 'waist' },
      {
        id: optionOf('take-down'),
        kind: 'extra',
        axis: null,
        name: 'take-down',
        price: 30,
        service_duration_minutes: 45,
      },
    ],
    price: 240,
    service_duration_minutes: 390,
    note: given.note,
    status: 'open',
    expires_at: new Date(Date.parse(message.sent_at) + 168 * HOUR).toISOString(),
    booking_id: null,
  });
  expect((await send(given)).body).toEqual(message);
  for (const as of [zuri, amara]) {
    expect((await messages(as)).map(({ quote }) => quote)).toEqual([message.quote, null]);
    expect(await read(message.quote.id, as)).toEqual(message.quote);
  }
  expect((await call(zuri, 'threads.byId', { id: thread })).body).toMatchObject({ state: 'open', unread: 1 });
});

test('limits and states come first, then the service, its options, one choice of an axis at most', async () => {
  const cut = await t.make.service(amara.professionalId, { name: 'Cut' });
  const other = await t.make.service((await t.make.professional()).professionalId);
  const cases: [object, object][] = [
    [{ service_id: other }, refused(404, 'Service not found')],
    [{ option_ids: [cut] }, refused(404, 'Option not found')],
    [{ option_ids: [optionOf('small'), optionOf('large'), cut] }, refused(404, 'Option not found')],
    [
      { option_ids: [optionOf('small'), optionOf('large')] },
      { status: 422, body: { detail: [{ loc: ['body', 'option_ids'], msg: 'Choose Size for Knotless braids.' }] } },
    ],
    ...[{ price: 0 }, { price: 10_000.01 }, { price: 1.001 }, { service_duration_minutes: 4 }].map(
      (given): [object, object] => [
        given,
        { status: 422, body: { detail: [{ loc: ['body', Object.keys(given)[0]] }] } },
      ],
    ),
    [{ service_duration_minutes: 1_441 }, { status: 422 }],
    [{ note: 'x'.repeat(501) }, { status: 422 }],
    [{ price: 0.01, service_duration_minutes: 5, note: null, option_ids: null }, { status: 201 }],
  ];
  for (const [given, wanted] of cases) expect([given, await send({ ...given })]).toMatchObject([given, wanted]);
  await call(amara, 'services.update', { ...menuOf(braids), id: braids.id, is_active: false });
  expect((await send()).status).toBe(201);
  await call(zuri, 'threads.block', { id: thread });
  const blocked = refused(409, 'You cannot write in this conversation.');
  expect(await send({ service_id: other })).toMatchObject(blocked);
});

const menuOf = ({ name, category, price, service_duration_minutes }: Service) => ({
  name,
  category,
  price,
  service_duration_minutes,
  description: '',
});

test('its client books it at its price and length, once, and gets extras later', async () => {
  const { quote } = await sent({ option_ids: [optionOf('small'), optionOf('waist'), optionOf('take-down')] });
  await call(amara, 'services.update', { ...menuOf(braids), id: braids.id, is_active: false });
  const slots = (await call(zuri, 'availability.ofProfessional', { id: amara.professionalId, quote_id: quote.id }))
    .body as AvailabilityWithSlots[];
  expect(slots[0]?.available_slots[0]).toEqual({ start_time: at(0), end_time: at(390) });
  const window = await call(zuri, 'availability.slots', { id: slots[0]?.id ?? '', quote_id: quote.id });
  expect(window.body).toEqual(slots[0]);

  expect(await book(quote.id, { total_price: 180 })).toMatchObject({ status: 409 });
  expect(await book(quote.id, { deposit: 50 })).toMatchObject({ status: 409 });
  expect(await book(quote.id, { start_time: at(30) })).toMatchObject({ status: 409 });
  expect((await read(quote.id)).status).toBe('open');
  const booked = await book(quote.id, { total_price: 240, deposit: 0 });
  expect(booked).toMatchObject({
    status: 201,
    body: {
      status: 'confirmed',
      start_time: at(0),
      end_time: at(390),
      segments: [{ start_time: at(0), end_time: at(390) }],
      total_price: 240,
      services: [
        { id: braids.id, price: 240, service_duration_minutes: 390, options: quote.options, name: 'Knotless braids' },
      ],
      prepare: [{ text: 'Wash your hair', by: 'client' }],
      quote_id: quote.id,
    },
  });
  const { id } = booked.body as Booking;
  for (const as of [zuri, amara]) {
    expect(await read(quote.id, as)).toMatchObject({ status: 'booked', booking_id: id });
    expect((await call(as, 'bookings.byId', { id })).body).toMatchObject({ quote_id: quote.id });
  }
  const admin = await t.make.admin();
  expect((await call(admin, 'bookings.byId', { id })).body).toMatchObject({ quote_id: null });
  expect(await book(quote.id, { start_time: at(420) })).toMatchObject(over);
  expect(await call(amara, 'quotes.withdraw', { id: quote.id })).toMatchObject(refused(409, 'This quote was booked.'));
  const [message] = await messages();
  const ofMessage = { id: thread, message_id: message?.id };
  expect(await call(amara, 'threads.deleteMessage', ofMessage)).toMatchObject(refused(409, 'This quote was booked.'));

  const added = await call(zuri, 'bookings.addExtras', { id, option_ids: [optionOf('wash')] });
  expect(added).toMatchObject({ status: 200, body: { end_time: at(405), total_price: 260, quote_id: quote.id } });
  await call(zuri, 'bookings.change', { id, status: 'cancelled' });
  expect(await book(quote.id)).toMatchObject(over);
  expect(await findBroken(t.deps.db)).toEqual([]);
});

test('it is nobody else’s, of no other professional, and nothing stands beside it', async () => {
  const { quote } = await sent();
  const other = await t.make.professional();
  await t.make.window(other.professionalId, nine, nine + HOUR);
  const ofSlots = (as: Person | null, given: object) =>
    call(as, 'availability.ofProfessional', { id: amara.professionalId, quote_id: quote.id, ...given });
  const ofDeposit = (as: Person | null, given: object) => call(as, 'deposits.quote', { quote_id: quote.id, ...given });
  const stranger = await t.make.client();
  for (const as of [null, stranger, amara]) {
    expect(await ofSlots(as, {})).toMatchObject(unknown);
    expect(await ofDeposit(as, {})).toMatchObject(unknown);
  }
  expect(await book(quote.id, {}, stranger)).toMatchObject(unknown);
  expect(await call(stranger, 'quotes.byId', { id: quote.id })).toMatchObject(unknown);
  const elsewhere = { professional_id: other.professionalId };
  expect(await book(quote.id, elsewhere)).toMatchObject(unknown);
  expect(await ofDeposit(zuri, elsewhere)).toMatchObject(unknown);
  expect(await ofSlots(zuri, { id: other.professionalId })).toMatchObject(unknown);
  const fault = (from: string) => ({ status: 422, body: { detail: [{ loc: [from, 'quote_id'] }] } });
  for (const given of [{ service_ids: [braids.id] }, { option_ids: [optionOf('small')] }]) {
    expect(await book(quote.id, given)).toMatchObject(fault('body'));
    expect(await ofDeposit(zuri, given)).toMatchObject(fault('query'));
    expect(await ofSlots(zuri, given)).toMatchObject(fault('query'));
  }
  expect(await ofSlots(zuri, { booking_id: randomUUID() })).toMatchObject(fault('query'));
  const missing = await call(zuri, 'bookings.create', {});
  const locs = (missing.body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc[1]);
  expect(locs.sort()).toEqual(['professional_id', 'service_ids', 'start_time']);
  expect(await book(quote.id, { professional_id: amara.professionalId })).toMatchObject({ status: 201 });
});

test('the deposit is the service’s own, at most the price, else the percent of the price', async () => {
  await putRule(t.deps.db, amara.professionalId, { percent: 30, who: 'everyone' });
  await putPayTo(t.deps.db, amara.professionalId, payTo, null);
  const ask = async (id: string) => (await call(zuri, 'deposits.quote', { quote_id: id })).body;
  const { quote: dear } = await sent();
  expect(await ask(dear.id)).toMatchObject({ amount: 50, percent_of_total: 21, applies: true });
  const { quote: cheap } = await sent({ price: 40.5 });
  expect(await ask(cheap.id)).toMatchObject({ amount: 40.5, percent_of_total: 100 });
  expect(await call(zuri, 'deposits.quote', { quote_id: dear.id })).toMatchObject(over);
  await call(amara, 'services.update', { ...menuOf(braids), id: braids.id, deposit: null });
  expect(await ask(cheap.id)).toMatchObject({ amount: 12.15, percent_of_total: 30 });
  expect(await book(cheap.id, { deposit: 12.15 })).toMatchObject({
    status: 201,
    body: { status: 'pending', deposit: { amount: 12.15 } },
  });
});

test('it ends by being withdrawn, a newer one, its message’s or its service’s end, and the clock', async () => {
  const cut = await t.make.service(amara.professionalId, { name: 'Cut' });
  const withdraw = (id: string) => call(amara, 'quotes.withdraw', { id });
  const first = await sent();
  const { quote: ofCut } = await sent({ service_id: cut, price: 60, service_duration_minutes: 45 });
  const second = await sent({ note: 'Canary in the note' });
  expect(await read(first.quote.id)).toMatchObject({ status: 'withdrawn' });
  expect(await read(ofCut.id)).toMatchObject({ status: 'open' });
  expect(await book(first.quote.id)).toMatchObject(over);
  expect((await withdraw(first.quote.id)).status).toBe(204);
  await call(amara, 'threads.deleteMessage', { id: thread, message_id: second.id });
  expect(await read(second.quote.id)).toMatchObject({ status: 'withdrawn', note: null });
  expect((await messages())[0]).toMatchObject({ deleted: true, text: '', quote: null });
  const { quote: third } = await sent();
  expect(statuses([await withdraw(third.id), await withdraw(third.id)])).toEqual([204, 204]);
  expect(await book(third.id)).toMatchObject(over);
  await call(amara, 'services.delete', { id: cut });
  expect(await read(ofCut.id)).toMatchObject({ status: 'withdrawn' });
  const { quote: fourth } = await sent();
  await t.make.change('quotes', fourth.id, { expires_at: new Date().toISOString() });
  expect((await read(fourth.id)).status).toBe('expired');
  expect(await book(fourth.id)).toMatchObject(over);
  expect((await withdraw(fourth.id)).status).toBe(204);
  await sent();
  expect((await read(fourth.id)).status).toBe('expired');
});

test('an account’s end: a client’s ends what was open, a professional’s takes all of it', async () => {
  const cut = await t.make.service(amara.professionalId, { name: 'Cut', price: 60 });
  for (const one of [amara, zuri]) await t.make.password(one);
  const { quote } = await sent({ note: 'Zyqwortle' });
  const { id } = (await book(quote.id)).body as Booking;
  const { quote: open } = await sent({ service_id: cut, note: 'Zyqwortle' });
  for (const as of [zuri, amara]) {
    const { body } = await call(as, 'users.export');
    expect(body).toMatchObject({
      bookings: [{ id, quote_id: quote.id }],
      messages: [
        { quote: null },
        { quote: { id: quote.id, price: 240, status: 'booked', booking_id: id, note: 'Zyqwortle' } },
        { quote: { id: open.id, service: 'Cut', status: 'open', expires_at: open.expires_at } },
      ],
    });
  }
  const listener = new pg.Client(t.databaseUrl);
  const told: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => told.push(payload));
  await listener.connect();
  await listener.query('listen sockets');
  expect((await call(zuri, 'auth.deleteAccount', { password, confirm: true })).status).toBe(204);
  expect(await read(open.id, amara)).toMatchObject({ status: 'withdrawn' });
  await vi.waitFor(() => expect(told).toContain(`message ${amara.userId} ${thread}`));
  await listener.end();
  expect((await call(amara, 'auth.deleteAccount', { password, confirm: true })).status).toBe(204);
  await t.drain();
  expect(await tablesWith(t.deps, ['Zyqwortle'])).toEqual([]);
  expect(await findBroken(t.deps.db)).toEqual([]);
});

test('a booking, a withdrawal and a newer quote at once: exactly one wins', async () => {
  for (let run = 0; run < repetitions(150); run++) {
    const { quote } = await sent();
    const [one, two, withdrawn, newer] = await Promise.all([
      book(quote.id),
      book(quote.id, { start_time: at(420) }),
      call(amara, 'quotes.withdraw', { id: quote.id }),
      run % 2 === 0 ? send() : undefined,
    ]);
    const { status, booking_id } = await read(quote.id);
    const made = [one, two].filter((answer) => answer.status === 201);
    expect(statuses([one, two]).every((code) => code === 201 || code === 409)).toBe(true);
    expect(made).toHaveLength(status === 'booked' ? 1 : 0);
    expect(withdrawn.status).toBe(status === 'booked' ? 409 : 204);
    expect(newer?.status ?? 201).toBe(201);
    expect(made.map(({ body }) => (body as Booking).id)).toEqual(booking_id === null ? [] : [booking_id]);
    for (const { body } of made) await call(zuri, 'bookings.change', { id: (body as Booking).id, status: 'cancelled' });
  }
  expect(await findBroken(t.deps.db)).toEqual([]);
});
