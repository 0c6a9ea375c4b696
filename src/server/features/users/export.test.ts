import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { password } from '#server/testing/make.ts';
import { accountExport } from '#shared/account-export.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { exportAccount } from './export-account.ts';

const t = useTestApp();
const soon = Math.ceil(Date.now() / HOUR) * HOUR + 3 * DAY;

test('the export is a file with all that is stored of a user, over both APIs alike, and nothing of anybody else', async () => {
  const pro = await t.make.professional({ display_name: 'Amara Okafor', bio: 'Curls', specializations: [4] });
  const client = await t.make.client({ first_name: 'Zoë' });
  const stranger = await t.make.client({ first_name: 'Elsewhere' });
  const service = await t.make.service(pro.professionalId, { name: 'Dry curl cut' });
  await t.make.window(pro.professionalId, soon, soon + 8 * HOUR);
  // More than one page of each, and many bookings with one start, as cancelled ones can have.
  const start = soon - 30 * DAY;
  for (const n of [0, 1, 2])
    await t.make.booking({ ...pro, ...client, serviceIds: [service], status: 'completed', start: start + n * HOUR });
  for (const at of [start - DAY, start - 2 * DAY]) {
    await t.deps.pool.query(
      `with made as (
         insert into bookings (professional_id, client_id, status, start_time, end_time, total_price_cents, expires_at, cancelled_by)
         select $1, $2, 'cancelled', $4::timestamptz, $4::timestamptz + interval '1 hour', 9500, $4, 'client' from generate_series(1, 300)
         returning id
       )
       insert into booking_services (professional_id, booking_id, position, service_id, name, price_cents, service_duration_minutes)
       select $1, id, 0, $3, 'Dry curl cut', 9500, 60 from made`,
      [pro.professionalId, client.clientId, service, new Date(at).toISOString()],
    );
  }
  await t.make.booking({
    ...stranger,
    professionalId: pro.professionalId,
    serviceIds: [service],
    status: 'completed',
    start: start - 5 * DAY,
  });
  await t.deps.pool.query(
    'insert into notifications (user_id, event_id, type, message) select $1, uuidv7(), ' +
      "'booking_requested', n::text from generate_series(1, 1001) n",
    [client.userId],
  );
  await t.rest.call(client, 'feedback.send', {
    confusing: { choice: 'navigation', comment: 'Where?' },
    smooth: { choice: 'other' },
    switchReason: { choice: 'other' },
  });
  await t.rest.call(client, 'calendar.createFeed');
  const phone = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' };
  await t.make.password(client);
  expect((await t.rest.call(null, 'auth.login', { username: client.email, password }, phone)).status).toBe(200);

  for (const who of [client, stranger])
    await t.rest.call(who, 'favourites.add', { professional_id: pro.professionalId });
  await t.deps.db.updateTable('professionals').set({ books_open: '{"day":1,"time":"20:00","months":1}' }).execute();
  await t.rest.call(client, 'booksReminders.add', { id: pro.professionalId });

  const answer = await t.rest.call(client, 'users.export');
  expect(answer).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store', 'content-disposition': 'attachment; filename="saluni-export.json"' },
  });
  // In pieces: its length is not known when it begins.
  expect(answer.headers['content-length']).toBeUndefined();
  const data = accountExport.parse(answer.body);
  expect(data).toMatchObject({
    account: { id: client.userId, email: client.email, role: 'client' },
    client: { id: client.clientId, first_name: 'Zoë', phone_number: '0400111222' },
    professional: null,
    preferences: { mail: { booking: true } },
    calendar_feed: { created_at: expect.any(String) },
    feedback: [{ confusing_comment: 'Where?' }],
    services: [],
    favourites: [{ professional: 'Amara Okafor', professional_id: pro.professionalId }],
    books_reminders: [{ professional: 'Amara Okafor', professional_id: pro.professionalId }],
    devices: [{ device: 'Firefox on Linux', last_login_at: expect.any(String) }],
  });
  expect(data.sessions).toHaveLength(2);
  expect(new Set(data.notifications.map(({ message }) => message)).size).toBe(1_001);
  expect(data.bookings).toHaveLength(603);
  expect(new Set(data.bookings.map(({ id }) => id)).size).toBe(603);
  const over = (await t.trpc.call(client, 'users.export')).body as object;
  expect({ ...over, exported_at: '' }).toEqual({ ...(answer.body as object), exported_at: '' });
  const text = JSON.stringify(answer.body);
  for (const other of ['Elsewhere', stranger.userId, stranger.email, pro.email, pro.userId])
    expect(text).not.toContain(other);
  expect(text).not.toMatch(/argon2|secret_hash|password|[0-9a-f]{64}/);

  // Of an account that went while the request was under way.
  const nobody = {
    id: randomUUID(),
    role: 'client',
    email: '',
    username: '',
    has_password: true,
    professional_id: null,
    client_id: null,
    session_id: '',
  } as const;
  await expect(exportAccount(t.deps, nobody)).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    message: 'Not authenticated',
  });

  const own = accountExport.parse((await t.rest.call(pro, 'users.export')).body);
  expect(own).toMatchObject({
    professional: { display_name: 'Amara Okafor' },
    deposits: { percent: 0, who: 'everyone' },
    services: [{ id: service, price: 95, deposit: null }],
    client: null,
  });
  expect([own.availability.length, own.bookings.length, own.favourites.length]).toEqual([1, 604, 0]);
  // Every instant as in all other answers.
  for (const one of [answer.body, own]) expect(JSON.stringify(one)).not.toMatch(/T\d\d:\d\d:\d\d[.\d]*[+-]\d\d/);
  expect(own.availability).toMatchObject([
    { start_time: new Date(soon).toISOString(), created_at: expect.stringMatching(/\.\d{3}Z$/) },
  ]);
  const admin = accountExport.parse((await t.rest.call(await t.make.admin(), 'users.export')).body);
  expect([admin.bookings, admin.admin_actions]).toEqual([[], []]);
});
