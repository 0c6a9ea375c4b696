import { expect, test } from 'vitest';
import { startSession } from '#server/features/auth/sessions.ts';
import { useTestApp } from '#server/testing/app.ts';
import { cleanUp } from './clean-up.ts';

const t = useTestApp();

test('what is old goes, what is open or young stays', async () => {
  const { db } = t.deps;
  const person = await t.make.client();
  const event = (done: string | null) =>
    db.insertInto('outbox').values({ event: 'booking.created', payload: '{}', done_at: done }).returning('id').executeTakeFirstOrThrow();
  const old = '2026-01-01T00:00:00.000Z';
  const [done, waiting, open] = [await event(old), await event(old), await event(null)];
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
  const { token } = await startSession(db, t.deps.config, person.userId);
  await db.updateTable('sessions').set({ expires_at: old }).where('user_id', '=', person.userId).execute();
  await startSession(db, t.deps.config, person.userId);

  await cleanUp(t.deps);

  const left = await db.selectFrom('outbox').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual([waiting.id, open.id].sort());
  expect((await db.selectFrom('deliveries').select('event_id').execute()).map((row) => row.event_id)).toEqual([waiting.id]);
  expect((await db.selectFrom('login_failures').select('key').orderBy('key').execute()).map((row) => row.key)).toEqual([
    'blocked',
    'young',
  ]);
  expect(await db.selectFrom('sessions').select('id').where('user_id', '=', person.userId).execute()).toHaveLength(1);
  expect(token).toBeTruthy();
});
