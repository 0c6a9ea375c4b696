import { beforeEach, describe, expect, test } from 'vitest';
import { claimBookings } from '#server/features/contacts/queries.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { useTestApp } from '#server/testing/app.ts';
import { lockWaits } from '#server/testing/lock-waits.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR, MINUTE, writeInBounds } from '#shared/constants.ts';
import type { Contact } from '#shared/contacts.ts';
import type { Reschedule } from '#shared/reschedules.ts';
import { iso } from '#shared/time.ts';
import { bookingKinds } from './news/kinds.ts';
import { holdParties } from './news/message-queries.ts';

const t = useTestApp({ PUBLIC_URL: 'https://saluni.example' });
const day = Math.ceil(Date.now() / DAY) * DAY + 5 * DAY;
const nobody = '01890000-0000-7000-8000-000000000000';

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let cut: string;
let guests = 0;
const address = () => `guest-${Date.now()}-${guests++}@example.com`;

describe('walk-ins', () => {
  const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
  const writeIn = async (given: object = {}, headers?: Record<string, string>) => {
    const input = { start_time: iso(day), service_ids: [cut], guest: { name: 'Kim Lê' }, ...given };
    return call(amara, 'bookings.writeIn', input, headers);
  };
  const bodyOf = ({ body }: { body: unknown }) => body as Booking;

  beforeEach(async () => {
    amara = await t.make.professional({ display_name: 'Amara Okafor' });
    zoe = await t.make.client();
    cut = await t.make.service(amara.professionalId);
  });

  test('a guest: confirmed on any free time, seen as typed by its professional and admins', async () => {
    const email = address();
    const made = await writeIn({
      guest: { name: ' Kim Lê ', phone_number: '0412345678', email: email.toUpperCase() },
      start_time: iso(day + 7 * MINUTE),
      notes: 'Sensitive scalp',
      total_price: 80.5,
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        status: 'confirmed',
        start_time: iso(day + 7 * MINUTE),
        client: null,
        guest: { name: 'Kim Lê', phone_number: '0412345678', email },
        notes: 'Sensitive scalp',
        total_price: 80.5,
        services: [{ id: cut, price: 95 }],
        no_show: false,
        reschedule: null,
      },
    });
    const { id, contact_id } = bodyOf(made);
    expect((await call(amara, 'bookings.byId', { id })).body).toEqual(made.body);
    const seen = await call(await t.make.admin(), 'bookings.byId', { id });
    expect(seen.body).toEqual({
      ...(made.body as Booking),
      ...{ calendar_url: null, hair_shared: null, paid: null, payments: null },
    });
    const again = await writeIn({ guest: null, contact_id, start_time: iso(day + 3 * HOUR) });
    expect(bodyOf(again)).toMatchObject({ contact_id, guest: { name: 'Kim Lê' } });
    const list = await call(amara, 'bookings.ofProfessional', { id: amara.professionalId });
    expect(list.headers['x-total-count']).toBe('2');
    expect((list.body as Booking[]).map(({ guest }) => guest?.name)).toEqual(['Kim Lê', 'Kim Lê']);
  });

  test('a guest with an address is mailed, without notes or pages behind a login, and can end it everywhere', async () => {
    const email = address();
    const made = bodyOf(await writeIn({ guest: { name: 'Kim', email }, notes: 'Sensitive scalp' }));
    await t.drain();
    await call(amara, 'reschedules.ask', { id: made.id, start_time: iso(day + 2 * HOUR) });
    await t.drain();
    await call(amara, 'bookings.change', { id: made.id, status: 'cancelled', reason: 'Ill, sorry' });
    await t.drain();
    const mails = t.inbox.to(email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Confirmed: Dry curl cut with Amara Okafor',
      'New time: Dry curl cut with Amara Okafor',
      'Cancelled: Dry curl cut with Amara Okafor',
    ]);
    expect(
      mails.map(({ calendar }) => [calendar?.method, /SEQUENCE:(\d+)/.exec(calendar?.content ?? '')?.[1]]),
    ).toEqual([
      ['REQUEST', '0'],
      ['REQUEST', '1'],
      ['CANCEL', '2'],
    ]);
    for (const { text, html } of mails) {
      expect(`${text}${html}`).not.toContain('Sensitive');
      expect(`${text}${html}`).not.toContain('/booking');
      expect(text).toContain(`https://saluni.example/public-professional-page/${amara.professionalId}`);
    }
    expect((await call(amara, 'notifications.mine')).body).toEqual([]);

    const token = /token=(guest\.[\w.-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    expect((await call(null, 'users.unsubscribe', { token })).status).toBe(204);
    const other = await t.make.professional();
    const service = await t.make.service(other.professionalId);
    const input = { start_time: iso(day), service_ids: [service], guest: { name: 'Kim', email } };
    expect((await call(other, 'bookings.writeIn', input)).status).toBe(201);
    await t.drain();
    expect(t.inbox.to(email)).toHaveLength(3);
  });

  test('who and when: exactly one of three, within 4 hours and 366 days, a whole minute', async () => {
    const refused = async (given: object) => (await writeIn(given)).status;
    expect(await refused({ guest: null })).toBe(422);
    expect(await refused({ client_id: zoe.clientId })).toBe(422);
    expect(await refused({ start_time: iso(day + 1_000) })).toBe(422);
    const minute = Math.floor(Date.now() / MINUTE) * MINUTE;
    expect(await refused({ start_time: iso(minute - 4 * HOUR - MINUTE) })).toBe(422);
    expect(await refused({ start_time: iso(minute + 366 * DAY + 2 * MINUTE) })).toBe(422);
    expect(await refused({ guest: { name: 'Kim 2' } })).toBe(422);
    expect(await refused({ guest: { name: 'Kim', phone_number: '12' } })).toBe(422);
    expect(await refused({ total_price: -1 })).toBe(422);
    expect(await refused({ total_price: 100_000.01 })).toBe(422);
    expect(await refused({ total_price: 1.001 })).toBe(422);
    expect(await refused({ guest: null, client_id: zoe.clientId })).toBe(404);
    expect(await refused({ guest: null, contact_id: nobody })).toBe(404);
    expect(await refused({ service_ids: [nobody] })).toBe(404);
    expect(await refused({ start_time: iso(minute - 3 * HOUR) })).toBe(201);
    expect(await refused({ start_time: iso(minute - 3 * HOUR + 30 * MINUTE) })).toBe(409);
    const off = await t.make.service(amara.professionalId, { is_active: false });
    expect(await refused({ service_ids: [off], total_price: 0 })).toBe(201);
  });

  test('a client who has booked: told, without being shown notes, and nothing is opened by it', async () => {
    const { bookingId } = await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zoe.clientId,
      status: 'cancelled',
    });
    const made = bodyOf(await writeIn({ guest: null, client_id: zoe.clientId, notes: 'Mine' }));
    expect(made).toMatchObject({ client: { id: zoe.clientId }, guest: null, contact_id: zoe.clientId, notes: 'Mine' });
    expect((await call(zoe, 'bookings.byId', { id: made.id })).body).toMatchObject({
      notes: null,
      status: 'confirmed',
    });
    expect((await call(amara, 'clients.byId', { id: zoe.clientId })).status).toBe(404);
    expect((await call(amara, 'bookings.ofClient', { id: zoe.clientId })).status).toBe(404);
    await t.drain();
    expect(t.inbox.to(zoe.email).map(({ subject }) => subject)).toEqual(['Confirmed: Dry curl cut with Amara Okafor']);
    expect(t.inbox.to(zoe.email)[0]?.text).toContain('Amara Okafor booked you in for Dry curl cut');
    // Of a client who was written in, no request counts as made by them; but a professional's request is theirs to
    // answer.
    const asked = await call(amara, 'reschedules.ask', { id: made.id, start_time: iso(day + 2 * HOUR) });
    expect(asked.body).toMatchObject({ status: 'pending' });
    expect(bookingId).not.toBe(made.id);
  });

  test('a client who is written in after the start is told nothing, nor thanked', async () => {
    await t.make.booking({ professionalId: amara.professionalId, clientId: zoe.clientId, status: 'cancelled' });
    const begun = Math.floor(Date.now() / MINUTE) * MINUTE - 3 * HOUR;
    const { id } = bodyOf(await writeIn({ guest: null, client_id: zoe.clientId, start_time: iso(begun) }));
    await runDueTransitions(t.deps.db);
    await t.drain();
    expect((await call(zoe, 'bookings.byId', { id })).body).toMatchObject({ status: 'completed' });
    expect([t.inbox.to(zoe.email), (await call(zoe, 'notifications.mine')).body]).toEqual([[], []]);
  });

  test('twenty mails a day: then a walk-in with an address is 429, one without is not, and cancelling is never refused', async () => {
    const made: Booking[] = [];
    for (let i = 0; i < 20; i++) {
      const guest = { name: 'Kim', email: address() };
      made.push(bodyOf(await writeIn({ guest, start_time: iso(day + 2 * i * HOUR) })));
    }
    const last = { start_time: iso(day + 100 * HOUR) };
    const refused = await writeIn({ ...last, guest: { name: 'Kim', email: address() } });
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(80_000);
    expect(refused.body).toEqual({ detail: `Too many requests. Try again in ${wait} seconds.` });
    expect((await writeIn({ ...last })).status).toBe(201);
    const [first] = made;
    await call(amara, 'bookings.change', { id: first?.id, status: 'cancelled' });
    await t.drain();
    expect(t.inbox.to(first?.guest?.email ?? '').map(({ subject }) => subject)).toHaveLength(1);
  });

  test('an address that comes after the twenty is mailed nothing, nor is one that comes before the mail is written', async () => {
    const { professionalId: professional_id } = amara;
    const late = bodyOf(await writeIn({ start_time: iso(day + 2 * HOUR) }));
    const others = Array.from({ length: writeInBounds.mailsADay - 1 }, () => ({ professional_id }));
    await t.deps.db.insertInto('walk_in_mails').values(others).execute();
    const { id, contact_id, guest } = bodyOf(await writeIn({ guest: { name: 'Kim', email: address() } }));
    const stranger = address();
    expect((await call(amara, 'contacts.update', { id: late.contact_id, email: stranger })).status).toBe(200);
    await t.drain();
    expect(t.inbox.to(guest?.email ?? '')).toHaveLength(1);
    // Reminders and new times are of the twenty, too.
    expect((await call(amara, 'contacts.update', { id: contact_id, email: stranger })).status).toBe(200);
    await call(amara, 'reschedules.ask', { id, start_time: iso(day + 4 * HOUR) });
    await t.drain();
    const soon = await t.at(`${Math.round((day - 19 * HOUR - Date.now()) / 1_000)} seconds`);
    await runDueTransitions(soon.deps.db);
    // As they may be again on that day.
    await t.deps.db.deleteFrom('walk_in_mails').where('professional_id', '=', professional_id).execute();
    await soon.deps.db
      .insertInto('walk_in_mails')
      .values([...others, { professional_id }])
      .execute();
    await soon.drain();
    expect(t.inbox.to(stranger)).toEqual([]);
  });

  test('the file of a new time that is accepted is one of them; beyond, it is given all the same', async () => {
    const { professionalId: professional_id } = amara;
    await t.make.booking({ professionalId: professional_id, clientId: zoe.clientId, status: 'cancelled' });
    const { id } = bodyOf(await writeIn({ guest: null, client_id: zoe.clientId }));
    await t.drain();
    const subjects = () => t.inbox.to(zoe.email).map(({ subject }) => subject.split(':')[0]);
    const given = async (hours: number) => {
      const { body } = await call(amara, 'reschedules.ask', { id, start_time: iso(day + hours * HOUR) });
      await t.drain();
      const reschedule_id = (body as Reschedule).id;
      const answer = await call(zoe, 'reschedules.answer', { id, reschedule_id, status: 'accepted' });
      expect(answer).toMatchObject({ status: 200, body: { status: 'accepted' } });
      await t.drain();
    };
    // Two are caused already once it is asked.
    const others = Array.from({ length: writeInBounds.mailsADay - 3 }, () => ({ professional_id }));
    await t.deps.db.insertInto('walk_in_mails').values(others).execute();
    await given(2);
    expect(subjects()).toEqual(['Confirmed', 'Another time asked for', 'New time']);
    expect((await writeIn({ guest: { name: 'Kim', email: address() } })).status).toBe(429);
    await given(4);
    expect(subjects()).toHaveLength(3);
    expect(t.inbox.to(amara.email).map(({ subject }) => subject.split(':')[0])).toEqual(['New time', 'New time']);
  });

  test('B11: a key writes in once', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await writeIn({}, key);
    expect((await writeIn({}, key)).body).toEqual(first.body);
    expect((await call(amara, 'contacts.list')).body).toHaveLength(1);
  });

  test('no-show: from the start, seen by both sides, told to nobody, and not told as completed', async () => {
    const over = await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zoe.clientId,
      status: 'confirmed',
      start: Date.now() - 2 * HOUR,
    });
    const id = over.bookingId;
    for (let i = 0; i < 2; i++)
      expect(await call(amara, 'bookings.markMissed', { id })).toMatchObject({ status: 200, body: { no_show: true } });
    expect((await call(zoe, 'bookings.byId', { id })).body).toMatchObject({ no_show: true });
    await runDueTransitions(t.deps.db);
    await t.drain();
    expect((await call(zoe, 'bookings.byId', { id })).body).toMatchObject({ status: 'completed', no_show: true });
    expect((await call(zoe, 'notifications.mine')).body).toEqual([]);
    expect(await call(amara, 'bookings.unmarkMissed', { id })).toMatchObject({ status: 200, body: { no_show: false } });
    for (const given of [
      { start: day },
      { start: Date.now() - 32 * DAY, status: 'completed' },
      { status: 'cancelled' },
    ] as const) {
      const booking = await t.make.booking({ professionalId: amara.professionalId, status: 'confirmed', ...given });
      expect((await call(amara, 'bookings.markMissed', { id: booking.bookingId })).status).toBe(409);
    }
  });

  test('contacts: digits are found in numbers, as typed and as the form stores them, and in addresses', async () => {
    const email = `ana1990${address()}`;
    await writeIn({ guest: { name: 'Ana', phone_number: '61499888777', email } });
    for (const search of ['+61 499 888 777', '61499888777', '499 888', '1990'])
      expect(await call(amara, 'contacts.list', { search })).toMatchObject({ body: [{ name: 'Ana' }] });
    expect((await call(amara, 'contacts.list', { search: '1991' })).body).toEqual([]);
  });

  test('contacts: a name whose vowels are marks is found as it is written', async () => {
    for (const [index, name] of ['मीरा शर्मा', 'สมชาย ใจดี'].entries()) {
      await writeIn({ guest: { name }, start_time: iso(day + index * DAY) });
      for (const search of [name, name.split(' ')[1]])
        expect((await call(amara, 'contacts.list', { search })).body).toMatchObject([{ name }]);
    }
  });

  test('contacts: visits, what was spent, next and last, found by name, number and address, and forgotten', async () => {
    const email = address();
    const past = (days: number, status: 'completed' | 'cancelled' = 'completed') =>
      t.make.booking({
        professionalId: amara.professionalId,
        clientId: zoe.clientId,
        serviceIds: [cut],
        status,
        start: day - days * DAY,
      });
    const visits = [await past(40), await past(30), await past(20), await past(35, 'cancelled')];
    await t.make.change('bookings', visits[2]?.bookingId ?? '', { no_show: true });
    const kim = bodyOf(await writeIn({ guest: { name: 'Lê Thị Kim', phone_number: '0412345678', email } }));
    const { body, headers } = await call(amara, 'contacts.list');
    expect(headers['x-total-count']).toBe('2');
    expect(body).toEqual([
      expect.objectContaining({ id: kim.contact_id, client_id: null, name: 'Lê Thị Kim', email, next_visit: iso(day) }),
      {
        id: zoe.clientId,
        client_id: zoe.clientId,
        name: 'Zoë Adjei',
        phone_number: '0400111222',
        email: null,
        visits: 2,
        no_shows: 1,
        cancelled: 1,
        total_spent: 190,
        last_visit: visits[1]?.start_time,
        next_visit: null,
        notes: null,
        blocked: false,
      },
    ]);
    const found = async (search: string) =>
      ((await call(amara, 'contacts.list', { search, sort: 'name' })).body as Contact[]).map(({ name }) => name);
    for (const search of ['thi kim', 'KIM', '0412 345', '+61 412 345 678', email])
      expect(await found(search)).toEqual(['Lê Thị Kim']);
    expect(await found('zoe adj')).toEqual(['Zoë Adjei']);
    expect(await found('')).toEqual(['Lê Thị Kim', 'Zoë Adjei']);
    expect(await found('%')).toEqual([]);

    const put = (id: string, changes: object) => call(amara, 'contacts.update', { id, ...changes });
    expect(await put(zoe.clientId, { notes: 'Likes tea' })).toMatchObject({
      status: 200,
      body: { notes: 'Likes tea' },
    });
    expect(await put(zoe.clientId, {})).toMatchObject({ status: 200, body: { notes: 'Likes tea' } });
    expect(await put(zoe.clientId, { notes: '' })).toMatchObject({ status: 200, body: { notes: null } });
    expect((await put(zoe.clientId, { name: 'Zoe' })).status).toBe(409);
    const id = kim.contact_id ?? '';
    expect(await put(id, { name: 'Kim', phone_number: null })).toMatchObject({
      status: 200,
      body: { name: 'Kim', phone_number: null, email },
    });
    expect((await call(amara, 'bookings.byId', { id: kim.id })).body).toMatchObject({ guest: { name: 'Kim' } });
    expect((await put(id, { name: '' })).status).toBe(422);
    for (const one of [id, zoe.clientId]) expect((await call(amara, 'contacts.delete', { id: one })).status).toBe(409);
    await call(amara, 'bookings.change', { id: kim.id, status: 'cancelled' });
    expect((await call(amara, 'contacts.delete', { id })).status).toBe(204);
    expect((await call(amara, 'contacts.byId', { id })).status).toBe(404);
    expect((await call(amara, 'bookings.byId', { id: kim.id })).body).toMatchObject({
      client: null,
      contact_id: null,
      guest: { name: 'Former guest', phone_number: null, email: null },
    });
  });

  test('a guest who is forgotten while they are being told of is named nowhere afterwards', async () => {
    const { id, contact_id } = bodyOf(await writeIn());
    await call(await t.make.admin(), 'bookings.change', { id, status: 'cancelled' });
    const { forgetting } = await t.deps.db.transaction().execute(async (trx) => {
      await holdParties(trx, id);
      const forgetting = call(amara, 'contacts.delete', { id: contact_id });
      await expect.poll(() => lockWaits(t.deps.db)).toBe(1);
      const told = {
        user_id: amara.userId,
        news: bookingKinds.cancelled,
        message: 'Kim Lê cancelled',
        booking_id: id,
      };
      await insertNotifications(trx, [{ ...told, event_id: nobody }]);
      return { forgetting };
    });
    expect((await forgetting).status).toBe(204);
    expect(JSON.stringify((await call(amara, 'notifications.mine')).body)).not.toContain('Kim');
  });

  test('a guest proves the address: the client sees the booking without notes; once they book, both are one contact', async () => {
    const kim = bodyOf(await writeIn({ guest: { name: 'Kim', email: zoe.email }, notes: 'Mine' }));
    await call(amara, 'contacts.update', { id: kim.contact_id, notes: 'As a guest' });
    const claim = () =>
      t.deps.db.transaction().execute((trx) => claimBookings(trx, { email: zoe.email, clientId: zoe.clientId }));
    await claim();
    await claim();
    const own = (await call(zoe, 'bookings.byId', { id: kim.id })).body as Booking;
    expect(own).toMatchObject({ notes: null, client: { id: zoe.clientId } });
    expect(own).not.toHaveProperty('guest');
    expect((await call(amara, 'bookings.byId', { id: kim.id })).body).toEqual(kim);
    expect((await call(amara, 'clients.byId', { id: zoe.clientId })).status).toBe(404);

    await t.make.window(amara.professionalId, day + 4 * HOUR, day + 8 * HOUR);
    const wish = { professional_id: amara.professionalId, service_ids: [cut], start_time: iso(day + 4 * HOUR) };
    expect((await call(zoe, 'bookings.create', wish)).status).toBe(201);
    expect((await call(amara, 'contacts.list')).body).toMatchObject([{ id: zoe.clientId, notes: 'As a guest' }]);
    expect((await call(amara, 'bookings.byId', { id: kim.id })).body).toMatchObject({
      client: { id: zoe.clientId },
      guest: null,
      contact_id: zoe.clientId,
    });
    expect((await call(zoe, 'bookings.byId', { id: kim.id })).body).toMatchObject({ notes: null });
  });

  test('a guest who proved the address: a new time holds at once, and the client is told', async () => {
    const { id } = bodyOf(await writeIn({ guest: { name: 'Kim', email: zoe.email } }));
    await t.drain();
    await t.deps.db.transaction().execute((trx) => claimBookings(trx, { email: zoe.email, clientId: zoe.clientId }));
    const start_time = iso(day + 2 * HOUR);
    const asked = await call(amara, 'reschedules.ask', { id, start_time, message: 'A little later' });
    expect(asked).toMatchObject({ status: 201, body: { status: 'accepted' } });
    await t.drain();
    expect((await call(zoe, 'bookings.byId', { id })).body).toMatchObject({
      status: 'confirmed',
      start_time,
      previous_start_time: iso(day),
      reschedule: null,
    });
    const mail = t.inbox.to(zoe.email).at(-1);
    expect(mail?.subject).toBe('New time: Dry curl cut with Amara Okafor');
    for (const text of [
      'Hi Zoë,',
      'Amara Okafor moved your booking for Dry curl cut from',
      'A little later',
      'You can change or cancel it online',
      `https://saluni.example/booking-details/${id}`,
    ])
      expect(mail?.text).toContain(text);
    expect(mail?.calendar?.method).toBe('REQUEST');
    expect(mail?.calendar?.content).toContain('SEQUENCE:1');
    const told = (await call(zoe, 'notifications.mine')).body as { message: string }[];
    expect(told[0]?.message).toMatch(/^Amara Okafor moved your booking for Dry curl cut from /);
    expect((await call(amara, 'notifications.mine')).body).toEqual([]);
    expect((await call(zoe, 'bookings.change', { id, status: 'cancelled' })).status).toBe(200);
  });

  test('a guest who had booked before as a client stays a guest: in lists, in mails and once forgotten', async () => {
    const own = await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zoe.clientId,
      start: day + 2 * DAY,
    });
    const kim = bodyOf(await writeIn({ guest: { name: 'Mum of Tom', email: zoe.email } }));
    await t.deps.db.transaction().execute((trx) => claimBookings(trx, { email: zoe.email, clientId: zoe.clientId }));
    const ofZoe = await call(amara, 'bookings.ofClient', { id: zoe.clientId });
    expect(ofZoe).toMatchObject({ headers: { 'x-total-count': '1' }, body: [{ id: own.bookingId }] });

    const move = { id: kim.id, start_time: iso(day + 2 * HOUR), message: 'A little later?' };
    await t.make.window(amara.professionalId, day, day + 8 * HOUR);
    expect((await call(zoe, 'reschedules.ask', move)).status).toBe(201);
    expect((await call(zoe, 'bookings.change', { id: kim.id, status: 'cancelled', reason: 'Ill' })).status).toBe(200);
    await t.drain();
    const mails = t.inbox.to(amara.email).map(({ text }) => text);
    expect(mails.some((text) => text.includes('Reason given by Mum of Tom'))).toBe(true);
    expect(mails.join()).not.toContain('Zoë');
    expect((await call(amara, 'contacts.delete', { id: kim.contact_id })).status).toBe(204);
    const told = (await call(amara, 'notifications.mine')).body as { message: string }[];
    expect(told.map(({ message }) => message).filter((message) => message.includes('Mum of Tom'))).toEqual([]);
    expect(told.map(({ message }) => message)).toContain('A former guest asked for another time.');
  });

  test('instant confirmation: confirmed at once, the client hears it with the file, the professional of a new booking', async () => {
    await t.make.change('professionals', amara.professionalId, { instant_confirmation: true });
    await t.make.window(amara.professionalId, day, day + 20 * HOUR);
    for (let i = 0; i < 6; i++) {
      const wish = { professional_id: amara.professionalId, service_ids: [cut], start_time: iso(day + i * HOUR) };
      expect(await call(zoe, 'bookings.create', wish)).toMatchObject({ status: 201, body: { status: 'confirmed' } });
    }
    await t.drain();
    const [confirmed] = t.inbox.to(zoe.email);
    expect(confirmed?.text).toContain('Your booking with Amara Okafor for Dry curl cut');
    expect(confirmed?.calendar?.content).toContain('SEQUENCE:0');
    expect(t.inbox.to(amara.email)[0]?.subject).toBe('New booking: Dry curl cut with Zoë A.');
  });
});
