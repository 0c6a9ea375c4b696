import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { startSession } from '#server/features/auth/sessions.ts';
import { hashToken } from '#server/links/tokens.ts';
import { useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import { type BookingStatus, DAY } from '#shared/constants.ts';
import { cleanUp } from './clean-up.ts';

const t = useTestApp();
const raise = (error: unknown) => {
  throw error;
};

test('old rows are deleted; young, open and still blocking ones stay', async () => {
  const { db } = t.deps;
  const person = await t.make.client();
  const event = (done: string | null) =>
    db
      .insertInto('outbox')
      .values({ event: 'booking.created', payload: '{}', done_at: done })
      .returning('id')
      .executeTakeFirstOrThrow();
  const old = '2026-01-01T00:00:00.000Z';
  const [done, waiting, young, open] = [
    await event(old),
    await event(old),
    await event(new Date().toISOString()),
    await event(null),
  ];
  const delivery = { channel: 'mail', recipient: person.userId, template: 'booking', payload: '{}' };
  await db
    .insertInto('deliveries')
    .values([
      { ...delivery, event_id: done.id, sent_at: old },
      { ...delivery, event_id: waiting.id },
    ])
    .execute();
  await db
    .insertInto('login_failures')
    .values([
      { key: 'old', since: old },
      { key: 'blocked', since: old, blocked_until: '2999-01-01T00:00:00.000Z' },
      { key: 'young' },
    ])
    .execute();
  const now = new Date().toISOString();
  await db
    .insertInto('login_guesses')
    .values([
      { key: 'old', failed_at: [old, old] },
      { key: 'young', failed_at: [old, now] },
    ])
    .execute();
  await db
    .insertInto('login_addresses')
    .values([{ key: 'old', last_login_at: old }, { key: 'young' }])
    .execute();
  await db
    .insertInto('signup_counts')
    .values([
      { key: 'old', signups: 1, since: old },
      { key: 'young', signups: 1 },
    ])
    .execute();
  const stored = { user_id: person.userId, route: 'POST /bookings/', request_hash: 'hash' };
  await db
    .insertInto('idempotency_keys')
    .values([
      { ...stored, key: 'old', created_at: old },
      { ...stored, key: 'young' },
    ])
    .execute();
  const link = { purpose: 'waitlist_verification', email: person.email };
  await db
    .insertInto('link_tokens')
    .values([
      { ...link, hash: 'a'.repeat(64), expires_at: old },
      { ...link, hash: 'b'.repeat(64), expires_at: sql<string>`clock_now() - interval '29 days'` },
    ])
    .execute();
  await db.updateTable('sessions').set({ expires_at: old }).where('user_id', '=', person.userId).execute();
  const { token } = await startSession(db, t.deps.config, person.userId);

  await cleanUp(db, raise);

  const left = await db.selectFrom('outbox').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual([waiting.id, young.id, open.id].sort());
  expect((await db.selectFrom('deliveries').select('event_id').execute()).map((row) => row.event_id)).toEqual([
    waiting.id,
  ]);
  expect((await db.selectFrom('login_failures').select('key').orderBy('key').execute()).map((row) => row.key)).toEqual([
    'blocked',
    'young',
  ]);
  expect(await db.selectFrom('login_guesses').select('key').execute()).toEqual([{ key: 'young' }]);
  expect(await db.selectFrom('login_addresses').select('key').execute()).toEqual([{ key: 'young' }]);
  expect(await db.selectFrom('signup_counts').select('key').execute()).toEqual([{ key: 'young' }]);
  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'young' }]);
  expect(await db.selectFrom('link_tokens').select('hash').execute()).toEqual([{ hash: 'b'.repeat(64) }]);
  const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', person.userId).execute();
  expect(sessions).toEqual([{ id: hashToken(token) }]);
});

test('times that ended two days ago go, but not those of bookings that nobody has completed yet', async () => {
  const { db } = t.deps;
  const { professionalId } = await t.make.professional();
  const ago = (days: number) => Date.now() - days * DAY;
  const book = (days: number, status: BookingStatus) =>
    t.make.booking({ professionalId, status, start: ago(days) }).then(({ bookingId }) => bookingId);
  const [old, young, late] = [await book(4, 'completed'), await book(1, 'completed'), await book(5, 'confirmed')];
  const version = () =>
    db.selectFrom('slot_versions').select('version').where('professional_id', '=', professionalId).execute();
  const before = await version();

  await cleanUp(db, raise);

  const left = await db
    .selectFrom('busy_times')
    .select('booking_id')
    .where('professional_id', '=', professionalId)
    .execute();
  expect(left.map((row) => row.booking_id).sort()).toEqual([young, late].sort());
  expect(left).not.toContainEqual({ booking_id: old });
  // Nobody has to read slots again.
  expect(await version()).toEqual(before);
  expect((await findBroken(db)).filter(({ ids }) => ids.includes(old) || ids.includes(young))).toEqual([]);
});

test('notifications of half a year ago go', async () => {
  const person = await t.make.client();
  const at = (id: string) =>
    t.deps.pool.query(
      `insert into notifications (id, user_id, event_id, type, message) values (${id}, $1, uuidv7(), 'x', 'x')`,
      [person.userId],
    );
  await at(`uuidv7('-181 days')`);
  await at(`uuidv7('-179 days')`);
  await cleanUp(t.deps.db, raise);
  const { rows } = await t.deps.pool.query('select id from notifications where user_id = $1', [person.userId]);
  expect(rows).toHaveLength(1);
});

describe('of 5,000 old rows', () => {
  const fill = () =>
    t.deps.pool.query(
      `insert into signup_counts (key, signups, since) select 'old ' || n, 1, '2026-01-01' from generate_series(1, 5000) n`,
    );
  const left = async () =>
    Number((await t.deps.pool.query(`select count(*) from signup_counts where key like 'old %'`)).rows[0].count);

  test('all are deleted, at most 1,000 in a statement', async () => {
    await fill();
    await asOwner(
      t.databaseUrl,
      `
      create table deleted_at_once (rows bigint);
      create function count_deleted() returns trigger language plpgsql as
        $$ begin insert into deleted_at_once select count(*) from gone; return null; end $$;
      create trigger count_deleted after delete on signup_counts referencing old table as gone execute function count_deleted()`,
    );
    await cleanUp(t.deps.db, raise);
    const { rows } = await t.deps.pool.query('select rows::int from deleted_at_once where rows > 0');
    await asOwner(t.databaseUrl, 'drop trigger count_deleted on signup_counts');
    expect(await left()).toBe(0);
    expect(rows).toEqual(Array(5).fill({ rows: 1_000 }));
  });

  test('those that cannot be deleted keep no others', async () => {
    await fill();
    const { rows } = await t.deps.pool.query(
      `insert into outbox (event, payload, done_at) values ('booking.created', '{}', '2026-01-01') returning id`,
    );
    await asOwner(
      t.databaseUrl,
      `
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused for the test'; end $$;
      create trigger refuse before delete on signup_counts execute function refuse()`,
    );
    const failed: string[] = [];
    await cleanUp(t.deps.db, (_error, name) => failed.push(name));
    await asOwner(t.databaseUrl, 'drop trigger refuse on signup_counts');
    expect(failed).toEqual(['deleteOldSignupCounts']);
    expect(await t.deps.db.selectFrom('outbox').select('id').where('id', '=', rows[0].id).execute()).toEqual([]);
    await cleanUp(t.deps.db, raise);
    expect(await left()).toBe(0);
  });
});
