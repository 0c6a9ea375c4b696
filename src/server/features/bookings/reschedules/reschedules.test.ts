import { beforeEach, describe, expect, test } from 'vitest';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, MadeBooking, ProfessionalPerson } from '#server/testing/make.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import type { Reschedule } from '#shared/reschedules.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
const day = Math.ceil(Date.now() / DAY) * DAY + 5 * DAY;
const nobody = '01890000-0000-7000-8000-000000000000';

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let booked: MadeBooking;

describe('rescheduling', () => {
  const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
  const ask = (who: { token: string }, start: number, more: object = {}) =>
    call(who, 'reschedules.ask', { id: booked.bookingId, start_time: iso(start), ...more });
  const answer = (who: { token: string }, request: { body: unknown }, status: string) =>
    call(who, 'reschedules.answer', { id: booked.bookingId, reschedule_id: (request.body as Reschedule).id, status });
  const read = async (who: { token: string } = zoe) =>
    (await call(who, 'bookings.byId', { id: booked.bookingId })).body as Booking;
  const isFree = async (start: number) => {
    const other = t.make.booking({ professionalId: amara.professionalId, start });
    return other.then(
      async ({ bookingId }) => {
        await t.deps.db.deleteFrom('bookings').where('id', '=', bookingId).execute();
        return true;
      },
      () => false,
    );
  };
  const book = async (status: 'pending' | 'confirmed' | 'cancelled' | 'completed', start = day) => {
    booked = await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zoe.clientId,
      status,
      start,
    });
  };

  beforeEach(async () => {
    amara = await t.make.professional({ display_name: 'Amara Okafor' });
    zoe = await t.make.client();
    await t.make.window(amara.professionalId, day, day + 8 * HOUR);
    await book('confirmed');
  });

  test.each(['pending', 'confirmed'] as const)(
    'agreed: a %s booking moves at once and is confirmed, and its client may cancel for a day',
    async (status) => {
      await t.deps.db.updateTable('professionals').set({ cancellation_cutoff_hours: 168 }).execute();
      await book(status, day + 4 * HOUR);
      await t.deps.db.updateTable('bookings').set({ cancellation_cutoff_hours: 168 }).execute();
      const held = await ask(amara, day + 3 * HOUR);
      expect(held).toMatchObject({ status: 201, body: { status: 'pending' } });
      const moved = await ask(amara, day + 6 * HOUR, { agreed: true, message: 'As you said' });
      expect(moved).toMatchObject({ status: 201, body: { status: 'accepted', requested_by: 'professional' } });
      const seen = await read();
      expect(seen).toMatchObject({ status: 'confirmed', start_time: iso(day + 6 * HOUR), reschedule: null });
      const { answered_at } = moved.body as Reschedule;
      expect(seen.cancel_until).toBe(iso(Date.parse(answered_at ?? '') + 24 * HOUR));
      expect([await isFree(day + 3 * HOUR), await isFree(day + 4 * HOUR)]).toEqual([true, true]);
      await t.drain();
      const [mail] = t.inbox.to(zoe.email).slice(-1);
      expect(mail?.subject).toBe('New time: Dry curl cut with Amara Okafor');
      expect(mail?.calendar?.method).toBe('REQUEST');
      expect(mail?.text).toContain(status === 'pending' ? 'confirmed your booking' : 'moved your booking');
      expect(mail?.text).toContain('You can change or cancel it online until');
      expect((await call(zoe, 'bookings.change', { id: booked.bookingId, status: 'cancelled' })).status).toBe(200);
    },
  );

  test('agreed: at most until the start, nothing that a client may say, and no booking that has expired', async () => {
    const soon = Math.ceil(Date.now() / HOUR) * HOUR + 2 * HOUR;
    await ask(amara, soon, { agreed: true });
    expect((await read()).cancel_until).toBe(iso(soon));
    await book('confirmed', day + 4 * HOUR);
    expect(await ask(zoe, day + 5 * HOUR, { agreed: true })).toMatchObject({ body: { status: 'pending' } });
    expect(await ask(amara, day + 6 * HOUR, { agreed: true })).toMatchObject({ status: 409 });
    expect(await ask(amara, day + 6 * HOUR, { agreed: 'yes' })).toMatchObject({ status: 422 });
    await book('pending', day + 7 * HOUR);
    await t.make.change('bookings', booked.bookingId, { expires_at: iso(Date.now() - MINUTE) });
    expect(await ask(amara, day + 10 * HOUR, { agreed: true })).toMatchObject({ status: 409 });
  });

  test('a client asks: both times are held, both sides see the request, and the professional accepts it', async () => {
    const asked = await ask(zoe, day + 2 * HOUR, { message: ' The school called ' });
    expect(asked).toMatchObject({
      status: 201,
      body: {
        booking_id: booked.bookingId,
        start_time: iso(day + 2 * HOUR),
        end_time: iso(day + 3 * HOUR),
        status: 'pending',
        requested_by: 'client',
        message: 'The school called',
        answered_at: null,
      },
    });
    for (const who of [zoe, amara]) expect((await read(who)).reschedule).toEqual(asked.body);
    expect([await isFree(day), await isFree(day + 2 * HOUR), await isFree(day + HOUR)]).toEqual([false, false, true]);

    expect((await answer(zoe, asked, 'accepted')).status).toBe(403);
    expect((await answer(amara, asked, 'withdrawn')).status).toBe(403);
    const accepted = await answer(amara, asked, 'accepted');
    expect(accepted).toMatchObject({ status: 200, body: { status: 'accepted' } });
    expect((accepted.body as Reschedule).answered_at).not.toBeNull();
    expect(await read()).toMatchObject({
      status: 'confirmed',
      start_time: iso(day + 2 * HOUR),
      end_time: iso(day + 3 * HOUR),
      segments: [{ start_time: iso(day + 2 * HOUR), end_time: iso(day + 3 * HOUR) }],
      previous_start_time: iso(day),
      cancel_until: iso(day + 2 * HOUR),
      reschedule: null,
      total_price: 95,
    });
    expect([await isFree(day), await isFree(day + 2 * HOUR)]).toEqual([true, false]);

    expect(await answer(amara, asked, 'accepted')).toMatchObject({ status: 200, body: accepted.body as object });
    const late = await answer(amara, asked, 'declined');
    expect(late).toMatchObject({ status: 409, body: { detail: 'This request was accepted.' } });
  });

  test('lists of what awaits an answer: new bookings and requests of the other side, in every order and status', async () => {
    const confirmed = booked.bookingId;
    await ask(zoe, day + 2 * HOUR);
    await book('confirmed', day + 4 * HOUR);
    const offered = booked.bookingId;
    await ask(amara, day + 5 * HOUR);
    await book('confirmed', day + 7 * HOUR);
    const declined = booked.bookingId;
    await answer(amara, await ask(zoe, day + 6 * HOUR), 'declined');
    await book('pending', day + DAY);
    const pending = booked.bookingId;
    await book('cancelled', day + 2 * DAY);
    const listed = async (who: { token: string }, awaits: string, more: object = {}) => {
      const [procedure, id] =
        who === zoe
          ? (['bookings.ofClient', zoe.clientId] as const)
          : (['bookings.ofProfessional', amara.professionalId] as const);
      const { body, headers } = await call(who, procedure, { id, awaits, ...more });
      expect(headers['x-total-count']).toBe(String((body as Booking[]).length));
      return (body as Booking[]).map((one) => one.id);
    };
    for (const who of [amara, zoe]) {
      expect(await listed(who, 'professional')).toEqual([pending, confirmed]);
      expect(await listed(who, 'professional', { order: 'asc' })).toEqual([confirmed, pending]);
      expect(await listed(who, 'professional', { status: ['confirmed'] })).toEqual([confirmed]);
      expect(await listed(who, 'professional', { to: iso(day) })).toEqual([]);
      expect(await listed(who, 'client')).toEqual([offered]);
      expect(await listed(who, 'client', { status: ['pending'] })).toEqual([]);
    }
    expect(await listed(amara, 'professional')).not.toContain(declined);
    expect(await call(amara, 'bookings.ofProfessional', { id: amara.professionalId, awaits: 'admin' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'awaits'] }] },
    });
  });

  test.each([
    ['declined', 'amara'],
    ['withdrawn', 'zoe'],
  ] as const)('%s: the booking stays, and the other time is free again', async (status, who) => {
    const asked = await ask(zoe, day + 2 * HOUR);
    expect(await answer({ amara, zoe }[who], asked, status)).toMatchObject({ status: 200, body: { status } });
    expect(await read()).toMatchObject({ start_time: iso(day), previous_start_time: null, reschedule: null });
    expect([await isFree(day), await isFree(day + 2 * HOUR)]).toEqual([false, true]);
  });

  test('the new time may overlap the old one', async () => {
    const asked = await ask(zoe, day + 30 * MINUTE);
    expect(asked.status).toBe(201);
    expect(await isFree(day + 90 * MINUTE)).toBe(true);
    expect((await answer(amara, asked, 'accepted')).status).toBe(200);
    expect([await isFree(day - 30 * MINUTE), await isFree(day + 30 * MINUTE)]).toEqual([true, false]);
  });

  test.each([
    { what: 'apart', by: 120, service: {}, parts: [[0, 60]] },
    { what: 'overlapping', by: 30, service: {}, parts: [[0, 60]] },
    {
      what: 'where one of two parts was held whole',
      by: 60,
      service: { service_duration_minutes: 120, processing_start_minutes: 30, processing_minutes: 30 },
      parts: [
        [0, 30],
        [60, 120],
      ],
    },
  ])('accepted, $what: the booking has its new parts, and nothing else is held', async ({ by, service, parts }) => {
    const at = (minutes: number) => day + 3 * HOUR + minutes * MINUTE;
    booked = await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zoe.clientId,
      serviceIds: [await t.make.service(amara.professionalId, service)],
      status: 'confirmed',
      start: at(0),
    });
    expect((await answer(amara, await ask(zoe, at(by)), 'accepted')).status).toBe(200);
    const busy = await t.deps.db
      .selectFrom('busy_times')
      .select(['kind', 'reschedule_id', 'start_time', 'end_time'])
      .where('booking_id', '=', booked.bookingId)
      .orderBy('start_time')
      .execute();
    expect(busy).toEqual(
      parts.map(([from = 0, to = 0]) => ({
        kind: 'booking',
        reschedule_id: null,
        start_time: iso(at(by + from)),
        end_time: iso(at(by + to)),
      })),
    );
  });

  test('a pending booking: its client gives it another time at once, and its expiry stays', async () => {
    await book('pending', day + 4 * HOUR);
    const { expires_at } = await read();
    expect(await ask(zoe, day + 2 * HOUR)).toMatchObject({ status: 201, body: { status: 'accepted' } });
    expect(await read()).toMatchObject({
      status: 'pending',
      start_time: iso(day + 2 * HOUR),
      expires_at: iso(Math.min(Date.parse(expires_at ?? ''), day + 2 * HOUR)),
    });
  });

  test('a confirmed one at once, too, where the professional confirms at once', async () => {
    await t.make.change('professionals', amara.professionalId, { instant_confirmation: true });
    expect((await ask(zoe, day + 2 * HOUR)).body).toMatchObject({ status: 'accepted' });
    expect(await read()).toMatchObject({ status: 'confirmed', start_time: iso(day + 2 * HOUR) });
  });

  test('a counter-offer: while it waits the booking can be confirmed, and accepting it confirms the booking', async () => {
    await t.deps.db.deleteFrom('bookings').where('id', '=', booked.bookingId).execute();
    booked = await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zoe.clientId,
      start: day,
      expiresAt: iso(Date.now() + HOUR),
    });
    const own = (await read()).expires_at ?? '';
    // No window is there: it needs nothing but to be free.
    const offer = await ask(amara, day + 30 * HOUR + 7 * MINUTE);
    expect(offer).toMatchObject({ status: 201, body: { status: 'pending', requested_by: 'professional' } });
    expect((await read()).expires_at).toBe((offer.body as Reschedule).expires_at);
    await answer(zoe, offer, 'declined');
    expect(await read()).toMatchObject({ status: 'pending', expires_at: own });

    const again = await ask(amara, day + 30 * HOUR);
    expect(await answer(zoe, again, 'accepted')).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ status: 'confirmed', start_time: iso(day + 30 * HOUR) });
  });

  test('confirming or cancelling ends a pending request, and so does a new one of the same side', async () => {
    const first = await ask(zoe, day + 2 * HOUR);
    const second = await ask(zoe, day + 3 * HOUR);
    expect(second.status).toBe(201);
    expect(await isFree(day + 2 * HOUR)).toBe(true);
    await call(amara, 'bookings.change', { id: booked.bookingId, status: 'cancelled' });
    const list = await call(zoe, 'reschedules.ofBooking', { id: booked.bookingId });
    expect(list.headers['x-total-count']).toBe('2');
    expect((list.body as Reschedule[]).map(({ id, status }) => [id, status])).toEqual(
      [second, first].map(({ body }) => [(body as Reschedule).id, 'withdrawn']),
    );
    expect([await isFree(day), await isFree(day + 3 * HOUR)]).toEqual([true, true]);
    expect(await answer(amara, second, 'accepted')).toMatchObject({
      status: 409,
      body: { detail: 'This request was withdrawn.' },
    });
  });

  test('409: the same start, the other side asks, a time that is taken, begun, over', async () => {
    const taken = 'That time is no longer available.';
    const refused = async (who: { token: string }, start: number) => {
      const { status, body } = await ask(who, start);
      return [status, (body as { detail: string }).detail];
    };
    expect(await refused(zoe, day)).toEqual([409, 'It is at that time already.']);
    await t.make.booking({ professionalId: amara.professionalId, start: day + 5 * HOUR });
    expect(await refused(zoe, day + 5 * HOUR)).toEqual([409, taken]);
    expect(await refused(amara, day + 4.5 * HOUR)).toEqual([409, taken]);
    // Off the grid, and outside of all windows.
    expect(await refused(zoe, day + 2 * HOUR + MINUTE)).toEqual([409, taken]);
    expect(await refused(zoe, day + 9 * HOUR)).toEqual([409, taken]);
    await ask(zoe, day + 2 * HOUR);
    expect(await refused(amara, day + 3 * HOUR)).toEqual([409, 'Please answer the other request first.']);
    for (const status of ['cancelled', 'completed'] as const) {
      await book(status, day + 20 * HOUR);
      expect(await refused(zoe, day + 3 * HOUR)).toEqual([409, `A ${status} booking cannot get another time.`]);
    }
    await book('confirmed', Date.now() - 5 * MINUTE);
    expect(await refused(amara, day + 3 * HOUR)).toEqual([409, 'This booking has begun.']);
  });

  test('422: a professional’s time in the past or too far ahead, whatever else; 404: others, and unknown requests', async () => {
    for (const start of [Date.now() - MINUTE, Date.now() + 367 * DAY])
      expect((await ask(amara, start)).status).toBe(422);
    expect((await ask(amara, day, { message: 'a'.repeat(501) })).status).toBe(422);
    for (const stranger of [await t.make.client(), await t.make.professional()])
      expect(await ask(stranger, day + 2 * HOUR)).toMatchObject({ status: 404, body: { detail: 'Booking not found' } });
    expect(await answer(amara, { body: { id: nobody } }, 'accepted')).toMatchObject({
      status: 404,
      body: { detail: 'Request not found' },
    });
    expect(
      (await call(amara, 'reschedules.answer', { id: booked.bookingId, reschedule_id: nobody, status: 'expired' }))
        .status,
    ).toBe(422);
  });

  test('a professional asks five times in an hour for one booking', async () => {
    for (let i = 0; i < 5; i++) expect((await ask(amara, day + (20 + i) * HOUR)).status).toBe(201);
    const sixth = await ask(amara, day + 30 * HOUR);
    expect(sixth.status).toBe(429);
    expect((sixth.body as { detail: string }).detail).toMatch(
      /^Too many requests for this booking\. Try again in \d+ minutes\.$/,
    );
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3_000);
  });

  test('free times for a booking: its length, its own and its request’s time free, its present start left out', async () => {
    await t.make.booking({ professionalId: amara.professionalId, start: day + 6 * HOUR });
    await ask(zoe, day + 3 * HOUR);
    const starts = async (who: { token: string } | null, more: object = { booking_id: booked.bookingId }) => {
      const answer = await call(who, 'availability.ofProfessional', { id: amara.professionalId, ...more });
      if (answer.status !== 200) return answer.status;
      const windows = answer.body as { available_slots: { start_time: string }[] }[];
      return windows.flatMap(({ available_slots }) =>
        available_slots.map(({ start_time }) => (Date.parse(start_time) - day) / HOUR),
      );
    };
    const service_ids = booked.serviceIds;
    const others = [1, 1.5, 2, 4, 4.5, 5, 7];
    expect(await starts(null, { service_ids })).toEqual(others);
    const own = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 7];
    for (const who of [zoe, amara, await t.make.admin()]) expect(await starts(who)).toEqual(own);
    for (const who of [null, await t.make.client(), await t.make.professional()]) expect(await starts(who)).toBe(404);
    expect(await starts(zoe, { booking_id: booked.bookingId, service_ids })).toBe(422);
    const elsewhere = await t.make.booking({ clientId: zoe.clientId });
    expect(await starts(zoe, { booking_id: elsewhere.bookingId })).toBe(404);
    for (const start of own.slice(0, 3)) expect((await ask(zoe, day + start * HOUR)).status).toBe(201);
    await call(amara, 'bookings.change', { id: booked.bookingId, status: 'cancelled' });
    expect(await starts(zoe)).toBe(409);
  });

  test('after its cut-off a client neither cancels nor asks, but answers; its professional does both', async () => {
    await t.make.change('bookings', booked.bookingId, {
      cancellation_cutoff_hours: 168,
      created_at: iso(Date.now() - DAY),
    });
    const late = 'This appointment can no longer be changed online. Please contact Amara Okafor.';
    expect(await ask(zoe, day + 2 * HOUR)).toMatchObject({ status: 409, body: { detail: late } });
    const cancel = await call(zoe, 'bookings.change', { id: booked.bookingId, status: 'cancelled' });
    expect(cancel).toMatchObject({ status: 409, body: { detail: late } });
    const offer = await ask(amara, day + 2 * HOUR);
    expect((await answer(zoe, offer, 'accepted')).status).toBe(200);
    expect((await call(amara, 'bookings.change', { id: booked.bookingId, status: 'cancelled' })).status).toBe(200);
  });

  test('B11: the same key asks once, and belongs to one booking', async () => {
    const key = { 'idempotency-key': 'again' };
    const input = { id: booked.bookingId, start_time: iso(day + 2 * HOUR) };
    const first = await call(zoe, 'reschedules.ask', input, key);
    expect(await call(zoe, 'reschedules.ask', input, key)).toMatchObject({ status: 201, body: first.body as object });
    const { body } = await call(zoe, 'reschedules.ofBooking', { id: booked.bookingId });
    expect(body).toHaveLength(1);
    await book('confirmed', day + 6 * HOUR);
    expect(
      (await call(zoe, 'reschedules.ask', { ...input, id: booked.bookingId, start_time: iso(day + 4 * HOUR) }, key))
        .status,
    ).toBe(201);
  });
});

describe('by the clock', () => {
  const at = (hours: number): Promise<TestApp> => t.at(`${hours} hours`);

  test('an unanswered request expires: the booking stays, and the held time is free within the system’s minute', async () => {
    amara = await t.make.professional();
    zoe = await t.make.client();
    await t.make.window(amara.professionalId, day, day + 8 * HOUR);
    booked = await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zoe.clientId,
      status: 'confirmed',
      start: day,
    });
    const asked = await t.rest.call(zoe, 'reschedules.ask', { id: booked.bookingId, start_time: iso(day + 2 * HOUR) });
    const later = await at(25);
    const late = await later.rest.call(amara, 'reschedules.answer', {
      id: booked.bookingId,
      reschedule_id: (asked.body as Reschedule).id,
      status: 'accepted',
    });
    expect(late).toMatchObject({ status: 409, body: { detail: 'This request has expired.' } });
    expect(await runDueTransitions(later.deps.db)).toBeGreaterThan(0);
    const { body } = await later.rest.call(zoe, 'reschedules.ofBooking', { id: booked.bookingId });
    expect(body).toMatchObject([{ status: 'expired' }]);
    await t.make.booking({ professionalId: amara.professionalId, start: day + 2 * HOUR });
    await later.drain();
    const { body: told } = await later.rest.call(zoe, 'notifications.mine');
    expect((told as { message: string }[])[0]?.message).toMatch(/didn't answer your request to move .* It stays on /);
  });

  test('so does a counter-offer that the pending booking waited for: nobody withdrew it, and it says so', async () => {
    amara = await t.make.professional();
    zoe = await t.make.client();
    booked = await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zoe.clientId,
      start: day,
      expiresAt: iso(Date.now() + HOUR),
    });
    const offer = await t.rest.call(amara, 'reschedules.ask', {
      id: booked.bookingId,
      start_time: iso(day + 2 * HOUR),
    });
    expect(offer).toMatchObject({ status: 201, body: { status: 'pending' } });
    const later = await at(25);
    expect(await runDueTransitions(later.deps.db)).toBeGreaterThan(0);
    const { body } = await later.rest.call(zoe, 'reschedules.ofBooking', { id: booked.bookingId });
    expect(body).toMatchObject([{ status: 'expired' }]);
    expect((await later.rest.call(zoe, 'bookings.byId', { id: booked.bookingId })).body).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'system',
    });
    await later.drain();
    const told = async (person: typeof amara | typeof zoe) => {
      const { body } = await later.rest.call(person, 'notifications.mine');
      const messages = (body as { message: string }[]).map(({ message }) => message);
      return [...messages, ...later.inbox.to(person.email).map(({ text }) => text)].join('\n');
    };
    const [of, to] = [await told(amara), await told(zoe)];
    expect(of).toMatch(/didn't answer your request to move .*\.$/m);
    expect(of).toMatch(/^The booking request from .* was cancelled, as no time was agreed\.$/m);
    expect(to).toMatch(/^Your booking request to .* was cancelled, as no time was agreed\.$/m);
    expect(`${of} ${to}`).not.toMatch(/stays|another time on|You didn't answer|didn't answer your booking/);
  });
});
