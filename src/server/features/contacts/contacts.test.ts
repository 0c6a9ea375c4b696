import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import type { Contact } from '#shared/contacts.ts';
import { claimBookings } from './queries.ts';

const t = useTestApp();
const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
let amara: ProfessionalPerson;
let tariq: ProfessionalPerson;
let zoe: ClientPerson;
let cut: string;
let hours = 0;

beforeAll(async () => {
  [amara, tariq, zoe] = await Promise.all([t.make.professional(), t.make.professional(), t.make.client()]);
  cut = await t.make.service(amara.professionalId);
});

async function writeIn(who: object): Promise<Booking> {
  const start_time = new Date(Math.ceil(Date.now() / HOUR) * HOUR + DAY + 2 * HOUR * hours++).toISOString();
  const { status, body } = await call(amara, 'bookings.writeIn', { start_time, service_ids: [cut], ...who });
  expect(status).toBe(201);
  return body as Booking;
}

const ofContact = (person: { token: string }, id: string, contact_id: string) =>
  call(person, 'bookings.ofProfessional', { id, contact_id });

test('a guest is added without a booking, found, changed, written in and forgotten like any other', async () => {
  const guest = { name: 'Ruth Amsel', phone_number: '0412345678', email: 'Ruth@a.example', notes: 'Likes it short' };
  const { status, body } = await call(amara, 'contacts.create', guest);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...guest, email: 'ruth@a.example', client_id: null, visits: 0, total_spent: 0 });
  const { id } = body as Contact;
  expect((await call(amara, 'contacts.list', { search: 'ruth' })).body).toEqual([body]);
  expect((await call(amara, 'contacts.byId', { id })).body).toEqual(body);
  expect((await call(tariq, 'contacts.byId', { id })).status).toBe(404);
  expect(await call(amara, 'contacts.create', { name: 'R. Amsel', email: 'RUTH@a.example' })).toMatchObject({
    status: 409,
    body: { detail: 'You have this person already.' },
  });
  // Another professional's own, and anybody without an address, are no trouble.
  expect((await call(tariq, 'contacts.create', guest)).status).toBe(201);
  for (const name of ['Ruth Amsel', 'Kim'])
    expect((await call(amara, 'contacts.create', { name })).body).toMatchObject({ email: null, notes: null });
  expect((await call(amara, 'contacts.create', { name: 'R2' })).status).toBe(422);
  expect((await call(amara, 'contacts.update', { id, notes: null })).body).toMatchObject({ notes: null });
  expect(await writeIn({ contact_id: id })).toMatchObject({ contact_id: id, guest: { name: 'Ruth Amsel' } });
  const { id: gone } = (await call(amara, 'contacts.create', { name: 'Passing', email: 'p@a.example' }))
    .body as Contact;
  expect((await call(amara, 'contacts.delete', { id: gone })).status).toBe(204);
  expect((await call(amara, 'contacts.byId', { id: gone })).status).toBe(404);
  expect((await call(amara, 'contacts.create', { name: 'Passing', email: 'p@a.example' })).status).toBe(201);
});

test("the bookings of one person, latest first: a client's own, not those of a guest with their address; a foreign one 404", async () => {
  const admin = await t.make.admin();
  const [first, other] = [await writeIn({ guest: { name: 'Ada' } }), await writeIn({ guest: { name: 'Ben' } })];
  const later = await writeIn({ contact_id: first.contact_id });
  const contact = first.contact_id ?? '';
  for (const person of [amara, admin]) {
    const { body, headers } = await ofContact(person, amara.professionalId, contact);
    expect((body as Booking[]).map(({ id }) => id)).toEqual([later.id, first.id]);
    expect(headers['x-total-count']).toBe('2');
  }
  const cancelled = { id: amara.professionalId, contact_id: contact, status: 'cancelled' };
  expect((await call(amara, 'bookings.ofProfessional', cancelled)).body).toEqual([]);
  await t.make.booking({
    professionalId: amara.professionalId,
    clientId: zoe.clientId,
    start: Math.ceil(Date.now() / HOUR) * HOUR + 9 * DAY,
  });
  await t.make.change('bookings', other.id, { client_id: zoe.clientId });
  const own = (await ofContact(amara, amara.professionalId, zoe.clientId)).body as Booking[];
  expect(own.map(({ client }) => client?.id)).toEqual([zoe.clientId]);
  for (const unknown of [contact, zoe.clientId])
    expect((await ofContact(tariq, tariq.professionalId, unknown)).status).toBe(404);
  expect((await ofContact(admin, tariq.professionalId, contact)).status).toBe(404);
  expect((await ofContact(tariq, amara.professionalId, contact)).status).toBe(403);
});

test('sorted by what they spent and by visits, most first, then by name', async () => {
  const nia = await t.make.professional();
  const visits = { Bea: [9_000], Ann: [2_000, 3_000], Cat: [5_000], Dan: [] };
  for (const [first_name, prices] of Object.entries(visits)) {
    const { clientId } = await t.make.client({ first_name, last_name: 'X' });
    if (prices.length === 0) await t.make.booking({ professionalId: nia.professionalId, clientId });
    for (const price_cents of prices)
      await t.make.booking({
        professionalId: nia.professionalId,
        clientId,
        serviceIds: [await t.make.service(nia.professionalId, { price: price_cents / 100 })],
        start: Math.floor(Date.now() / HOUR) * HOUR - 9 * HOUR * ++hours,
        status: 'completed',
      });
  }
  const sorted = async (sort: string) =>
    ((await call(nia, 'contacts.list', { sort })).body as Contact[]).map(({ name }) => name.split(' ')[0]);
  expect(await sorted('spent')).toEqual(['Bea', 'Ann', 'Cat', 'Dan']);
  expect(await sorted('visits')).toEqual(['Ann', 'Bea', 'Cat', 'Dan']);
  expect((await call(nia, 'contacts.list', { sort: 'age' })).status).toBe(422);
});

test('who is blocked books nothing, waits for nothing and asks for no other time; nobody is told, and visits stay', async () => {
  const client = await t.make.client();
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 40 * DAY;
  const asked = { professional_id: amara.professionalId, service_ids: [cut] };
  const { bookingId: id } = await t.make.booking({ ...amara, clientId: client.clientId, start, status: 'confirmed' });
  const windows = [{ start: new Date(start).toISOString(), end: new Date(start + 4 * HOUR).toISOString() }];
  const waits = () => call(client, 'cancellationList.join', { ...asked, windows });
  const { status, body } = await waits();
  expect([status, body]).toMatchObject([201, { status: 'waiting' }]);
  const block = (blocked: boolean) => call(amara, 'contacts.update', { id: client.clientId, blocked });
  expect((await block(true)).body).toMatchObject({ blocked: true, notes: null });
  expect((await call(client, 'cancellationList.mine', {})).body).toMatchObject([{ status: 'ended' }]);
  const later = new Date(start + DAY).toISOString();
  const name = (await call(amara, 'professionals.profile')).body as { display_name: string };
  const refused = {
    status: 409,
    body: { detail: expect.stringMatching(`Please contact .*${name.display_name}.* to book.`) },
  };
  await t.make.window(amara.professionalId, start + DAY - HOUR, start + DAY + 4 * HOUR);
  expect(await call(client, 'bookings.create', { ...asked, start_time: later, notes: null })).toMatchObject(refused);
  expect(await call(client, 'reschedules.ask', { id, start_time: later, message: null })).toMatchObject(refused);
  expect(await waits()).toMatchObject(refused);
  expect((await call(client, 'notifications.mine')).body).toEqual([]);
  await writeIn({ contact_id: client.clientId });
  await block(false);
  expect((await call(client, 'bookings.create', { ...asked, start_time: later, notes: null })).status).toBe(201);
});

test('a guest who is the same person as another contact becomes one with them', async () => {
  const add = async (guest: Record<string, unknown>) =>
    ((await call(amara, 'contacts.create', guest)).body as Contact).id;
  const merge = (id: string, into: string, person = amara) => call(person, 'contacts.merge', { id, into });
  const [ivy, twin] = await Promise.all([
    add({ name: 'Ivy Green', notes: 'Formula 6N' }),
    add({ name: 'Ivy', phone_number: '0412345678', email: 'ivy@a.example', notes: 'Likes tea' }),
  ]);
  const { id: booked } = await writeIn({ contact_id: twin });
  await call(amara, 'contacts.update', { id: twin, blocked: true });
  expect((await merge(ivy, ivy)).status).toBe(422);
  expect((await merge(twin, ivy, tariq)).status).toBe(404);
  expect((await merge(twin, await add({ name: 'Not hers' }), tariq)).status).toBe(404);
  expect(await merge(twin, ivy)).toMatchObject({
    status: 200,
    body: {
      id: ivy,
      name: 'Ivy Green',
      phone_number: '0412345678',
      email: 'ivy@a.example',
      notes: 'Formula 6N\n\nLikes tea',
      blocked: true,
      next_visit: expect.any(String),
    },
  });
  expect((await merge(twin, ivy)).status).toBe(404);
  expect((await ofContact(amara, amara.professionalId, ivy)).body).toMatchObject([{ id: booked, contact_id: ivy }]);

  // Into a client, who keeps what is their own, has the visit now, and waits no more where the guest was blocked.
  const start = Date.now() - 90 * DAY;
  const mia = await t.make.client({ first_name: 'Mia', last_name: 'Moon' });
  await t.make.booking({ professionalId: amara.professionalId, clientId: mia.clientId, start, status: 'completed' });
  expect((await merge(mia.clientId, ivy)).status).toBe(409);
  expect(await merge(ivy, mia.clientId)).toMatchObject({
    status: 200,
    body: {
      id: mia.clientId,
      name: 'Mia Moon',
      email: null,
      notes: 'Formula 6N\n\nLikes tea',
      blocked: true,
      visits: 1,
    },
  });
  expect((await call(mia, 'bookings.byId', { id: booked })).body).toMatchObject({ id: booked, status: 'confirmed' });
  expect((await call(amara, 'contacts.byId', { id: ivy })).status).toBe(404);

  // A guest whose address turned out to be somebody's is that client's own.
  const email = zoe.email;
  const claimed = await add({ name: 'Zed', email });
  await writeIn({ contact_id: claimed });
  await claimBookings(t.deps.db, { email, clientId: zoe.clientId });
  expect((await merge(claimed, mia.clientId)).status).toBe(409);
});
