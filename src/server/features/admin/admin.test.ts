import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { countBookings } from '#server/features/bookings/show/list-queries.ts';
import { deleteOldEmptySearches } from '#server/features/empty-searches/queries.ts';
import { useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import type { FailedJob, ListedUser, Overview } from '#shared/admin.ts';
import type { AuditEntry } from '#shared/audit.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp();

test('users are found, disabled and enabled, and it is written down', async () => {
  const api = t.rest;
  const admin = await t.make.admin();
  const one = await t.make.professional({ display_name: 'Wanjiru 100%_' });
  const { bookingId } = await t.make.booking({
    professionalId: one.professionalId,
    status: 'confirmed',
    start: Date.now() + 3 * DAY,
  });
  await t.make.booking({ professionalId: one.professionalId, status: 'completed', start: Date.now() - 3 * DAY });
  const search = async (text: string) => (await api.call(admin, 'users.list', { search: text })).body as ListedUser[];
  const listed = {
    id: one.userId,
    role: 'professional',
    email: one.email,
    username: expect.any(String),
    is_active: true,
  };
  expect(await search(one.email.toUpperCase())).toEqual([
    { ...listed, confirmed_ahead: 1, professional_id: one.professionalId, client_id: null },
  ]);
  expect(await search('%')).not.toContainEqual(expect.objectContaining({ id: admin.userId }));

  const set = (id: string, is_active: boolean) => api.call(admin, 'users.change', { id, is_active });
  for (let twice = 0; twice < 2; twice++)
    expect(await set(one.userId, false)).toMatchObject({ status: 200, body: { ...listed, is_active: false } });
  expect(Object.keys((await set(one.userId, false)).body as object).sort()).toEqual([
    'email',
    'id',
    'is_active',
    'role',
    'username',
  ]);
  expect((await api.call(one, 'auth.me')).status).toBe(401);
  expect((await api.call(admin, 'bookings.byId', { id: bookingId })).body).toMatchObject({ status: 'confirmed' });
  expect(await set(one.userId, true)).toMatchObject({ status: 200, body: listed });
  expect(await set(admin.userId, false)).toMatchObject({
    status: 409,
    body: { detail: "You can't disable your own account." },
  });
  expect((await api.call(admin, 'auth.me')).status).toBe(200);

  const audit = (await api.call(admin, 'admin.audit', { limit: 2 })).body as AuditEntry[];
  expect(audit.map(({ action, actor, subject }) => [action, actor?.email, subject])).toEqual([
    ['user.enabled', admin.email, one.email],
    ['user.disabled', admin.email, one.email],
  ]);
});

test('what was given up is listed, the last first, and run again once', async () => {
  const admin = await t.make.admin();
  const dead = async (minutesAgo: number) => {
    const dead_at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    const row = { event: 'unheard.of', payload: '{}', attempts: 5, last_error: 'unknown event', dead_at };
    return (await t.deps.db.insertInto('outbox').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  const [older, newer] = [await dead(60), await dead(10)];
  const list = async () => (await t.rest.call(admin, 'admin.jobs')).body as FailedJob[];
  const rest = {
    kind: 'event',
    what: 'unheard.of',
    attempts: 5,
    error: 'unknown event',
    failed_at: expect.stringMatching(/Z$/),
  };
  expect(await list()).toEqual([
    { id: newer, ...rest },
    { id: older, ...rest },
  ]);
  const retry = (id: string) => t.rest.call(admin, 'admin.retryJob', { id });
  // Deliveries are listed by what brings them.
  const given = {
    event_id: crypto.randomUUID(),
    recipient: 'x',
    template: 'booking',
    payload: '{}',
    dead_at: new Date().toISOString(),
  };
  await t.deps.db
    .insertInto('deliveries')
    .values([
      { ...given, channel: 'mail' },
      { ...given, channel: 'push' },
    ])
    .execute();
  expect((await list()).map(({ kind }) => kind).sort()).toEqual(['event', 'event', 'mail', 'push']);
  await t.deps.db.deleteFrom('deliveries').execute();
  expect((await retry(older)).status).toBe(204);
  expect(await retry(older)).toMatchObject({ status: 404, body: { detail: 'Job not found' } });
  expect((await list()).map(({ id }) => id)).toEqual([newer]);
  const { attempts, dead_at } = await t.make.read('outbox', older);
  expect([attempts, dead_at]).toEqual([0, null]);
  const [entry] = (await t.rest.call(admin, 'admin.audit', { limit: 1 })).body as AuditEntry[];
  expect(entry).toMatchObject({ action: 'job.retried', subject_id: older, detail: { jobs: 1 } });
});

test('the overview counts what is there and tells 30 days, with the answer times of professionals', async () => {
  const admin = await t.make.admin();
  const before = (await t.rest.call(admin, 'admin.overview')).body as Overview;
  expect(before.series).toHaveLength(30);
  const one = await t.make.professional();
  const { bookingId } = await t.make.booking({ professionalId: one.professionalId, start: Date.now() + 3 * DAY });
  const asked = new Date(Date.now() - 2 * HOUR).toISOString();
  await t.make.change('bookings', bookingId, { created_at: asked });
  expect((await t.rest.call(one, 'bookings.change', { id: bookingId, status: 'confirmed' })).status).toBe(200);
  const other = new Date(Date.now() + 4 * DAY).toISOString();
  expect((await t.rest.call(one, 'reschedules.ask', { id: bookingId, start_time: other })).status).toBe(201);
  const writtenIn = {
    start_time: new Date(Math.ceil(Date.now() / HOUR) * HOUR).toISOString(),
    guest: { name: 'Kim Lê' },
  };
  const service = await t.make.service(one.professionalId);
  expect((await t.rest.call(one, 'bookings.writeIn', { ...writtenIn, service_ids: [service] })).status).toBe(201);
  const answer = { choice: 'other' };
  await t.rest.call(one, 'feedback.send', {
    confusing: answer,
    smooth: { choice: 'navigation' },
    switchReason: answer,
  });

  const after = (await t.rest.call(admin, 'admin.overview')).body as Overview;
  expect(after.counts.users.professional).toBe(before.counts.users.professional + 1);
  expect(after.counts.bookings.confirmed).toBe(before.counts.bookings.confirmed + 2);
  expect(after.counts.walk_ins).toBe(before.counts.walk_ins + 1);
  expect(after.counts.reschedules.pending).toBe(before.counts.reschedules.pending + 1);
  expect(after.feedback.smooth.navigation).toBe((before.feedback.smooth.navigation ?? 0) + 1);
  const sum = (told: Overview, what: 'requests' | 'confirmed') =>
    told.series.reduce((total, day) => total + day[what], 0);
  expect(sum(after, 'requests')).toBe(sum(before, 'requests') + 2);
  expect(sum(after, 'confirmed')).toBe(sum(before, 'confirmed') + 2);
  expect(after.series.at(-1)?.answer_minutes).toBe(120);
});

test('the overview tells searches without a result by words and place, no-shows, and who offers nothing', async () => {
  const admin = await t.make.admin();
  const overview = async () => (await t.rest.call(admin, 'admin.overview')).body as Overview;
  const before = await overview();
  const idle = await t.make.professional({ display_name: 'Idle Hands' });
  const busy = await t.make.professional();
  await t.make.service(busy.professionalId);
  await t.make.booking({ ...busy, status: 'completed', start: Date.now() - 3 * HOUR });
  const { rows } = await sql<{ id: string }>`
    update bookings set no_show = true where professional_id = ${busy.professionalId} returning id`.execute(t.deps.db);
  expect(rows).toHaveLength(1);
  const search = async (given: Record<string, unknown>) => {
    expect((await t.rest.call(null, 'services.list', given)).status).toBe(200);
    expect((await t.trpc.call(null, 'professionals.list', given)).status).toBe(200);
  };
  await search({ search: '  Zebra   BRAIDS ', location: 'Footscray' });
  await search({ search: 'zebra braids', location: 'footscray', skip: 20 });
  await search({ search: 'zebra braids', location: 'footscray', limit: 1 });
  await search({ search: 'zoe@zebra.example' });
  await search({ search: 'zebra 0400 111 222' });
  await expect
    .poll(async () => (await overview()).empty_searches.filter((one) => one.search.includes('zebra')))
    .toEqual([{ search: 'zebra braids', location: 'footscray', searches: 2 }]);

  const after = await overview();
  const missed = ({ series }: Overview) => series.reduce((sum, day) => sum + day.missed, 0);
  expect(missed(after)).toBe(missed(before) + 1);
  expect(after.counts.professionals_without_service).toBe(before.counts.professionals_without_service + 1);
  expect(after.professionals_without_service[0]).toEqual({
    id: idle.professionalId,
    display_name: 'Idle Hands',
    email: idle.email,
  });

  await sql`update empty_searches set day = day - 31`.execute(t.deps.db);
  expect(await deleteOldEmptySearches(t.deps.db, 100)).toBeGreaterThan(0);
  expect((await overview()).empty_searches).toEqual([]);
});

test('the overview reads no rows of bookings but those of its 30 days, and counts all of them', async () => {
  const admin = await t.make.admin();
  const { professionalId, clientId } = await t.make.booking({ status: 'completed', start: Date.now() - 3 * DAY });
  await sql`
    insert into bookings (id, professional_id, client_id, status, cancelled_by, start_time, end_time, total_price_cents, expires_at, created_at)
    select uuidv7(at - now()), ${professionalId}::uuid, ${clientId}::uuid, 'cancelled', 'client', at, at + interval '1 hour', 5000, at, at
    from (select now() - n * interval '1 hour' as at from generate_series(1, 20_000) n) made`.execute(t.deps.db);
  await asOwner(t.databaseUrl, 'vacuum analyze bookings');
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const { counts } = (await t.rest.call(admin, 'admin.overview')).body as Overview;
  const sent = query.mock.calls.map((given: unknown[]) =>
    typeof given[0] === 'string'
      ? { text: given[0], values: given[1] as unknown[] }
      : (given[0] as { text: string; values: unknown[] }),
  );
  query.mockRestore();
  expect(counts.bookings.cancelled).toBeGreaterThanOrEqual(20_000);
  const plans = [];
  for (const { text, values } of sent.filter((one) => /\bfrom bookings\b/.test(one.text))) {
    const { rows } = await t.deps.pool.query(`explain ${text}`, values);
    plans.push(...rows.map((row) => String(row['QUERY PLAN'])));
  }
  const reads = plans.filter((line) => /Scan.* on bookings/.test(line));
  expect(reads.length).toBeGreaterThanOrEqual(1);
  expect(reads.filter((line) => /Seq Scan/.test(line))).toEqual([]);

  const { rows } = await sql<Record<string, number>>`
    select status as name, count(*)::int as count, count(*) filter (where written_in)::int as walk_ins
    from bookings group by status order by 1`.execute(t.deps.db);
  const counted = await countBookings(t.deps.db);
  expect(counted.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(rows);
});
