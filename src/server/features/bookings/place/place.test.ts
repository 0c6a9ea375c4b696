import { describe, expect, test } from 'vitest';
import { startSession } from '#server/features/auth/sessions.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import { profileInput } from '#server/testing/make.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import type { Place } from '#shared/rules/place.ts';
import { iso } from '#shared/time.ts';
import { forgetOldVisitAddresses } from './change-visit-address.ts';

const t = useTestApp();
const canary = 'Zyqwortle';
const note = 'Quibblegate';
const phone = '0400999888';
const home: Place = {
  kind: 'home',
  address: `12 ${canary} Lane`,
  access_note: `${note}, ring twice`,
  public: false,
  facts: [],
};
const mobile: Place = { kind: 'mobile', address: null, access_note: null, public: false, facts: [] };
const secrets = new RegExp(`${canary}|${note}|${phone}`);

type Me = { token: string; email: string; userId: string };
const hour = Math.ceil(Date.now() / HOUR) * HOUR;

/** A professional of this place with a service and a day of hours, and a client. */
async function market(place: Place | null, more: { instant_confirmation?: boolean } = {}) {
  const amara = await t.make.professional({ place, contact_phone: phone, ...more });
  const zoe = await t.make.client();
  const service = await t.make.service(amara.professionalId);
  await t.make.window(amara.professionalId, hour + 2 * DAY, hour + 2 * DAY + 20 * HOUR);
  let booked = 0;
  const book = async (who: Me, given: object = {}, app: Pick<TestApp, 'rest'> = t) =>
    app.rest.call(who, 'bookings.create', {
      professional_id: amara.professionalId,
      service_ids: [service],
      start_time: iso(hour + 2 * DAY + 2 * HOUR * booked++),
      ...given,
    });
  return { amara, zoe, service, book };
}

const show = async (who: Me, id: string, app: TestApp = t) =>
  (await app.rest.call(await again(who, app), 'bookings.byId', { id })).body as Booking;
/** A session that has not expired by the app's clock. */
const again = (who: Me, app: TestApp) => (app === t ? who : startSession(app.deps.db, app.deps.config, who.userId));
/** What is due by this app's clock, and all that follows. */
async function pass(app: TestApp) {
  await runDueTransitions(app.deps.db);
  await app.drain();
}
const change = (who: Me, id: string, status: string) => t.rest.call(who, 'bookings.change', { id, status });
const mails = (who: Me) => t.inbox.to(who.email);
const textOf = (mail: unknown) => JSON.stringify(mail);
async function feedOf(who: Me, app: TestApp = t) {
  const { url } = (await app.rest.call(await again(who, app), 'calendar.createFeed')).body as { url: string };
  return (await app.app.inject({ url: new URL(url.replace('webcal', 'http')).pathname })).body;
}
const locationIn = (file: unknown) =>
  String(file)
    .replaceAll(/\r?\n /g, '')
    .split(/\r?\n/)
    .filter((line) => line.startsWith('LOCATION'));

test('S22: who knows where a home is, through all states of a booking: answers, mails, files, pushes and jobs', async () => {
  const { amara, zoe, book } = await market(home);
  const booking = (await book(zoe)).body as Booking;
  const { id } = booking;
  const place = { kind: 'home', address: home.address, access_note: home.access_note };
  expect(booking).toMatchObject({ status: 'pending', place: null, contact_phone: null, visit_address: null });
  expect(await show(amara, id)).toMatchObject({ place, contact_phone: null });
  await t.drain();
  expect(mails(zoe).map(textOf).join()).not.toMatch(secrets);
  expect(await feedOf(zoe)).not.toMatch(secrets);

  expect((await change(amara, id, 'confirmed')).status).toBe(200);
  await t.drain();
  expect(await show(zoe, id)).toMatchObject({ place, contact_phone: phone });
  const list = await t.rest.call(zoe, 'bookings.ofClient', { id: zoe.clientId });
  expect(list.body).toMatchObject([{ place, contact_phone: phone }]);
  const [admin, other] = [await t.make.admin(), await t.make.client()];
  expect(await show(admin, id)).toMatchObject({ place: null, contact_phone: null });
  const confirmed = mails(zoe).at(-1);
  for (const said of [canary, note, phone, 'google.com/maps']) expect(confirmed?.text).toContain(said);
  expect(locationIn(confirmed?.calendar?.content)).toEqual([`LOCATION:${home.address}`]);
  expect(confirmed?.calendar?.content).not.toContain(note);
  expect(locationIn(await feedOf(zoe))).toEqual([`LOCATION:${home.address}`]);

  // Nobody else is told, and nothing that waits or failed has it.
  const { url } = (await t.rest.call(other, 'calendar.createFeed')).body as { url: string };
  expect(url).not.toMatch(secrets);
  for (const table of ['outbox', 'deliveries', 'notifications', 'idempotency_keys', 'audit_entries'] as const)
    expect(JSON.stringify(await t.deps.db.selectFrom(table).selectAll().execute()), table).not.toMatch(secrets);
  const contacts = await t.rest.call(amara, 'contacts.list', {});
  expect(JSON.stringify(contacts.body)).not.toMatch(secrets);

  const later = await t.at(`${Math.ceil((Date.parse(booking.end_time) - Date.now()) / 1_000)} seconds`);
  await pass(later);
  expect(await show(zoe, id, later)).toMatchObject({ status: 'completed', place, contact_phone: phone });
  const muchLater = await t.at(`${33 * 24 + 2} hours`);
  expect(await show(zoe, id, muchLater)).toMatchObject({ status: 'completed', place: null, contact_phone: null });
  expect(await show(amara, id, muchLater)).toMatchObject({ place });
  expect(await feedOf(zoe, muchLater)).not.toMatch(secrets);
});

test('after a cancellation no page and no feed has it, and the file of the cancellation says the suburb', async () => {
  const { amara, zoe, book } = await market(home);
  const { id } = (await book(zoe)).body as Booking;
  await change(amara, id, 'confirmed');
  await t.drain();
  await change(amara, id, 'cancelled');
  await t.drain();
  expect(await show(zoe, id)).toMatchObject({ place: null, contact_phone: null });
  const cancelled = mails(zoe).at(-1);
  expect(cancelled?.calendar?.method).toBe('CANCEL');
  expect(textOf(cancelled)).not.toMatch(secrets);
  expect(await feedOf(zoe)).not.toMatch(secrets);
});

test('a public address is told while a booking is pending, without the note', async () => {
  const { zoe, book } = await market({ ...home, kind: 'salon', public: true });
  expect((await book(zoe)).body).toMatchObject({
    place: { kind: 'salon', address: home.address, access_note: null },
    contact_phone: null,
  });
});

test('a home confirms at once only whoever has been there', async () => {
  const { amara, zoe, book } = await market(home, { instant_confirmation: true });
  expect((await book(zoe)).body).toMatchObject({ status: 'pending', place: null });
  const of = { professionalId: amara.professionalId, clientId: zoe.clientId };
  await t.make.booking({ ...of, status: 'completed', start: hour - 5 * DAY });
  expect((await book(zoe)).body).toMatchObject({ status: 'confirmed', place: { address: home.address } });
});

describe('a changed address', () => {
  const move = (who: Me, address: string | null, app: Pick<TestApp, 'rest'> = t) =>
    app.rest.call(who, 'professionals.updateMe', {
      ...profileInput,
      place: address === null ? null : { ...home, address },
    });

  test('is told once for all visits, minutes after the last change, with the next SEQUENCE; not to those who know', async () => {
    const { amara, zoe, book } = await market(home);
    const made = [(await book(zoe)).body as Booking, (await book(zoe)).body as Booking];
    for (const { id } of made) await change(amara, id, 'confirmed');
    await t.drain();
    const before = mails(zoe).length;
    await move(amara, `1 First${canary} Street`);
    await move(amara, `2 Second${canary} Street`);
    // Whoever is confirmed meanwhile is told the new one then.
    const late = await t.make.client();
    const { id } = (await book(late)).body as Booking;
    await change(amara, id, 'confirmed');
    await t.drain();
    const after = await t.at('4 minutes 30 seconds');
    await pass(after);
    expect(mails(zoe)).toHaveLength(before);
    const due = await t.at('5 minutes 30 seconds');
    await pass(due);
    const [told, ...more] = mails(zoe).slice(before);
    expect(more).toEqual([]);
    expect(told?.text).toContain(`2 Second${canary} Street`);
    expect(textOf(told)).not.toContain('1 First');
    const file = String(told?.calendar?.content).replaceAll('\r', '');
    expect(file.match(/^UID:.*$/gm)).toHaveLength(2);
    expect(file.match(/^SEQUENCE:.*$/gm)).toEqual(['SEQUENCE:2', 'SEQUENCE:2']);
    expect((await feedOf(zoe)).replaceAll('\r', '').match(/^SEQUENCE:.*$/gm)).toEqual(['SEQUENCE:2', 'SEQUENCE:2']);
    expect(mails(late).filter(({ subject }) => subject.startsWith('New address'))).toEqual([]);
    expect(JSON.stringify(await t.deps.db.selectFrom('deliveries').selectAll().execute())).not.toContain(canary);

    // There and back again within minutes is no news.
    await move(amara, `3 Third${canary} Street`);
    await move(amara, `2 Second${canary} Street`);
    const end = await t.at('12 minutes');
    await pass(end);
    expect(mails(zoe)).toHaveLength(before + 1);
  });

  test('is not mailed to whoever wants no mails about bookings, and reaches a guest beside the walk-in mails', async () => {
    const { amara, zoe, service, book } = await market(home);
    const { id } = (await book(zoe)).body as Booking;
    await change(amara, id, 'confirmed');
    const guest = { name: 'Kim', email: `kim-${Date.now()}@example.com` };
    const start_time = iso(hour + 9 * DAY);
    const wish = { service_ids: [service], start_time, guest };
    expect((await t.rest.call(amara, 'bookings.writeIn', wish)).status).toBe(201);
    await t.drain();
    const written = t.inbox.to(guest.email).at(-1);
    expect(written?.text).toContain(phone);
    expect(written?.text).toContain(home.address);
    const quiet = { mail: { booking: false, reminder: true }, in_app: { booking: true, reminder: true } };
    await t.rest.call(zoe, 'users.updatePreferences', quiet);
    const [before, walkIns] = [mails(zoe).length, await t.deps.db.selectFrom('walk_in_mails').selectAll().execute()];
    await move(amara, `4 Fourth${canary} Street`);
    await pass(await t.at('6 minutes'));
    expect(mails(zoe)).toHaveLength(before);
    expect(t.inbox.to(guest.email).at(-1)?.text).toContain(`4 Fourth${canary} Street`);
    expect(await t.deps.db.selectFrom('walk_in_mails').selectAll().execute()).toEqual(walkIns);
  });
});

describe('somebody mobile', () => {
  const address = `9 ${canary} Road`;

  test('needs an address of clients, after the 404s, which both sides have and nobody else', async () => {
    const { amara, zoe, book } = await market(mobile);
    expect(await book(zoe)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'visit_address'] }] } });
    const unknown = '01890000-0000-7000-8000-000000000000';
    expect((await book(zoe, { service_ids: [unknown] })).status).toBe(404);
    expect((await book(zoe, { visit_address: ' 1 A ' })).status).toBe(422);
    const booking = (await book(zoe, { visit_address: ` ${address} ` })).body as Booking;
    const { id } = booking;
    expect(booking).toMatchObject({ visit_address: address, place: null });
    expect(await show(amara, id)).toMatchObject({ visit_address: address, place: { kind: 'mobile', address: null } });
    expect(await show(await t.make.admin(), id)).toMatchObject({ visit_address: null });
    await t.drain();
    expect(mails(amara).at(-1)?.text).toContain(address);
    expect(await feedOf(amara)).not.toContain(canary);
    await change(amara, id, 'confirmed');
    await t.drain();
    for (const who of [amara, zoe]) expect(locationIn(await feedOf(who))).toEqual([`LOCATION:${address}`]);
    expect(locationIn(mails(zoe).at(-1)?.calendar?.content)).toEqual([`LOCATION:${address}`]);
    for (const table of ['outbox', 'deliveries', 'notifications'] as const)
      expect(JSON.stringify(await t.deps.db.selectFrom(table).selectAll().execute()), table).not.toContain(canary);
  });

  test('elsewhere it is ignored', async () => {
    const { zoe, book } = await market(home);
    expect((await book(zoe, { visit_address: address })).body).toMatchObject({ visit_address: null });
  });

  test('another address raises SEQUENCE once confirmed, and the other side is told; not once it has begun', async () => {
    const { amara, zoe, book } = await market(mobile);
    const { id } = (await book(zoe, { visit_address: address })).body as Booking;
    const put = (who: Me, visit_address: string | null, app: Pick<TestApp, 'rest'> = t) =>
      app.rest.call(who, 'bookings.changeVisitAddress', { id, visit_address });
    const sequence = async () => (await t.make.read('bookings', id)).sequence;
    expect(await put(zoe, `8 ${canary} Road`)).toMatchObject({
      status: 200,
      body: { visit_address: `8 ${canary} Road` },
    });
    expect(await sequence()).toBe(0);
    await change(amara, id, 'confirmed');
    await t.drain();
    expect((await put(zoe, null)).status).toBe(422);
    expect((await put(amara, address)).status).toBe(403);
    expect((await put(zoe, address)).status).toBe(200);
    expect((await put(zoe, address)).status).toBe(200);
    expect(await sequence()).toBe(1);
    const before = mails(amara).length;
    await t.drain();
    expect(mails(amara)).toHaveLength(before + 1);
    expect(mails(amara).at(-1)?.text).toContain(address);
    const { body } = await t.rest.call(amara, 'notifications.mine');
    expect(JSON.stringify(body)).toContain('changed the address');
    expect(JSON.stringify(body)).not.toContain(canary);
    expect((await put(zoe, `8 ${canary} Road`, await t.at('49 hours'))).status).toBe(409);
  });

  test('it is shown for 30 days after the end, and deleted a day later; at once with its client', async () => {
    const { amara, zoe, book } = await market(mobile);
    const { id } = (await book(zoe, { visit_address: address })).body as Booking;
    await change(amara, id, 'cancelled');
    const stored = async () => (await t.make.read('bookings', id)).visit_address;
    expect(await show(zoe, id, await t.at('719 hours'))).toMatchObject({ visit_address: address });
    const later = await t.at('721 hours');
    expect(await show(zoe, id, later)).toMatchObject({ visit_address: null });
    await forgetOldVisitAddresses(later.deps.db, 100);
    expect(await stored()).toBe(address);
    await forgetOldVisitAddresses((await t.at('745 hours')).deps.db, 100);
    expect(await stored()).toBeNull();
  });
});
