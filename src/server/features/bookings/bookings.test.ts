import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, Person, ProfessionalPerson } from '#server/testing/make.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
const tomorrow = Math.ceil(Date.now() / DAY) * DAY + DAY;
const unknown = '01890000-0000-7000-8000-000000000000';

const fields = [
  'calendar_url',
  'cancel_until',
  'cancellation_policy',
  'client',
  'contact_phone',
  'created_at',
  'deposit',
  'due_on',
  'end_time',
  'expires_at',
  'finished_at',
  'hair_shared',
  'id',
  'no_show',
  'notes',
  'paid',
  'payments',
  'place',
  'prepare',
  'previous_start_time',
  'professional',
  'quote_id',
  'receipt',
  'reschedule',
  'segments',
  'series',
  'service',
  'services',
  'share',
  'source',
  'start_time',
  'started_at',
  'status',
  'total_price',
  'visit_address',
];

async function bookedRows(): Promise<number> {
  return (await t.deps.db.selectFrom('bookings').select('id').execute()).length;
}

describe('booking', () => {
  let amara: ProfessionalPerson;
  let zoe: ClientPerson;
  let other: ClientPerson;
  let admin: Person;
  let cut: string;
  let colour: string;
  let day = tomorrow;
  const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
  const wish = (given: Record<string, unknown> = {}) => ({
    professional_id: amara.professionalId,
    service_ids: [cut],
    start_time: iso(day),
    ...given,
  });

  beforeAll(async () => {
    amara = await t.make.professional({ display_name: 'Amara Okafor', location: 'Brunswick' });
    zoe = await t.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
    other = await t.make.client();
    admin = await t.make.admin();
    cut = await t.make.service(amara.professionalId, {
      name: 'Dry curl cut',
      price: 95.1,
      service_duration_minutes: 60,
    });
    colour = await t.make.service(amara.professionalId, { name: 'Colour', price: 120.3, service_duration_minutes: 45 });
    day = tomorrow;
    for (let i = 0; i < 30; i++) await t.make.window(amara.professionalId, day + i * DAY, day + i * DAY + 8 * HOUR);
  });

  test('a booking can be read by its two sides and by admins, and by nobody else', async () => {
    const made = await call(
      zoe,
      'bookings.create',
      wish({ service_ids: [colour, cut], total_price: 215.4, notes: 'Fragrance-free, please.' }),
    );
    expect(made.status).toBe(201);
    expect(Object.keys(made.body as object).sort()).toEqual(fields);
    expect(made.body).toMatchObject({
      status: 'pending',
      start_time: iso(day),
      end_time: iso(day + 105 * MINUTE),
      total_price: 215.4,
      notes: 'Fragrance-free, please.',
      service: { id: colour, name: 'Colour' },
      services: [
        { id: colour, name: 'Colour', price: 120.3, service_duration_minutes: 45 },
        { id: cut, name: 'Dry curl cut', price: 95.1, service_duration_minutes: 60 },
      ],
      professional: {
        id: amara.professionalId,
        display_name: 'Amara Okafor',
        location: 'Brunswick',
        time_zone: 'Australia/Melbourne',
      },
      client: { id: zoe.clientId, first_name: 'Zoë', last_name: 'Adjei' },
    });
    const { id, created_at, expires_at } = made.body as { id: string; created_at: string; expires_at: string };
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(24 * HOUR);
    for (const party of [zoe, amara, admin]) {
      const read = await call(party, 'bookings.byId', { id });
      expect(read).toMatchObject({ status: 200 });
      const contact = party === zoe ? {} : { guest: null, contact_id: zoe.clientId, share: null };
      const between = party === admin ? { hair_shared: null, paid: null, payments: null } : { hair_shared: false };
      // Each side has an address of its own.
      const { calendar_url } = read.body as Booking;
      expect(read.body).toEqual({ ...(made.body as object), calendar_url, ...contact, ...between });
    }
    for (const stranger of [other, await t.make.professional()]) {
      expect(await call(stranger, 'bookings.byId', { id })).toMatchObject({
        status: 404,
        body: { detail: 'Booking not found' },
      });
    }
    expect((await call(null, 'bookings.byId', { id })).status).toBe(401);
  });

  test('the source is told to the professional alone; of another form it is none, and refuses no booking', async () => {
    const forms = [
      ['a-9', 'a-9'],
      ['x'.repeat(20), 'x'.repeat(20)],
      ['x'.repeat(21), null],
      ['Qr', null],
      [['qr'], null],
    ];
    for (const [index, [source, kept]] of forms.entries()) {
      const client = await t.make.client();
      const made = await call(client, 'bookings.create', wish({ source, start_time: iso(day + (10 + index) * DAY) }));
      expect(made).toMatchObject({ status: 201, body: { source: null } });
      const { id } = made.body as Booking;
      for (const [party, seen] of [
        [amara, kept],
        [client, null],
        [admin, null],
      ] as const)
        expect((await call(party, 'bookings.byId', { id })).body).toMatchObject({ source: seen });
    }
  });

  test('visitors, professionals and admins may not book, and clients not for another client', async () => {
    expect((await call(null, 'bookings.create', {})).status).toBe(401);
    expect((await call(amara, 'bookings.create', {})).status).toBe(403);
    expect((await call(admin, 'bookings.create', {})).status).toBe(403);
    const foreign = await call(other, 'bookings.create', wish({ client_id: zoe.clientId, professional_id: unknown }));
    expect(foreign).toMatchObject({
      status: 403,
      body: { detail: 'You do not have permission to perform this action.' },
    });
    expect(
      (
        await call(
          zoe,
          'bookings.create',
          wish({ start_time: iso(day + 4 * HOUR), client_id: zoe.clientId.toUpperCase() }),
        )
      ).status,
    ).toBe(201);
  });

  describe('D9: refused, with nothing written', () => {
    let rows = 0;
    beforeAll(async () => {
      rows = await bookedRows();
    });

    test.each<[string, Record<string, unknown>, string]>([
      ['no services', { service_ids: [] }, 'service_ids'],
      ['a service twice', { service_ids: [unknown, unknown.toUpperCase()] }, 'service_ids'],
      [
        'eleven services',
        { service_ids: Array.from({ length: 11 }, (_, i) => unknown.slice(0, -2) + (10 + i)) },
        'service_ids',
      ],
      ['one id, not in a list', { service_ids: unknown }, 'service_ids'],
      ['a malformed id', { service_ids: ['7'] }, 'service_ids'],
      ['a malformed professional', { professional_id: '7' }, 'professional_id'],
      ['a malformed client', { client_id: 'me' }, 'client_id'],
      ['a start without an offset', { start_time: '2027-01-05T10:00:00' }, 'start_time'],
      ['a start on 30 February', { start_time: '2027-02-30T10:00:00Z' }, 'start_time'],
      ['a start as a number', { start_time: 1_800_000_000_000 }, 'start_time'],
      ['a total as text', { total_price: 'NaN' }, 'total_price'],
      ['a total of nothing', { total_price: null }, 'total_price'],
      ['a total in a list', { total_price: [95.1] }, 'total_price'],
      ['notes of 10,001', { notes: 'x'.repeat(10_001) }, 'notes'],
      ['NUL in the notes', { notes: 'a\u0000b' }, 'notes'],
    ])('422 for %s', async (_what, given, field) => {
      const answer = await call(zoe, 'bookings.create', wish(given));
      expect(answer.status).toBe(422);
      expect((answer.body as { detail: { loc: string[] }[] }).detail[0]?.loc.slice(0, 2)).toEqual(['body', field]);
      expect(await bookedRows()).toBe(rows);
    });

    test('404 for an unknown or inactive professional and an unknown, deleted or foreign service', async () => {
      const rival = await t.make.professional();
      const theirs = await t.make.service(rival.professionalId);
      const deleted = await t.make.service(amara.professionalId);
      await call(amara, 'services.delete', { id: deleted });
      const closed = await t.make.professional({ is_active: false });
      const closedService = await t.make.service(closed.professionalId);
      for (const service_ids of [[unknown], [theirs], [deleted], [cut, theirs]]) {
        expect(await call(zoe, 'bookings.create', wish({ service_ids }))).toMatchObject({
          status: 404,
          body: { detail: 'Service not found' },
        });
      }
      for (const given of [
        { professional_id: unknown },
        { professional_id: closed.professionalId, service_ids: [closedService] },
      ]) {
        expect(await call(zoe, 'bookings.create', wish(given))).toMatchObject({
          status: 404,
          body: { detail: 'Professional not found' },
        });
      }
      expect(await bookedRows()).toBe(rows);
    });

    test('409 with the name of a service that is no longer active', async () => {
      const retired = await t.make.service(amara.professionalId, { name: 'Roller set', is_active: false });
      const answer = await call(zoe, 'bookings.create', wish({ service_ids: [cut, retired], total_price: 1 }));
      expect(answer).toMatchObject({ status: 409, body: { detail: 'Roller set is no longer offered.' } });
    });

    test.each([0, -0, -1, 0.01, 95.09, 95.11, 95.1001, 1e308, -95.1])(
      'B6: 409 for a total of %d',
      async (total_price) => {
        const answer = await call(zoe, 'bookings.create', wish({ start_time: iso(day + 6 * HOUR), total_price }));
        expect(answer).toMatchObject({
          status: 409,
          body: { detail: 'The price has changed. Please review your booking.' },
        });
        expect(await bookedRows()).toBe(rows);
      },
    );

    test.each<[string, number]>([
      ['off the grid by 1 ms', 2 * HOUR + 1],
      ['off the grid by a minute', 2 * HOUR + MINUTE],
      ['too late to end inside the window', 7.5 * HOUR],
      ['at the end of the window', 8 * HOUR],
      ['outside any window', 9 * HOUR],
      ['in the past', -5 * DAY],
    ])('409 for a start %s', async (_what, offset) => {
      const answer = await call(zoe, 'bookings.create', wish({ start_time: iso(day + offset) }));
      expect(answer).toMatchObject({ status: 409, body: { detail: 'That time is no longer available.' } });
      expect(await bookedRows()).toBe(rows);
    });

    test('a taken time is refused without locking anybody', async () => {
      const start_time = iso(day + 25 * DAY);
      expect(await call(zoe, 'bookings.create', wish({ start_time }))).toMatchObject({ status: 201 });
      rows++;
      // Who locked a row last.
      const lockers = () =>
        sql`select (select xmax from clients where id = ${other.clientId}) as client,
          (select xmax from professionals where id = ${amara.professionalId}) as professional`.execute(t.deps.db);
      const before = (await lockers()).rows;
      expect(await call(other, 'bookings.create', wish({ start_time }))).toMatchObject({ status: 409 });
      expect((await lockers()).rows).toEqual(before);
    });

    test('A4: fields of the body that the call does not know change nothing', async () => {
      const start = day + DAY;
      const extra = {
        status: 'confirmed',
        end_time: iso(start + 5 * HOUR),
        id: unknown,
        created_at: iso(0),
        total_price_cents: 1,
        role: 'admin',
        availability_id: unknown,
      };
      const { status, body } = await call(zoe, 'bookings.create', wish({ start_time: iso(start), ...extra }));
      expect(status).toBe(201);
      expect(body).toMatchObject({ status: 'pending', end_time: iso(start + HOUR), total_price: 95.1 });
      const { id } = body as { id: string };
      expect(id).not.toBe(unknown);
      const stored = t.deps.db.selectFrom('bookings').select('availability_id').where('id', '=', id);
      expect(await stored.executeTakeFirstOrThrow()).toEqual({ availability_id: null });
    });
  });

  test('B3: a pending booking holds its slot and the buffer around it', async () => {
    const careful = await t.make.professional({ buffer_minutes: 15, slot_interval_minutes: 15 });
    const service = await t.make.service(careful.professionalId, { service_duration_minutes: 60 });
    await t.make.window(careful.professionalId, day, day + 8 * HOUR);
    const at = (minutes: number) => ({
      professional_id: careful.professionalId,
      service_ids: [service],
      start_time: iso(day + minutes * MINUTE),
    });
    const people = await Promise.all(Array.from({ length: 5 }, () => t.make.client()));
    const book = async (i: number, minutes: number) =>
      (await call(people[i] ?? other, 'bookings.create', at(minutes))).status;
    expect(await book(0, 120)).toBe(201);
    for (const minutes of [60, 75, 120, 180]) expect(await book(1, minutes)).toBe(409);
    expect(await book(1, 45)).toBe(201);
    expect(await book(2, 195)).toBe(201);
    const { body } = await call(people[0] ?? other, 'bookings.ofClient', { id: people[0]?.clientId });
    const [{ id }] = body as [{ id: string }];
    await expect(
      t.deps.pool.query(
        'insert into busy_times (professional_id, booking_id, start_time, end_time) select ' +
          'professional_id, id, start_time, end_time from bookings where id = $1',
        [id],
      ),
    ).rejects.toMatchObject({ code: '23P01' });
    await expect(t.deps.pool.query('delete from busy_times where booking_id = $1', [id])).rejects.toMatchObject({
      constraint: 'bookings_covered_by_busy_times',
    });
  });

  test('B4: at most 5 pending bookings with one professional and 10 in all; confirming or cancelling one makes room', async () => {
    const keen = await t.make.client();
    const second = await t.make.professional();
    const third = await t.make.professional();
    const statuses: number[] = [];
    let last: Awaited<ReturnType<typeof call>> | undefined;
    for (const professional of [second, third]) {
      const service = await t.make.service(professional.professionalId);
      await t.make.window(professional.professionalId, day, day + 8 * HOUR);
      for (let i = 0; i < 6; i++) {
        const input = {
          professional_id: professional.professionalId,
          service_ids: [service],
          start_time: iso(day + i * HOUR),
        };
        last = await call(keen, 'bookings.create', input);
        statuses.push(last.status);
      }
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 201, 201, 201, 201, 201, 429]);
    expect(last?.body).toEqual({ detail: 'You have too many pending bookings. Wait for an answer or cancel one.' });
    expect(last?.headers).not.toHaveProperty('retry-after');
    const eleventh = wish({ start_time: iso(day + 3 * DAY) });
    expect((await call(keen, 'bookings.create', eleventh)).status).toBe(429);
    // The 409 of a taken slot comes before the 429 of the cap.
    expect((await call(keen, 'bookings.create', wish({ start_time: iso(day) }))).status).toBe(409);
    const { body } = await call(keen, 'bookings.ofClient', { id: keen.clientId });
    const [first] = body as { id: string }[];
    expect((await call(keen, 'bookings.change', { id: first?.id, status: 'cancelled' })).status).toBe(200);
    expect((await call(keen, 'bookings.create', eleventh)).status).toBe(201);
  });

  test('B8: a cancelled slot can be booked again at once, any number of times', async () => {
    const start_time = iso(day + 5 * DAY);
    for (let i = 0; i < repetitions(100); i++) {
      const person = i % 2 === 0 ? zoe : other;
      const made = await call(person, 'bookings.create', wish({ start_time }));
      expect(made.status).toBe(201);
      const { id } = made.body as { id: string };
      expect((await call(person, 'bookings.change', { id, status: 'cancelled', reason: 'Ill' })).body).toMatchObject({
        status: 'cancelled',
        cancel_reason: 'Ill',
      });
    }
  });

  test('B10: the booked names, prices and lengths stay, even if the service is changed or deleted', async () => {
    const service = await t.make.service(amara.professionalId, { name: 'Twist out', price: 80 });
    const made = await call(zoe, 'bookings.create', wish({ service_ids: [service], start_time: iso(day + 6 * DAY) }));
    const { id } = made.body as { id: string };
    const input = { name: 'Twist', service_duration_minutes: 15, price: 5, category: 'Styling' };
    expect((await call(amara, 'services.update', { id: service, ...input })).status).toBe(200);
    expect((await call(zoe, 'bookings.byId', { id })).body).toEqual(made.body);
    expect((await call(amara, 'services.delete', { id: service })).status).toBe(204);
    expect((await call(zoe, 'bookings.byId', { id })).body).toEqual(made.body);
  });
});
