import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startSession } from '#server/features/auth/sessions.ts';
import { useTestApp } from '#server/testing/app.ts';
import { hashToken } from '#server/tokens.ts';
import { cleanUp } from './clean-up.ts';

const t = useTestApp();

test('old rows are deleted; young, open and still blocking ones stay', async () => {
  const { db } = t.deps;
  const person = await t.make.client();
  const event = (done: string | null) =>
    db.insertInto('outbox').values({ event: 'booking.created', payload: '{}', done_at: done }).returning('id').executeTakeFirstOrThrow();
  const old = '2026-01-01T00:00:00.000Z';
  const [done, waiting, young, open] = [await event(old), await event(old), await event(new Date().toISOString()), await event(null)];
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
    .values([{ key: 'old', since: old }, { key: 'blocked', since: old, blocked_until: '2999-01-01T00:00:00.000Z' }, { key: 'young' }])
    .execute();
  await db
    .insertInto('signup_counts')
    .values([
      { key: 'old', signups: 1, since: old },
      { key: 'young', signups: 1 },
    ])
    .execute();
  const kept = { user_id: person.userId, route: 'POST /bookings/', request_hash: 'hash' };
  await db
    .insertInto('idempotency_keys')
    .values([
      { ...kept, key: 'old', created_at: old },
      { ...kept, key: 'young' },
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

  await cleanUp(t.deps);

  const left = await db.selectFrom('outbox').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual([waiting.id, young.id, open.id].sort());
  expect((await db.selectFrom('deliveries').select('event_id').execute()).map((row) => row.event_id)).toEqual([waiting.id]);
  expect((await db.selectFrom('login_failures').select('key').orderBy('key').execute()).map((row) => row.key)).toEqual([
    'blocked',
    'young',
  ]);
  expect(await db.selectFrom('signup_counts').select('key').execute()).toEqual([{ key: 'young' }]);
  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'young' }]);
  expect(await db.selectFrom('link_tokens').select('hash').execute()).toEqual([{ hash: 'b'.repeat(64) }]);
  const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', person.userId).execute();
  expect(sessions).toEqual([{ id: hashToken(token) }]);
});
