import { beforeEach, expect, test } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';

// Start and Done (contract 25). Times are told from the running minute.

const t = useTestApp();
const now = Math.floor(Date.now() / MINUTE) * MINUTE;
let amara: ProfessionalPerson;
let zoe: ClientPerson;

beforeEach(async () => {
  amara = await t.make.professional();
  zoe = await t.make.client();
});

const say = (caller: ClientPerson | ProfessionalPerson, procedure: string, input: object) =>
  t.rest.call(caller, `bookings.${procedure}`, { ...input });

/** A visit that began so long ago, 3 hours long. */
async function visit(status: 'confirmed' | 'completed' | 'pending' = 'confirmed', ago = 0, deposit?: object) {
  const service = await t.make.service(amara.professionalId, { service_duration_minutes: 180 });
  const { bookingId } = await t.make.booking({
    professionalId: amara.professionalId,
    clientId: zoe.clientId,
    serviceIds: [service],
    start: now - ago,
    status,
    ...deposit,
  });
  return bookingId;
}

async function heldBy(id: string) {
  return t.deps.db.selectFrom('busy_times').select(['start_time', 'end_time']).where('booking_id', '=', id).execute();
}

test('Start: seen by both sides and no admin, again without a minute it stays, with one it is corrected', async () => {
  const id = await visit();
  const first = await say(amara, 'start', { id, at: iso(now) });
  expect(first).toMatchObject({ status: 200, body: { started_at: iso(now), finished_at: null, status: 'confirmed' } });
  expect((await say(amara, 'start', { id })).body).toMatchObject({ started_at: iso(now) });
  const corrected = await say(amara, 'start', { id, at: iso(now - 10 * MINUTE) });
  expect(corrected.body).toMatchObject({ started_at: iso(now - 10 * MINUTE) });
  expect((await say(zoe, 'byId', { id })).body).toMatchObject({ started_at: iso(now - 10 * MINUTE) });
  const { body } = await t.rest.call(await t.make.admin(), 'bookings.byId', { id });
  expect(body).toMatchObject({ started_at: null, payments: null, paid: null, receipt: null });
  for (let i = 0; i < 2; i++) expect((await say(amara, 'unstart', { id })).body).toMatchObject({ started_at: null });
});

test('a minute must be whole, not ahead, from an now before the start on, and the end after the start', async () => {
  const id = await visit();
  const refused = async (procedure: string, at: number | string) => {
    const answer = await say(amara, procedure, { id, at: typeof at === 'string' ? at : iso(at) });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'at'] }] } });
  };
  await refused('start', iso(now + 1_000));
  await refused('start', 'now');
  await refused('start', Math.ceil(Date.now() / MINUTE) * MINUTE + MINUTE);
  await refused('start', now - 61 * MINUTE);
  await refused('finish', now - 60 * MINUTE);
  expect((await say(amara, 'start', { id, at: iso(now - 60 * MINUTE) })).status).toBe(200);
  await refused('finish', now - 60 * MINUTE);
  expect((await say(amara, 'finish', { id, at: iso(now - 59 * MINUTE) })).status).toBe(200);
  await refused('start', now - 59 * MINUTE);
});

test('what cannot be pressed says why: another state, missed, or ended more than 48 hours ago', async () => {
  const why = async (id: string) => (await say(amara, 'start', { id, at: iso(now) })).body;
  expect(await why(await visit('pending', -DAY))).toEqual({ detail: 'This booking is pending.' });
  expect(await why(await visit('completed', 2 * DAY + 4 * HOUR))).toEqual({ detail: 'It is too late to change that.' });
  const missed = await visit('confirmed', 4 * HOUR);
  await say(amara, 'markMissed', { id: missed });
  expect(await why(missed)).toEqual({ detail: 'This visit was marked as missed.' });
  const id = await visit();
  await say(amara, 'start', { id });
  expect(await say(amara, 'markMissed', { id })).toMatchObject({
    status: 409,
    body: { detail: 'This visit has begun.' },
  });
});

test('what has begun early is not cancelled or moved, and a pending request for another time is withdrawn', async () => {
  const start = now + 4 * HOUR;
  const id = await visit('confirmed', -4 * HOUR);
  const asked = await t.rest.call(zoe, 'reschedules.ask', { id, start_time: iso(start + DAY) });
  expect(asked.status).toBe(409);
  const near = await t.at('3 hours 30 minutes');
  const ask = await t.rest.call(amara, 'reschedules.ask', { id, start_time: iso(start + DAY) });
  expect(ask.status).toBe(201);
  const started = await near.rest.call(amara, 'bookings.start', { id });
  expect(started).toMatchObject({ status: 200, body: { reschedule: null } });
  expect(await heldBy(id)).toHaveLength(1);
  for (const [who, procedure, input] of [
    [zoe, 'bookings.change', { status: 'cancelled' }],
    [amara, 'bookings.change', { status: 'cancelled' }],
    [await t.make.admin(), 'bookings.change', { status: 'cancelled' }],
    [amara, 'reschedules.ask', { start_time: iso(start + DAY) }],
  ] as const)
    expect(await near.rest.call(who, procedure, { id, ...input })).toMatchObject({
      status: 409,
      body: { detail: 'This booking has begun.' },
    });
});

test('Done completes at once with its effects once, and frees the rest of the time, to nobody twice', async () => {
  const id = await visit('confirmed', 1 * HOUR, { deposit: { status: 'received' } });
  const at = iso(now);
  expect((await say(amara, 'finish', { id, at })).body).toMatchObject({
    status: 'completed',
    finished_at: at,
    end_time: iso(now + 2 * HOUR),
    deposit: { status: 'applied' },
  });
  expect(await heldBy(id)).toEqual([{ start_time: iso(now - HOUR), end_time: at }]);
  // Taken back while nobody has the time: nobody is told again.
  const back = await say(amara, 'unfinish', { id });
  expect(back.body).toMatchObject({ status: 'confirmed', finished_at: null, deposit: { status: 'received' } });
  expect(await heldBy(id)).toEqual([{ start_time: iso(now - HOUR), end_time: iso(now + 2 * HOUR) }]);
  await say(amara, 'finish', { id, at });
  const entry = {
    start_time: iso(now + HOUR),
    guest: { name: 'Kim' },
    service_ids: [await t.make.service(amara.professionalId)],
  };
  expect((await say(amara, 'writeIn', entry)).status).toBe(201);
  expect(await say(amara, 'unfinish', { id })).toMatchObject({
    status: 409,
    body: { detail: 'That time is no longer available.' },
  });
  expect((await say(amara, 'byId', { id })).body).toMatchObject({ status: 'completed', finished_at: at });
  await t.drain();
  const told = await t.deps.db
    .selectFrom('notifications')
    .select('id')
    .where('booking_id', '=', id)
    .where('type', '=', 'booking_completed')
    .execute();
  expect(told).toHaveLength(1);
});

test('Done before its start frees all of it; after its end a finish is corrected and taken back without a change', async () => {
  const id = await visit('confirmed', -HOUR);
  const early = await t.at('30 minutes');
  expect((await early.rest.call(amara, 'bookings.finish', { id })).body).toMatchObject({ status: 'completed' });
  expect(await heldBy(id)).toEqual([]);
  const over = await visit('confirmed', 5 * HOUR);
  await runDueTransitions(t.deps.db);
  expect((await say(amara, 'finish', { id: over, at: iso(now - HOUR) })).body).toMatchObject({ status: 'completed' });
  expect(await heldBy(over)).toEqual([{ start_time: iso(now - 5 * HOUR), end_time: iso(now - 2 * HOUR) }]);
  expect((await say(amara, 'unfinish', { id: over })).body).toMatchObject({ status: 'completed', finished_at: null });
});

test('J1: a version is a change that was told, however often Done is taken back and pressed again', async () => {
  const start = now + DAY;
  await t.make.window(amara.professionalId, start, start + 4 * HOUR);
  const service_ids = [await t.make.service(amara.professionalId, { service_duration_minutes: 180 })];
  const wish = { professional_id: amara.professionalId, service_ids, start_time: iso(start) };
  const { id } = (await t.rest.call(zoe, 'bookings.create', wish)).body as { id: string };
  await say(amara, 'change', { id, status: 'confirmed' });
  const during = await t.at('25 hours');
  for (const procedure of ['finish', 'unfinish', 'finish', 'unfinish', 'finish'])
    expect((await during.rest.call(amara, `bookings.${procedure}`, { id })).status).toBe(200);
  const corrected = await during.rest.call(amara, 'bookings.finish', { id, at: iso(start + 10 * MINUTE) });
  expect(corrected.status).toBe(200);
  expect(await findBroken(during.deps.db)).toEqual([]);
});

test('what an early end frees is offered to who waits for it', async () => {
  const id = await visit('confirmed', HOUR);
  await t.make.window(amara.professionalId, now - 2 * HOUR, now + 2 * HOUR);
  const waiting = await t.make.client();
  const service_ids = [await t.make.service(amara.professionalId, { service_duration_minutes: 60 })];
  const windows = [{ start: iso(now + 10 * MINUTE), end: iso(now + 2 * HOUR) }];
  const wish = { professional_id: amara.professionalId, service_ids, windows };
  const { body } = await t.rest.call(waiting, 'cancellationList.join', wish);
  await runDueTransitions(t.deps.db);
  const offered = async () => {
    const own = await t.rest.call(waiting, 'cancellationList.mine', {});
    return (own.body as { id: string; opening: object | null }[])[0]?.opening;
  };
  expect([body, await offered()]).toMatchObject([{ status: 'waiting' }, null]);
  await say(amara, 'finish', { id, at: iso(now) });
  await runDueTransitions(await t.at('1 minute').then(({ deps }) => deps.db));
  expect(await offered()).toMatchObject({ status: 'offered' });
});
