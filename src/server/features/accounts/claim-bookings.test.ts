import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { insertEmailChange } from '#server/features/auth/email-queries.ts';
import { claimBookings } from '#server/features/contacts/queries.ts';
import { newLink } from '#server/links/mailed-links.ts';
import { useTestApp } from '#server/testing/app.ts';
import { names, newAddress, useCodes } from '#server/testing/codes.ts';
import { behind } from '#server/testing/lock-waits.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp({ CLIENT_SIGNUP: 'open' });
const { mailed, newcomer, verify } = useCodes(t);

type Row = {
  id: string;
  contact_id?: string | null;
  client: { id: string } | null;
  guest?: object | null;
  notes: unknown;
};
let starts = 0;

/** A professional, and a booking that they wrote in for a guest with this address. */
async function writtenIn(email: string | null, pro?: ProfessionalPerson) {
  const professional = pro ?? (await t.make.professional());
  const service = await t.make.service(professional.professionalId);
  const start_time = new Date(Math.ceil(Date.now() / HOUR) * HOUR + 2 * DAY + 3 * HOUR * starts++).toISOString();
  const guest = { name: 'Ngaio H.', phone_number: '0400111222', email };
  const input = { start_time, service_ids: [service], guest, notes: 'Pays in cash' };
  const { status, body } = await t.rest.call(professional, 'bookings.writeIn', input);
  expect(status).toBe(201);
  return { professional, service, booking: body as Row };
}

async function bookingsOf(who: { token: string }): Promise<Row[]> {
  const { client_id } = (await t.rest.call(who, 'auth.me')).body as { client_id: string };
  return (await t.rest.call(who, 'bookings.ofClient', { id: client_id })).body as Row[];
}

describe("S9: the bookings of guests become a client's, whose address is proved", () => {
  test('by a code at signing up: they see and may cancel them, without the notes; others are not touched', async () => {
    const email = newAddress();
    const [one, two] = [await writtenIn(email), await writtenIn(email)];
    const [other, nobody] = [await writtenIn(newAddress()), await writtenIn(null)];
    const person = await newcomer(email);
    const own = await bookingsOf(person);
    expect(own.map(({ id }) => id).sort()).toEqual([one.booking.id, two.booking.id].sort());
    expect(own.map(({ notes }) => notes)).toEqual([null, null]);
    // For the professional nothing has changed.
    const seen = await t.rest.call(one.professional, 'bookings.byId', { id: one.booking.id });
    expect(seen.body).toMatchObject({ client: null, contact_id: one.booking.contact_id, notes: 'Pays in cash' });
    const cancelled = await t.rest.call(person, 'bookings.change', { id: one.booking.id, status: 'cancelled' });
    expect(cancelled.status).toBe(200);
    for (const { booking } of [other, nobody])
      expect((await t.rest.call(person, 'bookings.byId', { id: booking.id })).status).toBe(404);
  });

  test('and once they book with that professional both are one contact, with its notes', async () => {
    const email = newAddress();
    const { professional, service, booking } = await writtenIn(email);
    await t.rest.call(professional, 'contacts.update', { id: booking.contact_id, notes: 'Likes tea' });
    const person = await newcomer(email);
    const start = Math.ceil(Date.now() / HOUR) * HOUR + 9 * DAY;
    // Again by the guest's contact, which the client is not yet.
    const later = { start_time: new Date(start + DAY).toISOString(), service_ids: [service] };
    const again = { ...later, contact_id: booking.contact_id };
    expect((await t.rest.call(professional, 'bookings.writeIn', again)).status).toBe(201);
    expect((await bookingsOf(person)).map(({ id }) => id)).toEqual([booking.id]);
    await t.make.window(professional.professionalId, start, start + 2 * HOUR);
    const what = {
      professional_id: professional.professionalId,
      service_ids: [service],
      start_time: new Date(start).toISOString(),
    };
    expect((await t.rest.call(person, 'bookings.create', what)).status).toBe(201);
    const { client_id } = (await t.rest.call(person, 'auth.me')).body as { client_id: string };
    expect((await t.rest.call(professional, 'contacts.list')).body).toMatchObject([
      { id: client_id, client_id, name: 'Ngaio Hall', notes: 'Likes tea' },
    ]);
    expect(await bookingsOf(person)).toHaveLength(3);
  });

  test('a contact without a booking, too', async () => {
    const email = newAddress();
    const professional = await t.make.professional();
    const service = await t.make.service(professional.professionalId);
    const contact = { name: 'Ngaio H.', phone_number: '0400111222', email, notes: 'Likes tea' };
    const { body } = await t.rest.call(professional, 'contacts.create', contact);
    const person = await newcomer(email);
    expect((await t.rest.call(professional, 'contacts.list')).body).toEqual([body]);
    const start = Math.ceil(Date.now() / HOUR) * HOUR + 9 * DAY;
    await t.make.window(professional.professionalId, start, start + 2 * HOUR);
    const start_time = new Date(start).toISOString();
    const what = { professional_id: professional.professionalId, service_ids: [service], start_time };
    expect((await t.rest.call(person, 'bookings.create', what)).status).toBe(201);
    expect((await t.rest.call(professional, 'contacts.list')).body).toMatchObject([
      { name: 'Ngaio Hall', notes: 'Likes tea' },
    ]);
  });

  test('at once, also when they book while the address is being proved elsewhere', async () => {
    const email = newAddress();
    const { professional, service, booking } = await writtenIn(email);
    const person = await t.make.client();
    const start = Math.ceil(Date.now() / HOUR) * HOUR + 9 * DAY;
    await t.make.window(professional.professionalId, start, start + 2 * HOUR);
    const what = {
      professional_id: professional.professionalId,
      service_ids: [service],
      start_time: new Date(start).toISOString(),
    };
    const { clientId } = person;
    const [booked] = await behind(
      t.deps.db,
      async (trx) => {
        await sql`select from clients where id = ${clientId} for no key update`.execute(trx);
        await claimBookings(trx, { email, clientId });
      },
      () => t.rest.call(person, 'bookings.create', what),
    );
    expect(booked.status).toBe(201);
    expect((await t.rest.call(professional, 'contacts.list')).body).toMatchObject([{ id: person.clientId }]);
    expect((await bookingsOf(person)).map(({ id }) => id)).toContain(booking.id);
  });

  test('while the professional writes the guest in: that is done, or the contact is not there any more', async () => {
    const start = Math.ceil(Date.now() / HOUR) * HOUR + 9 * DAY;
    for (let turn = 0; turn < repetitions(100); turn++) {
      const email = newAddress();
      const { professional, service, booking } = await writtenIn(email);
      const person = await t.make.client();
      await claimBookings(t.deps.db, { email, clientId: person.clientId });
      await t.make.window(professional.professionalId, start, start + 2 * HOUR);
      const what = { service_ids: [service], start_time: new Date(start).toISOString() };
      const again = { ...what, start_time: new Date(start + DAY).toISOString(), contact_id: booking.contact_id };
      const [booked, written] = await Promise.all([
        t.rest.call(person, 'bookings.create', { ...what, professional_id: professional.professionalId }),
        t.rest.call(professional, 'bookings.writeIn', again),
      ]);
      expect(booked.status).toBe(201);
      expect([201, 404]).toContain(written.status);
    }
  });

  test('a guest who is forgotten while they are written in again is written in, or forgotten', async () => {
    for (let turn = 0; turn < repetitions(100); turn++) {
      const { professional, service, booking } = await writtenIn(newAddress());
      await t.rest.call(professional, 'bookings.change', { id: booking.id, status: 'cancelled' });
      const start_time = new Date(Math.ceil(Date.now() / HOUR) * HOUR + 9 * DAY).toISOString();
      const [forgotten, written] = await Promise.all([
        t.rest.call(professional, 'contacts.delete', { id: booking.contact_id }),
        t.rest.call(professional, 'bookings.writeIn', {
          start_time,
          service_ids: [service],
          contact_id: booking.contact_id,
        }),
      ]);
      expect([[204, 404].join(), [409, 201].join()]).toContain([forgotten.status, written.status].join());
    }
  });

  test('by a code at a later login, for what was written in since, and once', async () => {
    const person = await newcomer();
    const { booking } = await writtenIn(person.email);
    expect(await bookingsOf(person)).toEqual([]);
    for (let turn = 0; turn < 2; turn++) {
      const { attempt, code } = await mailed(person.email, { from: `203.0.113.${turn + 1}` });
      expect((await verify(attempt, code)).status).toBe(200);
      expect((await bookingsOf(person)).map(({ id }) => id)).toEqual([booking.id]);
    }
  });

  test('by the link to another address', async () => {
    const person = await t.make.client();
    const email = newAddress();
    const { booking } = await writtenIn(email);
    await insertEmailChange(t.deps.db, person.userId, email);
    const token = await newLink(t.deps.db, 'email_change', { email, userId: person.userId });
    expect((await t.rest.call(null, 'auth.confirmEmail', { token })).status).toBe(200);
    expect((await bookingsOf(person)).map(({ id }) => id)).toEqual([booking.id]);
  });

  test('by an invitation, and by a new password', async () => {
    const password = 'another battery, correct';
    const email = newAddress();
    const first = await writtenIn(email);
    const entry = { name: 'Ngaio Hall', email, role: 'Client', status: 'approved' };
    await t.make.row('waitlist_entries', entry);
    const invitation = await newLink(t.deps.db, 'invitation', { email });
    const { body } = await t.rest.call(null, 'auth.accept', { token: invitation, password });
    const person = { token: (body as { access_token: string }).access_token };
    expect((await bookingsOf(person)).map(({ id }) => id)).toEqual([first.booking.id]);

    const second = await writtenIn(email);
    const { id: userId } = (await t.rest.call(person, 'auth.me')).body as { id: string };
    const reset = await newLink(t.deps.db, 'password_reset', { email, userId });
    expect((await t.rest.call(null, 'auth.reset', { token: reset, password })).status).toBe(204);
    const login = await t.rest.call(null, 'auth.login', { username: email, password });
    const again = { token: (login.body as { access_token: string }).access_token };
    expect((await bookingsOf(again)).map(({ id }) => id).sort()).toEqual([first.booking.id, second.booking.id].sort());
  });

  test("but never a professional's, and never those of a guest who was forgotten", async () => {
    const { email } = await t.make.professional();
    const { booking } = await writtenIn(email);
    const { attempt, code } = await mailed(email);
    expect((await verify(attempt, code)).status).toBe(200);
    expect((await t.make.read('bookings', booking.id)).client_id).toBeNull();

    const address = newAddress();
    const past = await writtenIn(address);
    await t.rest.call(past.professional, 'bookings.change', { id: past.booking.id, status: 'cancelled' });
    const forgotten = await t.rest.call(past.professional, 'contacts.delete', { id: past.booking.contact_id });
    expect(forgotten.status).toBe(204);
    expect(await bookingsOf(await newcomer(address))).toEqual([]);
  });

  test('a code that is refused for a missing name gives nothing away', async () => {
    const email = newAddress();
    const { booking } = await writtenIn(email);
    const { attempt, code } = await mailed(email);
    expect((await verify(attempt, code)).status).toBe(422);
    expect((await verify(attempt, code, { given: names })).status).toBe(201);
    const mails = t.inbox.to(email).map(({ subject }) => subject);
    await t.drain();
    // Nobody is mailed about it.
    expect(t.inbox.to(email).map(({ subject }) => subject)).toEqual(mails);
    expect(booking.client).toBeNull();
  });
});
