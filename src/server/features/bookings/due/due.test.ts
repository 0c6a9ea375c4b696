import { beforeEach, expect, test } from 'vitest';
import { transact } from '#server/db/transact.ts';
import { forgetProfessional } from '#server/features/professionals/queries.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import { type ClientPerson, type ProfessionalPerson, profileInput } from '#server/testing/make.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { dueDay } from '#shared/rules/due.ts';
import { forgetParty } from '../life/forget-queries.ts';

const t = useTestApp();
const zone = 'Australia/Melbourne';
const start = Date.now() - 2 * DAY;
const { due_on, remind } = dueDay(start, 6, zone);

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let id: string;

const visit = async (given: object = {}) =>
  (
    await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zoe.clientId,
      status: 'completed',
      start,
      ...given,
    })
  ).bookingId;
const ask = (weeks: unknown = 6, bookingId = id) => t.rest.call(zoe, 'bookings.askDue', { id: bookingId, weeks });
const drop = (bookingId = id) => t.rest.call(zoe, 'bookings.dropDue', { id: bookingId });
const shown = async (bookingId = id, who: { token: string } = zoe) =>
  ((await t.rest.call(who, 'bookings.byId', { id: bookingId })).body as Booking).due_on;
const atDue = (ms = 0) => t.at(`${remind + ms - Date.now()} milliseconds`);
async function told(app: TestApp) {
  await runDueTransitions(app.deps.db);
  await app.drain();
  const rows = await t.deps.db
    .selectFrom('notifications')
    .select('message')
    .where('user_id', '=', zoe.userId)
    .where('type', '=', 'booking_due_again')
    .execute();
  const mails = t.inbox.to(zoe.email).filter(({ subject }) => subject.startsWith('Due again'));
  return { texts: rows.map(({ message }) => message), mails: mails.length };
}
const nothing = { texts: [], mails: 0 };

beforeEach(async () => {
  amara = await t.make.professional({ time_zone: zone });
  zoe = await t.make.client();
  id = await visit();
});

test('a client asks to be told so many weeks after a visit, and is told once on that day at 10:00', async () => {
  const asked = await ask();
  expect(asked).toMatchObject({ status: 200, body: { id, due_on } });
  expect([await shown(), await shown(id, amara)]).toEqual([due_on, null]);
  expect(await told(await atDue(-MINUTE))).toEqual(nothing);
  const app = await atDue();
  await Promise.all([runDueTransitions(app.deps.db), runDueTransitions(app.deps.db)]);
  const once = {
    texts: ["You asked us to remind you: it's time for Dry curl cut with Amara Okafor again."],
    mails: 1,
  };
  expect([await told(app), await told(app), await shown()]).toEqual([once, once, null]);
});

test('it is asked of a completed visit that was not missed, for 90 days, and for a day ahead', async () => {
  for (const weeks of [0, 27, 1.5, '6', null]) expect((await ask(weeks)).status).toBe(422);
  const [old, older] = [await visit({ start: start - 30 * DAY }), await visit({ start: start - 100 * DAY })];
  expect(await ask(4, old)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'weeks'] }] } });
  expect(await ask(20, older)).toMatchObject({ status: 409, body: { detail: 'It is too late to change that.' } });
  const ahead = await visit({ status: 'confirmed', start: Date.now() + DAY });
  expect(await ask(6, ahead)).toMatchObject({ status: 409, body: { detail: 'This booking is confirmed.' } });
  expect((await drop(ahead)).status).toBe(409);
  await t.make.change('bookings', old, { no_show: true });
  expect(await ask(6, old)).toMatchObject({ status: 409, body: { detail: 'This visit was marked as missed.' } });
  expect([(await ask()).status, (await drop()).status, (await drop()).status, await shown()]).toEqual([
    200,
    204,
    204,
    null,
  ]);
  expect(await told(await atDue())).toEqual(nothing);
});

test('a newer one, and a later visit of the two, end it', async () => {
  const earlier = await visit({ start: start - 7 * DAY });
  await ask(10, earlier);
  await ask();
  expect([await shown(earlier), await shown()]).toEqual([null, due_on]);
  await visit({ start: Date.now() + HOUR, status: 'completed' });
  expect([await shown(), await told(await atDue())]).toEqual([null, nothing]);
});

test('nobody is told who has a booking ahead, or whose professional takes none of them', async () => {
  const { db } = t.deps;
  const needless: Record<string, () => Promise<unknown>> = {
    'a booking ahead': () => visit({ status: 'pending', start: remind + 3 * DAY }),
    'an inactive professional': () =>
      db.updateTable('professionals').set({ is_active: false }).where('id', '=', amara.professionalId).execute(),
    'a blocked contact': () =>
      t.rest.call(amara, 'contacts.update', { id: zoe.clientId, blocked: true }).then(({ status }) => {
        expect(status).toBe(200);
      }),
    'a blocked thread': () =>
      t.deps.pool.query(
        `with made as (insert into threads (professional_id, client_id) values ($1, $2) returning id, professional_id)
         insert into thread_sides (professional_id, thread_id, side, blocked_at)
         select professional_id, id, 'client', now() from made`,
        [amara.professionalId, zoe.clientId],
      ),
    'a visit that was missed': () => db.updateTable('bookings').set({ no_show: true }).where('id', '=', id).execute(),
  };
  for (const [why, happens] of Object.entries(needless)) {
    amara = await t.make.professional({ time_zone: zone });
    zoe = await t.make.client();
    id = await visit();
    expect((await ask()).status).toBe(200);
    await happens();
    expect(await told(await atDue()), why).toEqual(nothing);
  }
});

test('in another zone it is 10:00 of the same day there', async () => {
  await ask();
  const change = { ...profileInput, time_zone: 'Australia/Perth' };
  expect((await t.rest.call(amara, 'professionals.updateMe', change)).status).toBe(200);
  const { rows } = await t.deps.pool.query<{ remind_at: string }>(
    'select remind_at from due_reminders where booking_id = $1',
    [id],
  );
  const perth = new Date(Date.parse(due_on) + 2 * HOUR).toISOString();
  expect(rows.map(({ remind_at }) => new Date(remind_at).toISOString())).toEqual([perth]);
});

test.each(['client', 'professional'] as const)('it goes with the account of the %s', async (role) => {
  await ask();
  const party = { role, id: role === 'client' ? zoe.clientId : amara.professionalId };
  await transact(t.deps.db, (trx) => forgetParty(trx, party, {}));
  expect([await shown(), await told(await atDue())]).toEqual([null, nothing]);
  if (role === 'client') return;
  await forgetProfessional(t.deps.db, party.id);
  expect(await ask()).toMatchObject({ status: 404, body: { detail: 'Professional not found' } });
});
