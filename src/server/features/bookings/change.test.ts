import { describe, expect, test } from 'vitest';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { useTestApp } from '#server/testing/app.ts';
import type { MadeBooking } from '#server/testing/make.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import type { Booking } from '#shared/bookings.ts';
import { type BookingStatus, bookingStatuses, HOUR } from '#shared/constants.ts';

const t = useTestApp();

/** A booking, and its two sides with sessions. */
async function booked(given: { status?: BookingStatus; start?: string; expiresAt?: string } = {}) {
  const professional = await t.make.professional();
  const client = await t.make.client();
  const booking = await t.make.booking({
    ...given,
    professionalId: professional.professionalId,
    clientId: client.clientId,
  });
  return { professional, client, id: booking.bookingId, booking };
}

function eventsOf(id: string) {
  return t.deps.db
    .selectFrom('outbox')
    .select(['event', 'payload'])
    .where('payload', '@>', JSON.stringify({ booking_id: id }))
    .orderBy('id')
    .execute();
}

async function busyOf(id: string): Promise<number> {
  return (await t.deps.db.selectFrom('busy_times').select('booking_id').where('booking_id', '=', id).execute()).length;
}

describe('changing a booking', () => {
  const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);

  test('its professional confirms; a second confirm gets the same answer and makes no second event', async () => {
    const { professional, id } = await booked();
    const first = await call(professional, 'bookings.change', { id, status: 'confirmed' });
    expect(first).toMatchObject({ status: 200, body: { id, status: 'confirmed' } });
    expect(await call(professional, 'bookings.change', { id, status: 'confirmed' })).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect(await eventsOf(id)).toMatchObject([{ event: 'booking.confirmed', payload: { booking_id: id, version: 1 } }]);
    expect(await busyOf(id)).toBe(1);
  });

  test.each(['client', 'professional', 'admin'] as const)(
    'its %s cancels with a reason; a second cancel changes nothing',
    async (role) => {
      for (const status of ['pending', 'confirmed'] as const) {
        const { professional, client, id } = await booked({ status });
        const who = { client, professional, admin: await t.make.admin() }[role];
        const answer = await call(who, 'bookings.change', { id, status: 'cancelled', reason: 'Ill' });
        expect(answer).toMatchObject({
          status: 200,
          body: { status: 'cancelled', cancelled_by: role, cancel_reason: 'Ill' },
        });
        expect(answer.body).not.toHaveProperty('expires_at');
        const again = await call(who, 'bookings.change', { id, status: 'cancelled', reason: 'Another' });
        expect(again).toMatchObject({ status: 200, body: answer.body });
        expect(await eventsOf(id)).toMatchObject([
          { event: 'booking.cancelled', payload: { booking_id: id, version: 1, by: role, from: status } },
        ]);
        expect(await busyOf(id)).toBe(0);
      }
    },
  );

  test('it says until when it can be confirmed while it is pending, and who cancelled it; a reason only where one was given', async () => {
    const start = new Date(Date.now() + 30 * HOUR).toISOString();
    const expiresAt = new Date(Date.now() + 2 * HOUR).toISOString();
    const { professional, client, id } = await booked({ start, expiresAt });
    const keys = async () => Object.keys((await call(client, 'bookings.byId', { id })).body as object);
    expect((await call(client, 'bookings.byId', { id })).body).toMatchObject({
      status: 'pending',
      expires_at: expiresAt,
    });
    expect(await keys()).not.toContain('cancelled_by');
    await call(professional, 'bookings.change', { id, status: 'confirmed' });
    expect(await keys()).not.toContain('expires_at');
    await call(client, 'bookings.change', { id, status: 'cancelled', reason: ' ' });
    expect((await call(client, 'bookings.byId', { id })).body).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'client',
    });
    expect(await keys()).not.toContain('cancel_reason');
    const late = await booked({ start, expiresAt: new Date(Date.now() - HOUR).toISOString() });
    await runDueTransitions(t.deps.db);
    expect((await call(late.client, 'bookings.byId', { id: late.id })).body).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'system',
    });
  });

  test('a refused change is 401 without a session, then 422, 403 for who may never confirm, 404 for others', async () => {
    const { id, client } = await booked();
    const [stranger, rival, admin] = [await t.make.client(), await t.make.professional(), await t.make.admin()];
    const unknown = '01890000-0000-7000-8000-000000000000';
    expect((await call(null, 'bookings.change', { id, status: 'nonsense' })).status).toBe(401);
    expect((await call(client, 'bookings.change', { id: unknown, status: 'nonsense' })).status).toBe(422);
    expect((await call(client, 'bookings.change', { id: 'x', status: 'nonsense' })).status).toBe(404);
    for (const who of [client, stranger, admin]) {
      for (const target of [id, unknown])
        expect((await call(who, 'bookings.change', { id: target, status: 'confirmed' })).status).toBe(403);
    }
    for (const [who, status] of [
      [stranger, 'cancelled'],
      [rival, 'cancelled'],
      [rival, 'confirmed'],
    ] as const) {
      expect(await call(who, 'bookings.change', { id, status })).toMatchObject({
        status: 404,
        body: { detail: 'Booking not found' },
      });
    }
    expect(await eventsOf(id)).toEqual([]);
  });

  test.each(['completed', 'pending', 'CONFIRMED', 'Cancelled', '', null, ['confirmed'], undefined, 1])(
    'D10: 422 for %j',
    async (status) => {
      const { professional, id } = await booked();
      const answer = await call(professional, 'bookings.change', { id, status });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'status'] }] } });
    },
  );

  test('D10: 422 for a reason of 501 characters; unknown fields change nothing', async () => {
    const { professional, id, booking } = await booked();
    const long = await call(professional, 'bookings.change', { id, status: 'cancelled', reason: 'x'.repeat(501) });
    expect(long).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'reason'] }] } });
    const extra = { total_price: 1, start_time: '2020-01-01T00:00:00Z', client_id: id, version: 9, notes: 'x' };
    expect((await call(professional, 'bookings.change', { id, status: 'confirmed', ...extra })).body).toMatchObject({
      status: 'confirmed',
      start_time: booking.start_time,
      notes: null,
      client: { id: booking.clientId },
    });
  });

  const wanted = ['confirmed', 'cancelled'] as const;
  const transitions = bookingStatuses.flatMap((from) => wanted.map((to) => [from, to] as const));
  test.each(transitions)('B5: from %s, asked for %s', async (from, to) => {
    const { professional, id } = await booked({ status: from });
    const { status, body } = await call(professional, 'bookings.change', { id, status: to });
    if (from === to || from === 'pending' || (from === 'confirmed' && to === 'cancelled')) {
      expect({ status, body }).toMatchObject({ status: 200, body: { status: to } });
    } else {
      expect({ status, body }).toEqual({ status: 409, body: { detail: `A ${from} booking cannot become ${to}.` } });
    }
    expect(await eventsOf(id)).toHaveLength(status === 200 && from !== to ? 1 : 0);
  });

  test('B5: 409 with both statuses for any change after the start, and for confirming after the expiry', async () => {
    const past = new Date(Date.now() - HOUR).toISOString();
    const pending = await booked({ start: past });
    const confirmed = await booked({ status: 'confirmed', start: past });
    const expired = await booked({ expiresAt: past });
    const ask = async ({ professional, id }: typeof pending, status: string) =>
      call(professional, 'bookings.change', { id, status });
    for (const [booking, status, from] of [
      [pending, 'confirmed', 'pending'],
      [pending, 'cancelled', 'pending'],
      [confirmed, 'cancelled', 'confirmed'],
      [expired, 'confirmed', 'pending'],
    ] as const) {
      const answer = await ask(booking, status);
      expect(answer.status).toBe(409);
      expect((answer.body as { detail: string }).detail).toMatch(new RegExp(`${from}.*${status}`));
    }
    expect((await ask(expired, 'cancelled')).status).toBe(200);
  });

  test('a booking confirmed at least 24 hours ahead has a reminder 24 hours ahead; others have none', async () => {
    const reminderOf = async (id: string) => (await t.make.read('bookings', id)).reminder_at;
    const far = await booked({ start: new Date(Date.now() + 25 * HOUR).toISOString() });
    const near = await booked({ start: new Date(Date.now() + 23 * HOUR).toISOString() });
    for (const { professional, id } of [far, near])
      await call(professional, 'bookings.change', { id, status: 'confirmed' });
    expect(await reminderOf(near.id)).toBeNull();
    expect(Date.parse((await reminderOf(far.id)) ?? '')).toBe(Date.parse(far.booking.start_time) - 24 * HOUR);
    await call(far.client, 'bookings.change', { id: far.id, status: 'cancelled' });
    expect(await reminderOf(far.id)).toBeNull();
  });
});

test('B5: of four confirms and four cancels at once, one cancel succeeds, after one confirm or none', async () => {
  for (let round = 0; round < repetitions(500); round++) {
    const { professional, client, id } = await booked();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => {
        const api = i % 4 < 2 ? t.rest : t.trpc;
        return i % 2 === 0
          ? api.call(professional, 'bookings.change', { id, status: 'confirmed' })
          : api.call(client, 'bookings.change', { id, status: 'cancelled' });
      }),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const events = (await eventsOf(id)).map(({ event }) => event);
    const { status, version } = await t.make.read('bookings', id);
    // A cancel is allowed before and after a confirm, so the booking ends cancelled.
    expect(status).toBe('cancelled');
    expect([['booking.cancelled'], ['booking.confirmed', 'booking.cancelled']]).toContainEqual(events);
    expect(version).toBe(events.length);
    expect(await busyOf(id)).toBe(0);
  }
});

describe('lists', () => {
  test('a client lists own bookings, a professional those with this client, an admin all; latest first, with a total', async () => {
    const client = await t.make.client();
    const [amara, rival] = [await t.make.professional(), await t.make.professional()];
    const admin = await t.make.admin();
    const made: MadeBooking[] = [];
    for (const [professional, hours, status] of [
      [amara, 30, 'pending'],
      [rival, 40, 'confirmed'],
      [amara, 50, 'cancelled'],
    ] as const) {
      const start = new Date(Date.now() + hours * HOUR).toISOString();
      made.push(
        await t.make.booking({ professionalId: professional.professionalId, clientId: client.clientId, status, start }),
      );
    }
    const [first, second, third] = made.map(({ bookingId }) => bookingId);
    const id = client.clientId;
    for (const api of t.apis) {
      const ids = async (...args: Parameters<typeof api.call>) => {
        const { status, body, headers } = await api.call(...args);
        return { status, ids: (body as { id: string }[]).map((one) => one.id), total: headers['x-total-count'] };
      };
      expect(await ids(client, 'bookings.ofClient', { id })).toEqual({
        status: 200,
        ids: [third, second, first],
        total: '3',
      });
      expect(await ids(admin, 'bookings.ofClient', { id, skip: 1, limit: 1 })).toEqual({
        status: 200,
        ids: [second],
        total: '3',
      });
      expect(await ids(amara, 'bookings.ofClient', { id: id.toUpperCase() })).toEqual({
        status: 200,
        ids: [third, first],
        total: '2',
      });
      expect(await ids(rival, 'bookings.ofProfessional', { id: rival.professionalId })).toEqual({
        status: 200,
        ids: [second],
        total: '1',
      });
      expect((await ids(admin, 'bookings.ofProfessional', { id: amara.professionalId })).ids).toEqual([third, first]);
    }
    const { body } = await t.rest.call(client, 'bookings.ofClient', { id, limit: 1 });
    const single = await t.rest.call(client, 'bookings.byId', { id: third });
    // What is to be done before a visit is answered with it alone.
    const { prepare, ...inRows } = single.body as Booking;
    expect([prepare, body]).toEqual([[], [inRows]]);
  });

  test('lists are filtered and turned round; the total counts what is left; ties go by id in the order of the list', async () => {
    const client = await t.make.client();
    const [amara, rival] = [await t.make.professional(), await t.make.professional()];
    const at = (hours: number) => new Date(base + hours * HOUR).toISOString();
    const base = Math.ceil(Date.now() / HOUR) * HOUR;
    const made: string[] = [];
    for (const [professional, hours, status] of [
      [amara, 30, 'pending'],
      [amara, 40, 'confirmed'],
      [rival, 40, 'pending'],
      [amara, 50, 'cancelled'],
      [amara, 60, 'pending'],
    ] as const) {
      const { professionalId } = professional;
      made.push(
        (await t.make.booking({ professionalId, clientId: client.clientId, status, start: at(hours) })).bookingId,
      );
    }
    const [at30, at40, tied, at50, at60] = made as [string, string, string, string, string];
    for (const api of t.apis) {
      const listed = async (who: Parameters<typeof api.call>[0], procedure: string, input: Record<string, unknown>) => {
        const { body, headers } = await api.call(who, `bookings.${procedure}`, input);
        return [(body as { id: string }[]).map((one) => one.id), headers['x-total-count']];
      };
      const ofClient = (filters: object) => listed(client, 'ofClient', { id: client.clientId, ...filters });
      const ofAmara = (filters: object) => listed(amara, 'ofProfessional', { id: amara.professionalId, ...filters });
      // Made later, so its id is the greater one.
      expect(await ofClient({})).toEqual([[at60, at50, tied, at40, at30], '5']);
      expect(await ofClient({ order: 'asc' })).toEqual([[at30, at40, tied, at50, at60], '5']);
      expect(await ofClient({ order: 'desc', status: ['pending'] })).toEqual([[at60, tied, at30], '3']);
      expect(await ofClient({ status: ['confirmed', 'cancelled'], limit: 1 })).toEqual([[at50], '2']);
      expect(await ofClient({ status: ['completed'] })).toEqual([[], '0']);
      expect(await ofClient({ skip: 4, limit: 3 })).toEqual([[at30], '5']);
      expect(await ofClient({ skip: 5 })).toEqual([[], '5']);
      expect(await ofClient({ from: at(40), to: at(60) })).toEqual([[at50, tied, at40], '3']);
      expect(await ofClient({ from: at(50).replace('Z', '+00:00'), order: 'asc' })).toEqual([[at50, at60], '2']);
      expect(await ofAmara({ to: at(50), order: 'asc', status: ['pending', 'confirmed'] })).toEqual([
        [at30, at40],
        '2',
      ]);
      expect(await listed(amara, 'ofClient', { id: client.clientId, from: at(40), to: at(41) })).toEqual([[at40], '1']);
      const refused = async (filters: object) => {
        const { status, body } = await api.call(client, 'bookings.ofClient', { id: client.clientId, ...filters });
        return [status, ((body as { detail: { loc: string[] }[] }).detail[0] ?? { loc: [] }).loc.slice(0, 2)];
      };
      expect(await refused({ from: at(40), to: at(40) })).toEqual([422, ['query', 'to']]);
      expect(await refused({ from: at(41), to: at(40).replace('.000Z', '+00:00') })).toEqual([422, ['query', 'to']]);
      expect(await refused({ from: '2027-01-05T10:00:00' })).toEqual([422, ['query', 'from']]);
      expect(await refused({ status: ['pending', 'gone'] })).toEqual([422, ['query', 'status']]);
      expect(await refused({ order: 'up' })).toEqual([422, ['query', 'order']]);
    }
  });

  test('lists of others are 404 where the person is hidden, and 403 where the professional is public', async () => {
    const { client, professional } = await booked({ status: 'cancelled' });
    const unknown = '01890000-0000-7000-8000-000000000000';
    const [stranger, rival, admin] = [await t.make.client(), await t.make.professional(), await t.make.admin()];
    const hidden = await t.make.professional({ is_active: false });
    for (const api of t.apis) {
      const status = async (...args: Parameters<typeof api.call>) => (await api.call(...args)).status;
      for (const who of [stranger, rival, professional])
        expect(await status(who, 'bookings.ofClient', { id: client.clientId })).toBe(404);
      for (const id of [unknown, 'x']) {
        for (const who of [client, professional, admin])
          expect(await status(who, 'bookings.ofClient', { id })).toBe(404);
        for (const who of [professional, admin]) expect(await status(who, 'bookings.ofProfessional', { id })).toBe(404);
      }
      expect(await status(null, 'bookings.ofClient', { id: client.clientId })).toBe(401);
      expect(await status(client, 'bookings.ofProfessional', { id: professional.professionalId })).toBe(403);
      expect(await status(rival, 'bookings.ofProfessional', { id: professional.professionalId })).toBe(403);
      expect(await status(rival, 'bookings.ofProfessional', { id: hidden.professionalId })).toBe(404);
      expect(await status(hidden, 'bookings.ofProfessional', { id: hidden.professionalId })).toBe(200);
      expect(await status(admin, 'bookings.ofClient', { id: client.clientId, limit: 101 })).toBe(422);
    }
  });
});
