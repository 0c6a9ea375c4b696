import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, type MockContext, test, vi } from 'vitest';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { forgetParty } from '#server/features/bookings/life/forget-queries.ts';
import { useTestApp } from '#server/testing/app.ts';
import { behind, deadlocks, lockWaits } from '#server/testing/lock-waits.ts';
import { useLogins } from '#server/testing/logins.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { password } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp({
  PUBLIC_URL: 'https://saluni.example',
  LOGIN_MAX_FAILURES: '3',
  LOGIN_MAX_FAILURES_PER_ADDRESS: '0',
});
const { login } = useLogins(t);

/** In every text that a person enters; letters alone, because names have no digits. */
const canary = 'Zyqwortle';
const soon = Math.ceil(Date.now() / HOUR) * HOUR + 3 * DAY;

const remove = (who: { token: string }, more: object = {}) =>
  t.rest.call(who, 'auth.deleteAccount', { password, ...more });

async function give(userId: string, values: { email?: string; username?: string } = {}) {
  await t.make.change('users', userId, { password_hash: await hashPassword(password), ...values });
}

/**
 * Every row of every table that holds one of the texts, as `table: row`. Words of a search that found nothing are kept
 * without who typed them.
 */
async function findRows(...texts: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and table_name <> 'empty_searches'`.execute(t.deps.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select one::text as row from ${sql.raw(name)} one where one::text ilike any(${texts.map((text) => `%${text}%`)})`.execute(
      t.deps.db,
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

const feedback = {
  confusing: { choice: 'navigation', comment: canary },
  smooth: { choice: 'booking process', comment: canary },
  switchReason: { choice: 'other', comment: canary },
};

/** Leaves something of a user in every table that belongs to users. */
async function leaveTraces(who: ClientPerson | ProfessionalPerson, email: string) {
  await give(who.userId, { email, username: `${canary} Adjei` });
  await t.make.row('waitlist_entries', { name: canary, email, role: 'Client', status: 'approved', note: canary });
  const calls = [
    t.rest.call(who, 'feedback.send', { ...feedback, email }, { 'idempotency-key': canary }),
    t.rest.call(who, 'calendar.createFeed'),
    t.rest.call(who, 'users.updatePreferences', { mail: { booking: true } }),
    t.rest.call(who, 'auth.requestEmail', { current_password: password, email: `other-${email}` }),
    t.rest.call(null, 'auth.forgot', { email }),
  ];
  for (const { status } of await Promise.all(calls)) expect(status).toBeLessThan(300);
  expect((await login(email)).status).toBe(200);
  await t.drain();
}

const statusOf = (id: string) => t.make.read('bookings', id);

describe('the end of an account', () => {
  test('a client: nothing of them is left in any table, what the professional needs is, and everybody who has to is told', async () => {
    const email = `${canary.toLowerCase()}@accounts.example`;
    const client = await t.make.client({ first_name: canary, last_name: 'Adjei', phone_number: '0499888777' });
    const mobile = { kind: 'mobile', address: null, access_note: null, public: false, facts: [] } as const;
    const amara = await t.make.professional({ place: mobile });
    const service = await t.make.service(amara.professionalId);
    await leaveTraces(client, email);
    await t.rest.call(client, 'clients.updateMe', {
      first_name: canary,
      last_name: 'Adjei',
      phone_number: '0499888777',
      notes: canary,
    });
    await t.make.window(amara.professionalId, soon, soon + 8 * HOUR);
    const book = async (hours: number) => {
      const input = {
        professional_id: amara.professionalId,
        service_ids: [service],
        start_time: new Date(soon + hours * HOUR).toISOString(),
        notes: canary,
        visit_address: `1 ${canary} Street`,
      };
      const answer = await t.rest.call(client, 'bookings.create', input, { 'idempotency-key': `k${hours}` });
      expect(answer.status).toBe(201);
      return (answer.body as { id: string }).id;
    };
    const [pending, confirmed, withdrawn] = [await book(0), await book(2), await book(4)];
    expect((await t.rest.call(amara, 'bookings.change', { id: confirmed, status: 'confirmed' })).status).toBe(200);
    expect(
      (await t.rest.call(client, 'bookings.change', { id: withdrawn, status: 'cancelled', reason: canary })).status,
    ).toBe(200);
    await t.rest.call(client, 'hair.change', { hair: { note: canary } });
    expect((await t.rest.call(client, 'bookings.share', { id: confirmed, hair: true })).status).toBe(200);
    expect((await t.rest.call(amara, 'hair.ofBooking', { id: confirmed })).status).toBe(200);
    const past = await t.make.booking({
      ...client,
      professionalId: amara.professionalId,
      serviceIds: [service],
      status: 'completed',
      start: soon - 9 * DAY,
      notes: canary,
    });
    const payments = [{ method: 'cash', amount: 95 }];
    await t.rest.call(amara, 'bookings.writePayments', { id: past.bookingId, payments });
    expect((await t.rest.call(amara, 'bookings.issueReceipt', { id: past.bookingId })).status).toBe(201);
    await t.drain();
    expect((await findRows(canary, '0499888777')).length).toBeGreaterThan(10);
    const before = t.inbox.to(amara.email).length;

    // More often than guesses are allowed: the password is right each time.
    for (let n = 0; n < 4; n++) {
      expect(await remove(client)).toMatchObject({
        status: 409,
        body: {
          detail:
            "You have 1 confirmed booking ahead. Deleting your account cancels it, and we'll email the other side.",
        },
      });
    }
    expect(await statusOf(pending)).toMatchObject({ status: 'pending' });
    expect((await t.rest.call(client, 'auth.me')).status).toBe(200);
    expect(await remove(client, { confirm: true })).toMatchObject({ status: 204, body: undefined });

    expect((await t.rest.call(client, 'auth.me')).status).toBe(401);
    expect((await login(email)).status).toBe(401);
    await t.drain();
    expect(await findRows(canary, '0499888777')).toEqual([]);
    for (const table of ['client_hair', 'hair_shares', 'hair_readings'] as const)
      expect(
        await t.deps.db.selectFrom(table).where('client_id', '=', client.clientId).select('client_id').execute(),
      ).toEqual([]);
    expect(await statusOf(pending)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'system',
      cancel_reason: 'The client has left Saluni.',
      notes: null,
    });
    expect(await statusOf(confirmed)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'client',
      cancel_reason: 'The client has left Saluni.',
      notes: null,
    });
    expect(await statusOf(past.bookingId)).toMatchObject({ status: 'completed', notes: null });
    const own = await t.rest.call(amara, 'bookings.ofProfessional', { id: amara.professionalId });
    expect((own.body as { client: object }[]).map(({ client: them }) => them)).toEqual(
      Array(4).fill({ id: client.clientId, first_name: 'Former', last_name: 'client' }),
    );
    expect(own.body).toMatchObject([{}, {}, {}, { service: { name: 'Dry curl cut' } }]);
    const told = t.inbox.to(amara.email).slice(before);
    expect(told.map(({ subject }) => subject)).toEqual(Array(2).fill('Cancelled: Dry curl cut with Former client'));
    for (const { text } of told) expect(text).toContain('The client has left Saluni.');
    const slots = (await t.rest.call(null, 'availability.ofProfessional', { id: amara.professionalId })).body as {
      available_slots: object[];
    }[];
    expect(slots[0]?.available_slots).toHaveLength(16);
  });

  test('a professional: the same, and nobody finds or books them any more', async () => {
    const email = `${canary.toLowerCase()}-pro@accounts.example`;
    const pro = await t.make.professional({ specializations: [4, 5] });
    await leaveTraces(pro, email);
    const profile = {
      professional_type: 'barber',
      location: `${canary} Street`,
      bio: canary,
      experience_years: 7,
      profile_picture: `https://${canary}.example/me.jpg`,
      specializations: [4],
    };
    // Each booking has the policy that it was made under.
    const place = { kind: 'home', address: `1 ${canary} Street`, access_note: canary };
    const words = {
      place,
      contact_phone: '0499888777',
      cancellation_policy: `${canary} comes first`,
      business_name: canary,
      abn: '51824753556',
    };
    const settings = { ...profile, ...words, display_name: canary };
    expect((await t.rest.call(pro, 'professionals.updateMe', settings)).status).toBe(200);
    const service = await t.make.service(pro.professionalId, { description: canary });
    await t.make.row('professional_pictures', {
      professional_id: pro.professionalId,
      kind: 'work',
      storage_key: randomUUID(),
      alt: canary,
      caption: canary,
      width: 8,
      height: 8,
    });
    await t.make.service(pro.professionalId, { name: canary });
    // Bookings keep what their client was told to do; axes come after them, as they would have to choose.
    const madeOf = (parts: object) => {
      const offer = { name: 'Dry curl cut', category: 'Haircut', price: 95, service_duration_minutes: 60 };
      return t.rest.call(pro, 'services.update', { id: service, ...offer, ...parts });
    };
    const extras = [{ kind: 'other', name: canary, price: 1, service_duration_minutes: 0 }];
    expect((await madeOf({ extras, prepare: [{ kind: 'do', text: canary }] })).status).toBe(200);
    await t.make.window(pro.professionalId, soon, soon + 8 * HOUR);
    const client = await t.make.client();
    const input = { professional_id: pro.professionalId, service_ids: [service], notes: 'Please call' };
    const book = async (hours: number) =>
      (
        (
          await t.rest.call(
            client,
            'bookings.create',
            { ...input, start_time: new Date(soon + hours * HOUR).toISOString() },
            { 'idempotency-key': `p${hours}` },
          )
        ).body as { id: string }
      ).id;
    const [pending, confirmed, refused] = [await book(0), await book(2), await book(4)];
    expect((await t.rest.call(pro, 'bookings.change', { id: confirmed, status: 'confirmed' })).status).toBe(200);
    expect(
      (await t.rest.call(pro, 'bookings.change', { id: refused, status: 'cancelled', reason: canary })).status,
    ).toBe(200);
    // A guest's receipt nobody has any more; a client keeps theirs, below.
    const entry = {
      start_time: new Date(Math.floor(Date.now() / HOUR) * HOUR - HOUR).toISOString(),
      guest: { name: 'Kim' },
    };
    const { id } = (await t.rest.call(pro, 'bookings.writeIn', { ...entry, service_ids: [service] })).body as {
      id: string;
    };
    await t.rest.call(pro, 'bookings.writePayments', { id, payments: [{ method: 'cash', amount: 9 }] });
    expect((await t.rest.call(pro, 'bookings.issueReceipt', { id })).status).toBe(201);
    // What the professional says of hours, appointments, clients and guests.
    const date = new Date(soon + 30 * DAY).toISOString().slice(0, 10);
    const [off, on, other] = [30, 31, 32].map((days) => new Date(soon + days * DAY).toISOString());
    const guestEmail = 'guest-of@example.com';
    const guest = {
      start_time: off,
      service_ids: [service],
      guest: { name: 'Guest', email: guestEmail },
      notes: canary,
    };
    const writtenIn = (await t.rest.call(pro, 'bookings.writeIn', guest, { 'idempotency-key': 'g' })).body as {
      id: string;
      contact_id: string;
    };
    const said = [
      t.rest.call(pro, 'professionals.updateMe', settings),
      t.rest.call(pro, 'hours.setDate', { date, hours: [], note: canary }),
      t.rest.call(pro, 'hours.addTimeOff', { start: off, end: on, reason: canary }),
      t.rest.call(pro, 'contacts.update', { id: client.clientId, notes: canary }),
      t.rest.call(pro, 'contacts.update', { id: writtenIn.contact_id, notes: canary }),
      t.rest.call(pro, 'reschedules.ask', { id: writtenIn.id, start_time: on, message: canary }),
      t.rest.call(pro, 'reschedules.ask', { id: pending, start_time: other, message: canary }),
    ];
    expect((await Promise.all(said)).map(({ status }) => status)).toEqual([200, 200, 201, 200, 200, 201, 201]);
    const choices = [{ name: canary }, { name: 'Long' }];
    const cells = [[{ price: 95, service_duration_minutes: 60 }], [{ price: 99, service_duration_minutes: 60 }]];
    const variants = { axes: [{ kind: 'length', name: `${canary} length`, choices }], cells };
    expect((await madeOf({ variants })).status).toBe(200);
    await t.drain();
    const before = t.inbox.to(client.email).length;

    expect(await remove(pro)).toMatchObject({ status: 409 });
    expect((await remove(pro, { confirm: true })).status).toBe(204);
    await t.drain();
    expect(await findRows(canary)).toEqual([]);
    expect(await statusOf(pending)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'system',
      notes: 'Please call',
    });
    expect(await statusOf(confirmed)).toMatchObject({ status: 'cancelled', cancelled_by: 'professional' });
    expect(await statusOf(writtenIn.id)).toMatchObject({ status: 'cancelled', notes: null });
    const toGuest = t.inbox.to(guestEmail).at(-1);
    expect(toGuest?.text).toContain('book with someone else');
    expect(toGuest?.text).not.toContain(pro.professionalId);
    expect(await statusOf(refused)).toMatchObject({ status: 'cancelled', cancel_reason: null });
    expect((await t.rest.call(client, 'bookings.byId', { id: confirmed })).body).toMatchObject({
      service: { id: service, name: 'Dry curl cut' },
      professional: { display_name: 'Former professional' },
      cancel_reason: 'The professional has left Saluni.',
    });
    expect(
      t.inbox
        .to(client.email)
        .slice(before)
        .map(({ subject }) => subject),
    ).toEqual(Array(2).fill('Cancelled: Dry curl cut with Former professional'));
    for (const call of ['professionals.byId', 'availability.ofProfessional', 'services.ofProfessional'])
      expect((await t.rest.call(null, call, { id: pro.professionalId })).status).toBe(404);
    expect((await t.rest.call(null, 'services.byId', { id: service })).status).toBe(404);
    expect((await t.rest.call(null, 'professionals.list', { search: canary })).body).toMatchObject({ total: 0 });
    expect(
      (await t.rest.call(client, 'bookings.create', { ...input, start_time: new Date(soon).toISOString() })).status,
    ).toBe(404);
  });
});

test('who has neither bookings nor services leaves no row at all, and may come back under the same address', async () => {
  const people = [await t.make.client(), await t.make.professional()] as const;
  const favourite = { professional_id: people[1].professionalId };
  expect((await t.rest.call(people[0], 'favourites.add', favourite)).status).toBe(204);
  const books_open = JSON.stringify({ day: 1, time: '20:00', months: 1 });
  await t.make.change('professionals', people[1].professionalId, { books_open });
  expect((await t.rest.call(people[0], 'booksReminders.add', { id: people[1].professionalId })).status).toBe(204);
  for (const who of people) {
    await give(who.userId);
    expect((await remove(who)).status).toBe(204);
    const ids = 'clientId' in who ? [who.clientId] : [who.professionalId];
    // The address is kept for one mail alone, which says that the account is gone.
    expect(await findRows(who.userId, ...ids)).toEqual([]);
    await t.drain();
    expect(t.inbox.to(who.email).map(({ subject }) => subject)).toEqual(['Your Saluni account is deleted']);
    expect(await findRows(who.userId, who.email, ...ids)).toEqual([]);
    expect(
      (await t.rest.call(null, 'waitlist.signup', { name: 'Mere Te Ao', email: who.email, role: 'Client' })).status,
    ).toBe(201);
  }
});

test('of two deletions at once one finds the account, and the other no caller', async () => {
  const client = await t.make.client();
  await give(client.userId);
  const answers = await Promise.all([remove(client), remove(client)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
});

test('the last active admin stays, also of two who leave at once; the password is asked for, and guesses are counted', async () => {
  const [one, two] = [await t.make.admin(), await t.make.admin()];
  for (const { userId } of [one, two]) await give(userId);
  const wrong = await remove(one, { password: 'not it' });
  expect(wrong).toMatchObject({ status: 409, body: { detail: 'Your current password is not right.' } });
  expect(await remove(one, { password: undefined })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'password'] }] },
  });
  // Nothing is read from the address, which logs keep.
  expect(
    (
      await t.app.inject({
        method: 'DELETE',
        url: `/users/me?password=${encodeURIComponent(password)}`,
        headers: { authorization: `Bearer ${one.token}` },
      })
    ).statusCode,
  ).toBe(422);
  const answers = await Promise.all([remove(one), remove(two)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    detail: "The last active admin can't be deleted.",
  });

  const client = await t.make.client();
  await give(client.userId);
  const statuses = [];
  for (const guess of ['one', 'two', 'three', 'four', password])
    statuses.push((await remove(client, { password: guess })).status);
  expect(statuses).toEqual([409, 409, 409, 429, 429]);
});

/** The code of a refused deletion, which tRPC alone answers. */
async function reasonOf({ token }: { token: string }, payload: object): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await t.app.inject({ method: 'POST', url: '/trpc/auth.deleteAccount', headers, payload });
  expect(answer.statusCode).toBe(409);
  return answer.json<{ error: { data: { reason?: string } } }>().error.data.reason;
}

test('what is refused because of bookings ahead was counted before anything was written, and says why by a code', async () => {
  for (const role of ['client', 'professional'] as const) {
    const [client, professional] = [await t.make.client(), await t.make.professional()];
    const leaving = { client, professional }[role];
    await give(leaving.userId);
    const both = { clientId: client.clientId, professionalId: professional.professionalId };
    await t.make.booking({ ...both, status: 'confirmed', start: soon });
    await t.make.booking({ ...both, start: soon + DAY });
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const refused = await reasonOf(leaving, { password });
    const texts = query.mock.calls.map(([given]: unknown[]) =>
      String((given as { text?: string }).text ?? given)
        .trim()
        .toLowerCase(),
    );
    query.mockRestore();
    expect(refused).toBe('bookings_ahead');
    expect(texts.filter((text) => /^(update|delete|insert)/.test(text) && !text.includes('login_'))).toEqual([]);
  }
  const client = await t.make.client();
  await give(client.userId);
  expect(await reasonOf(client, { password: 'not it' })).toBe('wrong_password');
});

describe('calls that are under way', () => {
  /** Connections on a busy machine: who waits for a lock here may wait as long as a statement may take. */
  beforeAll(() => void t.deps.pool.on('connect', (client) => void client.query('set lock_timeout = 0')));

  const arrived = (calls: number) => expect.poll(() => lockWaits(t.deps.db), { timeout: 4_000 }).toBe(calls);

  /** Runs `late` against a deletion that has done its work but not committed yet. */
  async function during<T>(who: ClientPerson | ProfessionalPerson, late: () => Promise<T>, calls = 1): Promise<T> {
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The deletion's last statement waits for this row.
    const holding = t.deps.db.transaction().execute(async (trx) => {
      await sql`select from notifications where user_id = ${who.userId} for update`.execute(trx);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    const removing = remove(who, { confirm: true });
    try {
      await arrived(1);
      const answer = late();
      await arrived(1 + calls);
      released.resolve();
      expect((await removing).status).toBe(204);
      return await answer;
    } finally {
      // What waits here after a failure would count as waiting in the next test.
      released.resolve();
      await Promise.all([holding, removing]);
    }
  }

  async function notified(who: ClientPerson | ProfessionalPerson) {
    await give(who.userId);
    await sql`insert into notifications (user_id, event_id, type, message) values (${who.userId}, uuidv7(), 'booking_created', '')`.execute(
      t.deps.db,
    );
    return who;
  }

  test.each([undefined, 'a key'])(
    'B2: a booking with the key %j and the deletion of its client lock in one order',
    async (key) => {
      const [client, { professionalId }] = [await t.make.client(), await t.make.professional()];
      await give(client.userId);
      const service = await t.make.service(professionalId);
      await t.make.window(professionalId, soon, soon + 4 * HOUR);
      const input = {
        professional_id: professionalId,
        service_ids: [service],
        start_time: new Date(soon).toISOString(),
      };
      const before = await deadlocks(t.deps.db);
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
      const [booked, removed] = await behind(
        t.deps.db,
        (trx) => sql`select from professionals where id = ${professionalId} for update`.execute(trx),
        () => t.rest.call(client, 'bookings.create', input, headers),
        () => remove(client),
      );
      expect([booked.status, removed.status]).toEqual([201, 204]);
      expect((await deadlocks(t.deps.db)) - before).toBe(0);
    },
  );

  test('the turn of hashing a password ends before the work of the deletion begins', async () => {
    const client = await t.make.client();
    await notified(client);
    const removing = await t.deps.db.transaction().execute(async (trx) => {
      await sql`select from notifications where user_id = ${client.userId} for update`.execute(trx);
      const answer = remove(client);
      await arrived(1);
      // As many as may run at a time.
      const [started, all] = [new Set<string>(), Promise.withResolvers<void>()];
      const works = ['one', 'two', 'three', 'four'].map((name) =>
        t.deps.limiters.hashes.run({ keys: [name, name] }, () => {
          started.add(name);
          return all.promise;
        }),
      );
      await delay(50);
      const atOnce = started.size;
      all.resolve();
      await Promise.all(works);
      expect(atOnce).toBe(4);
      return { answer };
    });
    expect((await removing.answer).status).toBe(204);
  });

  test('a deletion whose connection breaks has done nothing, and can be asked for again', async () => {
    const [client, professional] = [await t.make.client(), await t.make.professional()];
    const booking = { clientId: client.clientId, professionalId: professional.professionalId };
    const ids: string[] = [];
    for (let n = 0; n < 3; n++)
      ids.push((await t.make.booking({ ...booking, status: 'confirmed', start: soon + n * DAY })).bookingId);
    await notified(professional);
    await t.deps.db.transaction().execute(async (trx) => {
      // The deletion's last statement waits for this row.
      await sql`select from notifications where user_id = ${professional.userId} for update`.execute(trx);
      const removing = remove(professional, { confirm: true });
      await arrived(1);
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(trx);
      expect((await removing).status).toBe(503);
    });
    for (const id of ids) expect(await statusOf(id)).toMatchObject({ status: 'confirmed', cancel_reason: null });
    const events = await t.deps.db.selectFrom('outbox').select('payload').execute();
    expect(events.filter(({ payload }) => ids.includes((payload as { booking_id?: string }).booking_id ?? ''))).toEqual(
      [],
    );
    expect((await t.rest.call(null, 'professionals.byId', { id: professional.professionalId })).status).toBe(200);
    expect((await remove(professional, { confirm: true })).status).toBe(204);
    await t.drain();
    expect(t.inbox.to(client.email)).toHaveLength(3);
  });

  test('of the own account are 401 and write nothing, whether its rows stay or go', async () => {
    for (const stays of [true, false]) {
      const pro = await t.make.professional();
      const client = await t.make.client();
      if (stays)
        await t.make.booking({
          professionalId: pro.professionalId,
          clientId: client.clientId,
          status: 'completed',
          start: soon - 9 * DAY,
        });
      const profile = {
        display_name: canary,
        professional_type: 'barber',
        location: canary,
        experience_years: 1,
        specializations: [1],
      };
      const window = { start_time: new Date(soon).toISOString(), end_time: new Date(soon + HOUR).toISOString() };
      const service = {
        name: canary,
        description: '',
        service_duration_minutes: 60,
        price: 50,
        is_active: true,
        category: 'Other',
      };
      await notified(pro);
      const answers = await during(
        pro,
        async () => {
          const calls = [
            t.rest.call(pro, 'services.create', service),
            t.rest.call(pro, 'professionals.updateMe', profile),
            t.rest.call(pro, 'availability.create', window),
            t.rest.call(pro, 'feedback.send', feedback),
            t.rest.call(pro, 'contacts.update', { id: client.clientId, notes: canary }),
          ];
          return Promise.all(calls);
        },
        5,
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(401));
      await notified(client);
      const own = { first_name: canary, last_name: 'Adjei', phone_number: '0400111222', notes: canary };
      const { status } = await during(client, () => t.rest.call(client, 'clients.updateMe', own));
      expect(status).toBe(stays ? 401 : 404);
      expect(await findRows(canary)).toEqual([]);
    }
  });

  test('an event that is carried out meanwhile tells nobody the name', async () => {
    const pro = await t.make.professional();
    const service = await t.make.service(pro.professionalId);
    await t.make.window(pro.professionalId, soon, soon + 8 * HOUR);
    const client = await t.make.client({ first_name: canary, last_name: 'Adjei' });
    const wanted = {
      professional_id: pro.professionalId,
      service_ids: [service],
      start_time: new Date(soon).toISOString(),
    };
    await t.drain();
    expect((await t.rest.call(client, 'bookings.create', wanted)).status).toBe(201);
    await notified(client);
    await during(client, () => t.drain());
    await t.drain();
    expect(await findRows(canary)).toEqual([]);
  });

  test('a password and an address that were replaced meanwhile count as they are now', async () => {
    /** Runs `call` until it waits for the account's row, changes that and lets the call go on. */
    async function meeting(
      userId: string,
      change: { email?: string; password_hash?: string },
      call: () => ReturnType<typeof remove>,
    ) {
      const { answer } = await t.deps.db.transaction().execute(async (trx) => {
        await trx.updateTable('users').set(change).where('id', '=', userId).execute();
        const answer = call();
        await arrived(1);
        return { answer };
      });
      return answer;
    }
    const client = await t.make.client();
    await give(client.userId);
    const next = { password_hash: await hashPassword('another battery, correct') };
    const email = { current_password: password, email: 'stranger@accounts.example' };
    const wrong = { status: 409, body: { detail: 'Your current password is not right.' } };
    expect(await meeting(client.userId, next, () => remove(client))).toMatchObject(wrong);
    await give(client.userId);
    expect(await meeting(client.userId, next, () => t.rest.call(client, 'auth.requestEmail', email))).toMatchObject(
      wrong,
    );
    await give(client.userId);
    const moved = `moved-${client.email}`;
    await t.make.row('waitlist_entries', { name: 'Mere', email: moved, role: 'Client', status: 'approved' });
    expect((await meeting(client.userId, { email: moved }, () => remove(client))).status).toBe(204);
    await t.drain();
    expect(await findRows(moved, 'stranger@')).toEqual([]);
  });

  test('a booking by or with the account is refused, or cancelled with the others', async () => {
    const pro = await t.make.professional();
    const service = await t.make.service(pro.professionalId);
    await t.make.window(pro.professionalId, soon, soon + 8 * HOUR);
    const client = await t.make.client();
    await t.make.booking({
      professionalId: pro.professionalId,
      clientId: client.clientId,
      serviceIds: [service],
      status: 'completed',
      start: soon - 9 * DAY,
    });
    const book = (who: ClientPerson, hour: number) =>
      t.rest.call(who, 'bookings.create', {
        professional_id: pro.professionalId,
        service_ids: [service],
        start_time: new Date(soon + hour * HOUR).toISOString(),
      });
    await notified(client);
    expect((await during(client, () => book(client, 0))).status).toBe(401);
    const other = await t.make.client();
    await notified(pro);
    expect((await during(pro, () => book(other, 2))).status).toBe(404);
    const { rows } = await t.deps.pool.query(
      "select 1 from bookings where professional_id = $1 and status in ('pending', 'confirmed')",
      [pro.professionalId],
    );
    expect(rows).toEqual([]);
  });
});

describe('an account of years, with 3,000 bookings and 250 windows', () => {
  const many = 3_000;
  async function pair() {
    const [client, professional] = [await t.make.client(), await t.make.professional()];
    await t.make.service(professional.professionalId);
    for (const { userId } of [client, professional]) await give(userId);
    await sql`
      with starts as (
        select n, date_trunc('day', now()) - (2 + n / 12) * interval '1 day' + n % 12 * interval '1 hour' as start
        from generate_series(1, ${many}::int) n
      ),
      windows as (
        insert into availability (professional_id, start_time, end_time)
        select ${professional.professionalId}::uuid, min(start), max(start) + interval '1 hour'
        from starts group by n / 12 returning id, start_time, end_time
      ),
      made as (
        insert into bookings (professional_id, client_id, availability_id, status, start_time, end_time,
          total_price_cents, expires_at)
        select ${professional.professionalId}::uuid, ${client.clientId}::uuid, windows.id, 'completed', start,
          start + interval '1 hour', 5000, start
        from starts join windows on start >= windows.start_time and start < windows.end_time
        returning professional_id, id, start_time, end_time
      ),
      busy as (
        insert into busy_times (professional_id, booking_id, start_time, end_time)
        select professional_id, id, start_time, end_time from made
      )
      insert into notifications (user_id, event_id, type, message, booking_id)
      select user_id, uuidv7(), type, 'An appointment', made.id from made, (values
        (${professional.userId}::uuid, 'booking_requested'), (${professional.userId}::uuid, 'booking_reminder'),
        (${client.userId}::uuid, 'booking_confirmed'), (${client.userId}::uuid, 'booking_completed')) told (user_id, type)`.execute(
      t.deps.db,
    );
    return { client, professional };
  }

  test.each(['client', 'professional'] as const)(
    'a %s: what others were told is read once, not once a booking',
    async (role) => {
      const { client, professional } = await pair();
      const id = role === 'client' ? client.clientId : professional.professionalId;
      await t.deps.db.transaction().execute(async (trx) => {
        // They count on from what the connection has not reported yet of earlier transactions.
        const counts = async () => {
          const { rows } = await sql<{ read: number; updated: number }>`
            select (seq_tup_read + idx_tup_fetch)::int as read, n_tup_upd::int as updated
            from pg_stat_xact_user_tables where relname = 'notifications'`.execute(trx);
          return rows[0] ?? { read: 0, updated: 0 };
        };
        const before = await counts();
        await forgetParty(trx, { role, id }, t.deps.news.former(role));
        const after = await counts();
        expect(after.updated - before.updated).toBe(2 * many);
        expect(after.read - before.read).toBeLessThan(20 * many);
      });
    },
  );

  test('both can be deleted, and windows go with their professional', async () => {
    const { client, professional } = await pair();
    expect((await remove(client)).status).toBe(204);
    expect((await remove(professional)).status).toBe(204);
    const { rows } = await sql<{ windows: number; bookings: number }>`
      select (select count(*)::int from availability where professional_id = ${professional.professionalId}) as windows,
        (select count(*)::int from bookings
          where professional_id = ${professional.professionalId} and availability_id is null) as bookings
    `.execute(t.deps.db);
    expect(rows).toEqual([{ windows: 0, bookings: many }]);
  });
});

/** How many statements a deletion's transaction has; others' go over other connections meanwhile. */
function statementsOfDeletion({ calls, contexts }: MockContext<typeof pg.Client.prototype.query>): number {
  const asked = calls.map((call, index) => ({ text: textOf(call[0]), connection: contexts[index] }));
  const deletes = asked.find(({ text }) => text.startsWith('delete from "users"'));
  const own = asked.filter(({ connection }) => connection === deletes?.connection).map(({ text }) => text);
  return own.indexOf('commit') - own.lastIndexOf('begin', own.indexOf('commit'));
}
const textOf = (query: unknown) => (typeof query === 'string' ? query : (query as { text: string }).text);

test('with many bookings ahead: as few statements as with one, each booking has its event, and others are told once', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const seen = { client: [] as number[], professional: [] as number[] };
  for (const role of ['client', 'professional'] as const) {
    for (const many of [1, 10]) {
      const [client, professional] = [await t.make.client(), await t.make.professional()];
      const [leaving, other] = role === 'client' ? [client, professional] : [professional, client];
      await give(leaving.userId);
      const serviceIds = [await t.make.service(professional.professionalId)];
      const ids: string[] = [];
      for (let n = 0; n < 2 * many; n++) {
        const status = n < many ? 'confirmed' : 'pending';
        const { clientId } = client;
        const { professionalId } = professional;
        ids.push(
          (await t.make.booking({ professionalId, clientId, serviceIds, status, start: soon + n * HOUR })).bookingId,
        );
      }
      await t.drain();
      query.mockClear();
      expect((await remove(leaving, { confirm: true })).status).toBe(204);
      seen[role].push(statementsOfDeletion(query.mock));
      const events = await t.deps.db
        .selectFrom('outbox')
        .select(['payload', 'request_id'])
        .where('done_at', 'is', null)
        .where('event', '=', 'booking.cancelled')
        .execute();
      const told = events.map(
        ({ payload }) => payload as { booking_id: string; by: string; from: string; version: number },
      );
      expect(new Set(told.map(({ booking_id }) => booking_id))).toEqual(new Set(ids));
      expect(told.map(({ from, by, version }) => `${from} by ${by}, ${version}`).sort()).toEqual([
        ...Array(many).fill(`confirmed by ${role}, 1`),
        ...Array(many).fill('pending by system, 1'),
      ]);
      expect(new Set(events.map(({ request_id }) => request_id))).toEqual(new Set([expect.any(String)]));
      await t.drain();
      expect((await t.rest.call(other, 'notifications.mine', { limit: 100 })).body).toHaveLength(2 * many);
      expect(t.inbox.to(other.email)).toHaveLength(2 * many);
    }
  }
  query.mockRestore();
  expect(seen.client[1]).toBe(seen.client[0]);
  expect(seen.professional[1]).toBe(seen.professional[0]);
});
