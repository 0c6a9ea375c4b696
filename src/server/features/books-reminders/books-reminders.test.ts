import { beforeEach, expect, test } from 'vitest';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import { type ClientPerson, type ProfessionalPerson, profileInput } from '#server/testing/make.ts';
import { DAY, MINUTE } from '#shared/constants.ts';
import type { Notification } from '#shared/notifications.ts';
import { nextOpening } from '#shared/rules/books-open.ts';
import { formatMonth } from '#shared/time.ts';

const t = useTestApp();
const books = { day: 20, time: '20:00', months: 1 };
const zone = 'Australia/Melbourne';
const next = nextOpening(books, zone, Date.now() + MINUTE);

let amara: ProfessionalPerson;
let zoe: ClientPerson;
beforeEach(async () => {
  amara = await t.make.professional({ time_zone: zone, books_open: JSON.stringify(books) });
  zoe = await t.make.client();
});

const call = (method: 'add' | 'remove' | 'mine', who = zoe) =>
  t.rest.call(who, `booksReminders.${method}`, { id: amara.professionalId });
const waiting = async () => (await call('mine')).body;
const change = (books_open: object | null) =>
  t.rest.call(amara, 'professionals.updateMe', { ...profileInput, books_open });
const atOpening = (minutes: number) => t.at(`${next.opens + minutes * MINUTE - Date.now()} milliseconds`);
/** What is done by an app's clock; returns what the client was told then. */
async function told(app: TestApp = t, who = zoe) {
  await runDueTransitions(app.deps.db);
  await app.drain();
  const rows = await t.deps.db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', who.userId)
    .where('type', '=', 'books_opened')
    .execute();
  return { texts: rows.map(({ message }) => message), mails: t.inbox.to(who.email).map(({ subject }) => subject) };
}
const text = `Amara Okafor has opened their books for ${formatMonth(next.month)}. You can book now.`;
const once = { texts: [text], mails: [`Books open: ${formatMonth(next.month)} with Amara Okafor`] };
const nothing = { texts: [], mails: [] };

test('who asked is told once when the month opens, and not a moment before', async () => {
  expect([await waiting(), (await call('add')).status, await waiting()]).toEqual([
    { waiting: false },
    204,
    { waiting: true },
  ]);
  expect((await call('add')).status).toBe(204);
  const [before, after] = [await atOpening(-1), await atOpening(0)];
  expect(await told(before)).toEqual(nothing);
  // Two processes at once tell it once.
  await Promise.all([runDueTransitions(after.deps.db), runDueTransitions(after.deps.db)]);
  expect(await told(after)).toEqual(once);
  expect([await told(after), await waiting()]).toEqual([once, { waiting: false }]);
  const [row] = (await t.rest.call(zoe, 'notifications.mine')).body as Notification[];
  expect(row?.link).toBe(`/public-professional-page/${amara.professionalId}`);
});

test('who takes it back is not told, and who wants no mails is told in the app', async () => {
  expect([(await call('remove')).status, (await call('add')).status]).toEqual([204, 204]);
  expect([(await call('remove')).status, (await call('remove')).status, await waiting()]).toEqual([
    204,
    204,
    { waiting: false },
  ]);
  const other = await t.make.client();
  const off = { mail: { booking: false } };
  expect((await t.rest.call(other, 'users.updatePreferences', off)).status).toBe(200);
  expect((await call('add', other)).status).toBe(204);
  const app = await atOpening(0);
  expect([await told(app), await told(app, other)]).toEqual([nothing, { ...once, mails: [] }]);
});

test('it is told at once when the setting goes, or opens the month earlier, and later when it opens later', async () => {
  await call('add');
  expect((await change({ ...books, day: 21 })).status).toBe(200);
  expect(await told(await atOpening(1))).toEqual(nothing);
  expect((await change({ ...books, months: 3 })).status).toBe(200);
  expect(await told()).toEqual(once);

  const other = await t.make.client();
  await change(books);
  await call('add', other);
  expect(await told(t, other)).toEqual(nothing);
  await change(null);
  expect(await told(t, other)).toEqual(once);
  expect(await call('add', other)).toMatchObject({ status: 409, body: { detail: "Amara Okafor's books are open." } });
});

test('of somebody inactive it ends untold, and nobody can ask for one', async () => {
  await call('add');
  expect((await t.rest.call(amara, 'professionals.updateMe', { ...profileInput, is_active: false })).status).toBe(200);
  const app = await atOpening(1);
  expect(await told(app)).toEqual(nothing);
  expect((await t.rest.call(amara, 'professionals.updateMe', { ...profileInput, is_active: true })).status).toBe(200);
  expect([await told(app), await waiting()]).toEqual([nothing, { waiting: false }]);
  await t.rest.call(amara, 'professionals.updateMe', { ...profileInput, is_active: false });
  for (const method of ['add', 'remove', 'mine'] as const) expect((await call(method)).status).toBe(404);
});

test('the 51st is refused, and one of the 50 may be said again', async () => {
  await call('add');
  await t.deps.pool.query(
    `with made as (insert into users (email, username, role) select 'b' || n || '@example.com', 'b', 'professional'
       from generate_series(1, 49) n returning id),
     people as (insert into professionals (user_id, display_name, professional_type, location)
       select id, 'B', 'barber', 'Perth' from made returning id)
     insert into books_reminders (client_id, professional_id, month, tell_at)
       select $1, id, '2026-12', now() + interval '3 days' from people`,
    [zoe.clientId],
  );
  expect((await call('add')).status).toBe(204);
  const id = (await t.make.professional({ books_open: JSON.stringify(books) })).professionalId;
  expect(await t.rest.call(zoe, 'booksReminders.add', { id })).toMatchObject({
    status: 409,
    body: { detail: 'You can have at most 50 reminders.' },
  });
});

test('a thousand are told in one round, each once', async () => {
  await t.deps.pool.query(
    `with made as (insert into users (email, username, role) select 'm' || n || '@example.com', 'm', 'client'
       from generate_series(1, 1000) n returning id),
     people as (insert into clients (user_id, first_name, last_name, phone_number)
       select id, 'M', 'M', '0400111222' from made returning id)
     insert into books_reminders (client_id, professional_id, month, tell_at)
       select id, $1, $2, $3 from people`,
    [amara.professionalId, next.month, new Date(next.opens).toISOString()],
  );
  const app = await t.at(`${next.opens + DAY - Date.now()} milliseconds`);
  await Promise.all([runDueTransitions(app.deps.db), runDueTransitions(app.deps.db)]);
  const { rows } = await t.deps.pool.query<{ events: number; people: number }>(
    `select count(*) as events, count(distinct payload ->> 'client_id') as people from outbox
     where event = 'books.opened' and payload ->> 'professional_id' = $1`,
    [amara.professionalId],
  );
  expect(rows).toEqual([{ events: 1_000, people: 1_000 }]);
});
