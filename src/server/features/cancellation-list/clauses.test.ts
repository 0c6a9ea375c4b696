import { beforeEach, expect, test } from 'vitest';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { zoneAt } from '#server/testing/zone-at.ts';
import type { Booking } from '#shared/bookings.ts';
import type { ListEntry, Opening } from '#shared/cancellation-list.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';

// Clauses of contract 12 that no story of cancellation-list.test.ts passes by.

const t = useTestApp();
const day = Math.ceil(Date.now() / DAY) * DAY + 5 * DAY;
const whole = { start: iso(day), end: iso(day + 3 * HOUR) };
const over = { status: 409, body: { detail: 'This offer is no longer open.' } };

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let cut: string;

type Call = (...args: Parameters<typeof t.rest.call>) => ReturnType<typeof t.rest.call>;
const call: Call = (...args) => t.rest.call(...args);
const join = (more: object = {}, who = zoe) =>
  call(who, 'cancellationList.join', {
    professional_id: amara.professionalId,
    service_ids: [cut],
    windows: [whole],
    ...more,
  });
const offer = async (entry_id: string, start: number, app: TestApp = t) =>
  app.rest.call(amara, 'openings.offer', { entry_id, start_time: iso(start) });
const mine = async () => (await call(zoe, 'cancellationList.mine')).body as ListEntry[];
const shown = async (id: string, app: TestApp = t) =>
  (await app.rest.call(zoe, 'openings.byId', { id })).body as Opening;

/** Somebody who waits, and a time that was offered by hand. */
async function offered(start = day + DAY) {
  const entry = (await join()).body as ListEntry;
  const made = await offer(entry.id, start);
  expect(made.status).toBe(201);
  return { entry, opening: made.body as Opening };
}

beforeEach(async () => {
  amara = await t.make.professional({ time_zone: zoneAt(12) });
  zoe = await t.make.client();
  cut = await t.make.service(amara.professionalId);
});

test('an entry and an opening have these fields and no others', async () => {
  const { opening } = await offered();
  const [entry] = await mine();
  expect(Object.keys(entry ?? {}).sort()).toEqual(
    'booking_id client created_at ends_at id note opening professional services status windows'.split(' '),
  );
  expect(entry?.opening).toEqual(opening);
  expect(Object.keys(opening).sort()).toEqual(
    `booking_id cancel_until cancellation_policy deposit end_time entry_id expires_at id professional services start_time
     status total_price`.split(/\s+/),
  );
  expect(Object.keys(opening.professional).sort()).toEqual(['display_name', 'id', 'location', 'time_zone']);
  expect(opening.services).toEqual([
    { id: cut, name: 'Dry curl cut', price: 95, service_duration_minutes: 60, options: [] },
  ]);
});

test('ten in all, with whomever', async () => {
  for (let n = 0; n < 4; n++) {
    const other = await t.make.professional();
    const service = await t.make.service(other.professionalId);
    for (let m = 0; m < 3; m++) {
      const windows = [{ start: whole.start, end: iso(day + (2 + m) * HOUR) }];
      const { status } = await join({ professional_id: other.professionalId, service_ids: [service], windows });
      expect(status).toBe(3 * n + m < 10 ? 201 : 409);
    }
  }
});

test('room is measured in each window as sent, though two that touch are one', async () => {
  const half = (from: number) => ({ start: iso(day + from * 30 * MINUTE), end: iso(day + (from + 1) * 30 * MINUTE) });
  expect((await join({ windows: [half(0), half(1)] })).status).toBe(422);
  expect((await call(zoe, 'cancellationList.mine', { status: ['gone'] })).status).toBe(422);
});

test('by hand: a paused entry is asked, too; one that has an offer or is over is not', async () => {
  const entry = (await join()).body as ListEntry;
  await t.deps.pool.query(`update cancellation_list_entries set status = 'paused' where id = $1`, [entry.id]);
  const made = await offer(entry.id, day + DAY);
  expect(made.status).toBe(201);
  expect((await offer(entry.id, day + DAY + 2 * HOUR)).status).toBe(409);
  expect(await mine()).toMatchObject([{ status: 'paused', opening: { id: (made.body as Opening).id } }]);
  expect((await call(zoe, 'openings.accept', { id: (made.body as Opening).id })).status).toBe(200);
  expect(await offer(entry.id, day + 2 * DAY)).toMatchObject({
    status: 409,
    body: { detail: 'This entry is booked.' },
  });
  expect(await call(zoe, 'cancellationList.resume', { id: entry.id })).toMatchObject({
    status: 409,
    body: { detail: 'This entry is booked.' },
  });
});

test('by hand, an earlier time is before its booking, and confirms a pending one', async () => {
  const given = { professionalId: amara.professionalId, clientId: zoe.clientId, serviceIds: [cut] };
  const { bookingId } = await t.make.booking({ ...given, start: day + 2 * HOUR });
  const { id } = (await call(zoe, 'cancellationList.join', { booking_id: bookingId })).body as ListEntry;
  for (const late of [2, 3]) expect((await offer(id, day + late * HOUR)).status).toBe(422);
  // Half of it is the booking's own time.
  const made = await offer(id, day + 90 * MINUTE);
  expect(made).toMatchObject({ status: 201, body: { booking_id: bookingId, deposit: null } });
  expect(await call(zoe, 'openings.accept', { id: (made.body as Opening).id, total_price: 95 })).toMatchObject({
    status: 200,
    body: { id: bookingId, status: 'confirmed', start_time: iso(day + 90 * MINUTE), total_price: 95 },
  });
});

test('one whose time is over: expired to see, and refused in each way, before a worker has said so', async () => {
  const { opening } = await offered();
  const later = await t.at('121 minutes');
  expect(await shown(opening.id, later)).toMatchObject({ status: 'expired', deposit: null });
  for (const [who, name] of [
    [zoe, 'openings.accept'],
    [zoe, 'openings.pass'],
    [amara, 'openings.withdraw'],
  ] as const)
    expect(await later.rest.call(who, name, { id: opening.id })).toMatchObject(over);
});

test('a 429 leaves the offer open', async () => {
  const few = await t.at('0 hours', { BOOKINGS_PER_HOUR: '1' });
  const { opening } = await offered();
  const start = day + 10 * DAY;
  await t.make.window(amara.professionalId, start, start + HOUR);
  const wish = { professional_id: amara.professionalId, service_ids: [cut], start_time: iso(start) };
  expect((await few.rest.call(zoe, 'bookings.create', wish)).status).toBe(201);
  const refused = await few.rest.call(zoe, 'openings.accept', { id: opening.id });
  expect([refused.status, Number(refused.headers['retry-after']) > 3_000]).toEqual([429, true]);
  expect(await shown(opening.id)).toMatchObject({ status: 'offered' });
  expect((await call(zoe, 'openings.accept', { id: opening.id })).status).toBe(200);
});

test('hours, time off and settings change no offer; its price is that of the moment', async () => {
  const { opening } = await offered();
  await call(amara, 'hours.addTimeOff', { start: iso(day), end: iso(day + 3 * DAY), reason: null });
  await t.deps.pool.query('update professionals set buffer_minutes = 60, min_notice_minutes = 43200 where id = $1', [
    amara.professionalId,
  ]);
  const service = { id: cut, name: 'Dry curl cut', description: '', category: 'Haircut', is_active: true };
  await call(amara, 'services.update', { ...service, price: 120, service_duration_minutes: 60 });
  await runDueTransitions(t.deps.db);
  expect(await shown(opening.id)).toMatchObject({ status: 'offered', total_price: 120 });
  expect((await call(zoe, 'openings.accept', { id: opening.id, total_price: 95 })).status).toBe(409);
  expect(await call(zoe, 'openings.accept', { id: opening.id, total_price: 120 })).toMatchObject({
    status: 200,
    body: { status: 'confirmed', total_price: 120 } satisfies Partial<Booking>,
  });
});

test('with a deposit due, what is accepted is pending, by hand, too', async () => {
  await t.deps.pool.query(
    `insert into pay_to (professional_id, pay_to) values ($1, '{"kind": "payid_phone", "value": "0400111222", "name": "A Okafor"}')`,
    [amara.professionalId],
  );
  await t.deps.pool.query('update professionals set pay_to_since = clock_now(), deposit_percent = 30 where id = $1', [
    amara.professionalId,
  ]);
  const { opening } = await offered();
  expect(opening.deposit).toBe(28.5);
  expect(await call(zoe, 'openings.accept', { id: opening.id })).toMatchObject({
    status: 200,
    body: { status: 'pending', deposit: { amount: 28.5, status: 'due' } },
  });
  expect(await shown(opening.id)).toMatchObject({ status: 'accepted', deposit: null });
});

test('the list switched off: each who waits is told once, also of what was offered', async () => {
  await offered();
  await t.drain();
  const profile = (await call(amara, 'professionals.profile')).body as object;
  const input = { ...profile, specializations: [], cancellation_list: false };
  expect((await call(amara, 'professionals.updateMe', input)).status).toBe(200);
  await t.drain();
  const { body } = await call(zoe, 'notifications.mine');
  expect((body as { message: string }[]).map(({ message }) => message.split(' ').slice(2, 5).join(' '))).toEqual([
    'no longer keeps',
    'has a time',
  ]);
  expect(t.inbox.to(zoe.email).map(({ subject }) => subject.split(' ').slice(0, 4).join(' '))).toEqual([
    'A time is free:',
    "You're no longer waiting",
  ]);
});
