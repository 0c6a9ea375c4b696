import { expect, test } from 'vitest';
import { bookingKinds } from '#server/features/bookings/news/kinds.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';
import { insertNotifications } from './queries.ts';

const t = useTestApp();
const unknown = '01890000-0000-7000-8000-000000000000';

/** A person with `count` notifications, oldest first. */
async function personWithNotifications(count: number) {
  const person = await t.make.client();
  for (let i = 0; i < count; i++) {
    const event_id = `01890000-0000-7000-8000-${String(i).padStart(12, '0')}`;
    await insertNotifications(t.deps.db, [
      { user_id: person.userId, event_id, news: bookingKinds.completed, message: `Number ${i}`, booking_id: null },
    ]);
  }
  return person;
}

type Row = { id: string; message: string; created_at: string; is_read: boolean };

test('listed newest first, marked as read one by one or all at once, and only by their owner', async () => {
  const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
  const person = await personWithNotifications(3);
  const { body, headers } = await call(person, 'notifications.mine');
  const rows = body as Row[];
  expect(headers['x-total-count']).toBe('3');
  expect(rows.map(({ message }) => message)).toEqual(['Number 2', 'Number 1', 'Number 0']);
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['created_at', 'id', 'is_read', 'link', 'message']);
  expect((await call(person, 'notifications.mine', { skip: 1, limit: 1 })).body).toEqual([rows[1]]);

  const id = rows[1]?.id;
  expect(await call(person, 'notifications.byId', { id })).toMatchObject({ status: 200, body: { is_read: false } });
  expect(await call(person, 'notifications.byId', { id })).toMatchObject({ status: 200, body: { is_read: false } });
  for (let i = 0; i < 2; i++)
    expect(await call(person, 'notifications.markRead', { id })).toMatchObject({
      status: 200,
      body: { id, is_read: true },
    });
  const read = async () => ((await call(person, 'notifications.mine')).body as Row[]).map(({ is_read }) => is_read);
  expect(await read()).toEqual([false, true, false]);

  const others = [await t.make.client(), await t.make.professional(), await t.make.admin()];
  for (const other of others) {
    for (const procedure of ['notifications.byId', 'notifications.markRead']) {
      for (const asked of [id, unknown, 'x']) {
        expect(await call(other, procedure, { id: asked })).toMatchObject({
          status: 404,
          body: { detail: 'Notification not found' },
        });
      }
    }
    expect((await call(other, 'notifications.readAll')).status).toBe(204);
    expect((await call(other, 'notifications.mine')).body).toEqual([]);
  }
  expect(await read()).toEqual([false, true, false]);
  expect((await call(person, 'notifications.readAll')).status).toBe(204);
  expect(await read()).toEqual([true, true, true]);
  for (const procedure of [
    'notifications.mine',
    'notifications.byId',
    'notifications.markRead',
    'notifications.readAll',
  ]) {
    expect((await call(null, procedure, { id })).status).toBe(401);
  }
});

test('a notification of the same user, event and type is written once', async () => {
  const person = await personWithNotifications(1);
  const again = {
    user_id: person.userId,
    event_id: '01890000-0000-7000-8000-000000000000',
    news: bookingKinds.completed,
    message: 'Again',
    booking_id: null,
  };
  await insertNotifications(t.deps.db, [again]);
  expect((await t.rest.call(person, 'notifications.mine')).body).toHaveLength(1);
});

test('each leads to its booking; what was answered, or has ended, is read by itself', async () => {
  const [amara, zoe] = [await t.make.professional(), await t.make.client()];
  const service = await t.make.service(amara.professionalId);
  const day = Math.ceil(Date.now() / DAY) * DAY + 5 * DAY;
  await t.make.window(amara.professionalId, day, day + 20 * HOUR);
  const wish = { professional_id: amara.professionalId, service_ids: [service], start_time: iso(day) };
  const { id } = (await t.rest.call(zoe, 'bookings.create', wish)).body as { id: string };
  const newsOf = async (who: { token: string }, app: Pick<TestApp, 'rest'> = t) => {
    await t.drain();
    return (await app.rest.call(who, 'notifications.mine')).body as (Row & { link: string | null })[];
  };
  const read = (rows: Row[]) => rows.map(({ is_read }) => is_read);
  const [request] = await newsOf(amara);
  expect(request).toMatchObject({ is_read: false, link: `/booking-details/${id}` });
  await t.rest.call(amara, 'bookings.change', { id, status: 'confirmed' });
  expect(read(await newsOf(amara))).toEqual([true]);
  expect((await t.trpc.call(amara, 'notifications.byId', { id: request?.id })).body).toMatchObject({ is_read: true });

  const ask = async (hours: number) => {
    const asked = await t.rest.call(zoe, 'reschedules.ask', { id, start_time: iso(day + hours * HOUR) });
    await t.drain();
    return (asked.body as { id: string }).id;
  };
  await ask(2);
  expect(read(await newsOf(amara))).toEqual([false, true]);
  // A newer request takes the place of the first, and is answered.
  const reschedule_id = await ask(4);
  expect(read((await newsOf(amara)).filter(({ message }) => message.includes('asks')))).toEqual([false, true]);
  await t.rest.call(amara, 'reschedules.answer', { id, reschedule_id, status: 'declined' });
  expect(read((await newsOf(amara)).filter(({ message }) => message.includes('asks')))).toEqual([true, true]);
  // News stays unread until somebody reads it.
  expect(read(await newsOf(zoe))).toEqual([false, false]);
  await insertNotifications(t.deps.db, [
    { user_id: zoe.userId, event_id: id, news: bookingKinds.reminder, message: 'Reminder', booking_id: id },
  ]);
  expect(read(await newsOf(zoe))).toEqual([false, false, false]);
  expect(read(await newsOf(zoe, await t.at('7 days')))).toEqual([true, false, false]);
});
