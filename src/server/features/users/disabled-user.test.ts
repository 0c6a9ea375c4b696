import { describe, expect, test } from 'vitest';
import { openTestApp, useTestApp } from '#server/testing/app.ts';
import type { ClientPerson } from '#server/testing/make.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { disableUser, enableUser } from './disable-user.ts';

const t = useTestApp();

/** A professional with a service and a window of tomorrow. */
async function offering({ name = 'Amara Okafor', service = 'Dry curl cut' } = {}) {
  const professional = await t.make.professional({ display_name: name });
  const serviceId = await t.make.service(professional.professionalId, { name: service });
  const start = Math.ceil(Date.now() / HOUR) * HOUR + DAY;
  const windowId = await t.make.window(professional.professionalId, start, start + 8 * HOUR);
  return { ...professional, serviceId, windowId, start };
}

const disable = async (email: string) =>
  (await disableUser(t.deps.db, { email })) ?? expect.fail(`${email} has no account`);
const enable = (email: string) => enableUser(t.deps.db, { email });

describe('S15: a disabled professional', () => {
  test.each([
    ['rest', { name: 'Wanjiru Kamau', service: 'Silk press' }],
    ['trpc', { name: 'Tevita Moala', service: 'Box braids' }],
  ] as const)(
    'is neither listed nor shown nor bookable for others over %s, and comes back as they were',
    async (name, names) => {
      const api = t[name];
      const [one, client, admin] = [await offering(names), await t.make.client(), await t.make.admin()];
      const booking = {
        professional_id: one.professionalId,
        service_ids: [one.serviceId],
        start_time: new Date(one.start).toISOString(),
      };
      /** What a visitor and a client get of the professional. */
      const seen = async () => [
        await api.call(null, 'professionals.byId', { id: one.professionalId }),
        await api.call(client, 'services.byId', { id: one.serviceId }),
        await api.call(null, 'services.ofProfessional', { id: one.professionalId }),
        await api.call(null, 'availability.ofProfessional', { id: one.professionalId }),
        await api.call(client, 'availability.slots', { id: one.windowId }),
        await api.call(client, 'professionals.list', { search: names.name }),
        await api.call(null, 'services.list', { search: names.service, facets: true }),
      ];
      // Lists hear of what others commit within a second.
      const { search } = t.deps;
      await search.start();
      await search.caughtUp();
      const before = await seen();
      expect(before.map(({ status }) => status)).toEqual(before.map(() => 200));
      expect(before.slice(5).map(({ body }) => (body as { total: number }).total)).toEqual([1, 1]);

      await disable(one.email);
      await search.caughtUp();
      const gone = await seen();
      expect(gone.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 200, 200]);
      for (const { body } of gone.slice(5)) expect(body).toMatchObject({ results: [], total: 0 });
      expect(gone[6]?.body).toMatchObject({ facets: { categories: [], specializations: [] } });
      expect(await api.call(client, 'bookings.create', booking)).toMatchObject({
        status: 404,
        body: { detail: 'Professional not found' },
      });
      expect(await api.call(admin, 'professionals.byId', { id: one.professionalId })).toMatchObject({
        status: 200,
        body: { is_active: false },
      });

      await enable(one.email);
      await search.caughtUp();
      expect((await seen()).map(({ body }) => body)).toEqual(before.map(({ body }) => body));
      expect((await api.call(client, 'bookings.create', booking)).status).toBe(201);
    },
  );

  test('their own switch stays as it was: enabling shows no profile that was hidden', async () => {
    const one = await t.make.professional({ is_active: false });
    for (const change of [disable, enable]) {
      await change(one.email);
      expect((await t.rest.call(null, 'professionals.byId', { id: one.professionalId })).status).toBe(404);
    }
  });

  test('loses all sessions; the system cancels pending bookings and mails each client, the professional nothing', async () => {
    const [one, client] = [await offering(), await t.make.client()];
    const made = { professionalId: one.professionalId, clientId: client.clientId, serviceIds: [one.serviceId] };
    const pending = [
      await t.make.booking({ ...made, start: one.start }),
      await t.make.booking({ ...made, start: one.start + HOUR }),
    ];
    const later = await t.make.booking({ ...made, status: 'confirmed', start: one.start + 3 * HOUR });
    const sooner = await t.make.booking({ ...made, status: 'confirmed', start: one.start + 2 * HOUR });
    await t.make.booking({ ...made, status: 'confirmed', start: one.start - 3 * DAY });

    const { cancelled, confirmed } = await disable(one.email);
    expect(cancelled).toBe(2);
    expect(confirmed.map(({ id, status }) => [id, status])).toEqual([
      [sooner.bookingId, 'confirmed'],
      [later.bookingId, 'confirmed'],
    ]);
    expect((await t.rest.call(one, 'auth.me')).status).toBe(401);
    for (const { bookingId } of pending) {
      expect(await t.rest.call(client, 'bookings.byId', { id: bookingId })).toMatchObject({
        status: 200,
        body: {
          status: 'cancelled',
          cancelled_by: 'system',
          cancel_reason: 'The professional no longer takes bookings.',
        },
      });
    }
    const busy = await t.deps.db
      .selectFrom('busy_times')
      .select('booking_id')
      .where('professional_id', '=', one.professionalId)
      .execute();
    expect(busy.map(({ booking_id }) => booking_id)).not.toContain(pending[0]?.bookingId);

    await t.drain();
    const told = t.inbox.to(client.email);
    expect(told.map(({ subject }) => subject)).toEqual(Array(2).fill('Cancelled: Dry curl cut with Amara Okafor'));
    for (const { text } of told) {
      expect(text).toMatch(/Your booking request to Amara Okafor for Dry curl cut on .* was cancelled\./);
      expect(text).toContain('The professional no longer takes bookings.');
      expect(text).not.toContain("didn't answer");
    }
    await t.rest.call(client, 'bookings.change', { id: sooner.bookingId, status: 'cancelled' });
    await t.drain();
    expect(t.inbox.to(one.email)).toEqual([]);
    await enable(one.email);
    await t.drain();
    expect(t.inbox.to(one.email)).toEqual([]);
  });

  test('an email that waited for the mail server when they were disabled is not sent any more', async () => {
    const [one, client] = [await offering(), await t.make.client()];
    const made = { professionalId: one.professionalId, clientId: client.clientId, serviceIds: [one.serviceId] };
    const { bookingId } = await t.make.booking({ ...made, status: 'confirmed', start: one.start });
    t.inbox.refuse = { at: 'data', code: 451, text: '4.2.0 later' };
    await t.rest.call(client, 'bookings.change', { id: bookingId, status: 'cancelled' });
    await t.drain();
    await disable(one.email);
    t.inbox.refuse = undefined;
    const later = await t.at('1 hour');
    await later.drain();
    expect(t.inbox.to(one.email)).toEqual([]);
    const stored = await t.deps.db
      .selectFrom('deliveries')
      .select('skip_reason')
      .where('recipient', '=', one.userId)
      .execute();
    expect(stored).toEqual([{ skip_reason: 'the recipient is disabled' }]);
  });

  test('again nothing changes: no booking is cancelled and no email sent twice', async () => {
    const [one, client] = [await offering(), await t.make.client()];
    await t.make.booking({
      professionalId: one.professionalId,
      clientId: client.clientId,
      serviceIds: [one.serviceId],
    });
    expect((await disable(one.email)).cancelled).toBe(1);
    expect((await disable(one.email)).cancelled).toBe(0);
    await t.drain();
    expect(t.inbox.to(client.email)).toHaveLength(1);
  });

  test('while clients book over two processes: whatever was acknowledged is cancelled, and nothing is acknowledged after it', async () => {
    const clients = await Promise.all(Array.from({ length: 12 }, () => t.make.client()));
    const twin = await openTestApp(t.databaseUrl);
    const seen = new Set<number>();
    for (let round = 0; round < repetitions(60); round++) {
      const one = await offering();
      let next = 0;
      let gone = false;
      const answers: { status: number; late: boolean }[] = [];
      /** Books one hour after another until the professional is gone. */
      const keepBooking = async (client: ClientPerson, index: number) => {
        while (next < 8) {
          const start_time = new Date(one.start + next++ * HOUR).toISOString();
          const booking = { professional_id: one.professionalId, service_ids: [one.serviceId], start_time };
          const late = gone;
          const { status } = await (index % 2 ? t : twin).rest.call(client, 'bookings.create', booking);
          answers.push({ status, late });
        }
      };
      const disabling = new Promise((resolve) => setTimeout(resolve, round % 6)).then(() => disable(one.email));
      const ended = disabling.then(() => {
        gone = true;
      });
      await Promise.all([...clients.map(keepBooking), ended]);
      const left = await t.deps.db
        .selectFrom('bookings')
        .select('status')
        .where('professional_id', '=', one.professionalId)
        .execute();
      expect(left.filter(({ status }) => status !== 'cancelled')).toEqual([]);
      expect(left).toHaveLength(answers.filter(({ status }) => status === 201).length);
      for (const { status, late } of answers) {
        expect(late ? [404] : [201, 404]).toContain(status);
        seen.add(status);
      }
    }
    expect([...seen].sort()).toEqual([201, 404]);
    await twin.close();
  });
});

describe('S15: disabling', () => {
  test("a client's tokens end at once; what they have booked stays", async () => {
    const client = await t.make.client();
    const { bookingId } = await t.make.booking({ clientId: client.clientId });
    expect(await disable(client.email)).toMatchObject({ cancelled: 0, confirmed: [] });
    expect((await t.rest.call(client, 'bookings.byId', { id: bookingId })).status).toBe(401);
    const { status } = await t.make.read('bookings', bookingId);
    expect(status).toBe('pending');
    await enable(client.email);
    expect((await t.rest.call(client, 'auth.me')).status).toBe(401);
  });

  test('the last active admin stays, also when two admins are disabled at once', async () => {
    await t.deps.db.updateTable('users').set({ is_active: false }).where('role', '=', 'admin').execute();
    const [first, second] = [await t.make.admin(), await t.make.admin()];
    const results = await Promise.allSettled([first, second].map(({ email }) => disableUser(t.deps.db, { email })));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const stayed = results[0]?.status === 'rejected' ? first : second;
    await expect(disableUser(t.deps.db, { email: stayed.email })).rejects.toThrow(
      "The last active admin can't be disabled.",
    );
    expect((await t.rest.call(stayed, 'auth.me')).status).toBe(200);
  });

  test('an unknown address is nobody', async () => {
    expect(await disableUser(t.deps.db, { email: 'nobody@example.com' })).toBeUndefined();
    expect(await enable('nobody@example.com')).toBeUndefined();
  });
});
