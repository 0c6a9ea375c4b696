import { beforeEach, expect, test } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { useTestApp } from '#server/testing/app.ts';
import { type Person, type ProfessionalPerson, payTo } from '#server/testing/make.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';
import { putPayTo } from './settings-queries.ts';

const t = useTestApp();
const day = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;
const place = { kind: 'salon', address: '5 Sydney Road', access_note: null, public: false, facts: [] } as const;
const ivy = { name: 'Ivy Green', email: 'ivy@a.example' };

let amara: ProfessionalPerson;
let braids: string;

beforeEach(async () => {
  amara = await t.make.professional({ display_name: 'Amara Okafor', place });
  braids = await t.make.service(amara.professionalId, { name: 'Braids', price: 220 });
  await putPayTo(t.deps.db, amara.professionalId, payTo, null);
});

const writeIn = (more: object) =>
  t.rest.call(amara, 'bookings.writeIn', { start_time: iso(day), service_ids: [braids], guest: ivy, ...more });
const say = async (as: Person, word: 'paid' | 'received' | 'refunded', id: string) =>
  (await t.rest.call(as, `deposits.${word}`, { id })).body as Booking;
const mails = (guest = ivy) => t.inbox.to(guest.email);

test('a guest who is booked in by phone is mailed where to pay, and is confirmed once it was received', async () => {
  const { status, body } = await writeIn({ deposit: 50 });
  expect(status).toBe(201);
  const made = body as Booking;
  expect(made).toMatchObject({
    status: 'pending',
    deposit: { amount: 50, status: 'due', pay_to: payTo, asked_at: made.created_at },
  });
  expect(Date.parse(made.expires_at ?? '')).toBe(Date.parse(made.created_at) + DAY);
  expect((await t.rest.call(amara, 'bookings.byId', { id: made.id })).body).toEqual(made);
  expect((await writeIn({ guest: { name: 'Max' } })).status).toBe(409);
  await t.drain();
  expect(mails()).toHaveLength(1);
  const asked = mails()[0];
  for (const part of ['$50.00', payTo.value, payTo.name, made.deposit?.reference ?? '', 'Amara Okafor'])
    expect(asked?.text).toContain(part);
  expect(asked?.text).not.toMatch(/I have paid|\/booking|tell us/);
  expect(asked?.calendar).toBeUndefined();

  expect(await say(amara, 'received', made.id)).toMatchObject({ status: 'confirmed', deposit: { status: 'received' } });
  await t.drain();
  expect(mails()[1]).toMatchObject({
    calendar: expect.anything(),
    text: expect.stringContaining('$50.00 has arrived'),
  });
  await t.rest.call(amara, 'bookings.change', { id: made.id, status: 'cancelled' });
  await t.drain();
  expect(mails()[2]?.text).toContain('Tell Amara Okafor which account to refund.');
  expect(await say(amara, 'refunded', made.id)).toMatchObject({ deposit: { status: 'refunded' } });
  expect(await findBroken(t.deps.db)).toEqual([]);
});

test('a client pays as ever; unpaid it ends after 24 hours, as a booking and not a request', async () => {
  const zuri = await t.make.client({ first_name: 'Zuri' });
  await t.make.booking({ professionalId: amara.professionalId, clientId: zuri.clientId, start: day + 9 * HOUR });
  const known = { guest: undefined, client_id: zuri.clientId, deposit: 220 };
  const [first, second] = [await writeIn(known), await writeIn({ ...known, start_time: iso(day + 3 * HOUR) })];
  const { id } = first.body as Booking;
  expect(await say(zuri, 'paid', id)).toMatchObject({
    status: 'pending',
    deposit: { status: 'said_paid', pay_to: payTo },
  });
  const late = second.body as Booking;
  const later = await t.at('25 hours');
  await runDueTransitions(later.deps.db);
  await later.drain();
  expect((await t.rest.call(zuri, 'bookings.byId', { id: late.id })).body).toMatchObject({
    status: 'cancelled',
    deposit: { status: 'released' },
  });
  const texts = t.inbox.to(zuri.email).map(({ text }) => text);
  expect(texts.join('\n')).toContain("wasn't paid in time, so your booking with Amara Okafor was cancelled");
});

test('of a standing appointment the first visit waits, and the others are told as ever', async () => {
  const mia = { name: 'Mia', email: 'mia@a.example' };
  const start_times = [0, 1, 2].map((weeks) => iso(day + weeks * 7 * DAY));
  const plan = { service_ids: [braids], every_weeks: 1, start_times, guest: mia, deposit: 60 };
  const { status, body } = await t.rest.call(amara, 'series.create', plan);
  expect(status).toBe(201);
  expect((body as { bookings: Booking[] }).bookings).toMatchObject([
    { status: 'pending', deposit: { amount: 60, status: 'due' } },
    { status: 'confirmed', deposit: null },
    { status: 'confirmed', deposit: null },
  ]);
  await t.drain();
  expect(mails(mia)).toHaveLength(2);
  expect(mails(mia).filter(({ text }) => text.includes(payTo.value))).toHaveLength(1);

  // Moved meanwhile, the one that waits is in no calendar yet, and the others keep where they are.
  const { id, bookings } = body as { id: string; bookings: Booking[] };
  const move = { id, from: bookings[0]?.id, start_time: iso(day + 2 * HOUR) };
  expect((await t.rest.call(amara, 'series.move', move)).status).toBe(200);
  await t.drain();
  const moved = mails(mia).find(({ subject }) => subject.startsWith('Your bookings have new times'));
  expect(moved?.text).toContain('(once the deposit is there)');
  expect(moved?.text).toContain('5 Sydney Road');
  const events = moved?.calendar?.content.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1) ?? [];
  expect(events.map((one) => one.includes('LOCATION:5 Sydney Road'))).toEqual([true, true]);
  expect(events.join()).not.toContain(bookings[0]?.id);
  expect(await findBroken(t.deps.db)).toEqual([]);
});

test('what it refuses: nothing and too much, what has begun, and where nobody is paid', async () => {
  const bad = { status: 422, body: { detail: [{ loc: ['body', 'deposit'] }] } };
  for (const deposit of [0, -1, 1.001, '5', 220.01]) expect(await writeIn({ deposit })).toMatchObject(bad);
  expect(await writeIn({ deposit: 81, total_price: 80 })).toMatchObject(bad);
  const begun = iso(Math.floor(Date.now() / HOUR) * HOUR - HOUR);
  expect(await writeIn({ deposit: 5, start_time: begun })).toMatchObject(bad);
  await putPayTo(t.deps.db, amara.professionalId, null, null);
  expect(await writeIn({ deposit: 5 })).toMatchObject({
    status: 409,
    body: { detail: 'First say where deposits are paid.' },
  });
  expect((await writeIn({ deposit: null })).body).toMatchObject({ status: 'confirmed', deposit: null });
});
