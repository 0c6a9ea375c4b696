import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { asSuperuser } from '#server/testing/db.ts';
import type { MadeBooking } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';
import { findBroken } from './invariants.ts';

const t = useTestApp();
const day = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;
let booked: MadeBooking;
let made = 0;

beforeEach(async () => {
  booked = await t.make.booking({ status: 'confirmed', start: day + 3 * made++ * HOUR });
});

/** Breaks what the database itself would refuse, without its triggers and constraints. */
const behindItsBack = (text: string) =>
  asSuperuser(
    t.databaseUrl,
    `set session_replication_role = replica; ${text.replaceAll('$1', `'${booked.bookingId}'`)}`,
  );
const texts = async () => (await findBroken(t.deps.db)).map(({ name }) => name);
const names = async () => (await findBroken(t.deps.db)).map(({ name }) => name.split(':')[0]);

test('a database in which everything happened through calls holds', async () => {
  const amara = await t.make.professional();
  const zoe = await t.make.client();
  const service = await t.make.service(amara.professionalId);
  await t.make.window(amara.professionalId, day, day + 8 * HOUR);
  const wish = { professional_id: amara.professionalId, service_ids: [service], start_time: iso(day) };
  const { body } = await t.rest.call(zoe, 'bookings.create', wish);
  const { id } = body as { id: string };
  await t.rest.call(amara, 'bookings.change', { id, status: 'confirmed' });
  await t.rest.call(zoe, 'reschedules.ask', { id, start_time: iso(day + 30 * 60_000) });
  await t.rest.call(amara, 'bookings.writeIn', { ...wish, start_time: iso(day + 5 * HOUR), guest: { name: 'Kim' } });
  await t.drain();
  expect(await findBroken(t.deps.db)).toEqual([]);
});

test.each([
  ['B3', 'delete from busy_times where booking_id = $1'],
  ['B3', `update busy_times set end_time = end_time + interval '5 minutes' where booking_id = $1`],
  ['B4', `update bookings set due_at = due_at - interval '1 hour' where id = $1`],
  ['B6', 'update bookings set total_price_cents = total_price_cents + 1 where id = $1'],
  ['B19', `update bookings set reschedule_id = uuidv7() where id = $1`],
  [
    'B19',
    `insert into reschedules (professional_id, booking_id, requested_by, start_time, end_time, previous_start_time,
       expires_at, booking_expires_at)
     select professional_id, id, 'client', start_time + interval '1 hour', end_time + interval '1 hour', start_time, start_time, start_time
     from bookings where id = $1`,
  ],
  [
    'J3',
    `insert into deliveries (event_id, channel, recipient, template, payload) values (uuidv7(), 'mail', 'x', 'booking', '{}')`,
  ],
])('%s: what was broken behind the database’s back is found: %s', async (name, text) => {
  await behindItsBack(text);
  expect(await names()).toContain(name);
  await t.deps.db.deleteFrom('bookings').where('id', '=', booked.bookingId).execute();
  await t.deps.db.deleteFrom('deliveries').where('template', '=', 'booking').where('recipient', '=', 'x').execute();
  expect(await names()).toEqual([]);
});

test.each([
  [
    'stored lengths',
    `insert into listing_counts (list, category, listed) values ('services', 'Color', 1)`,
    `delete from listing_counts where id = (select max(id) from listing_counts)`,
  ],
  [
    'who is active',
    'update services set professional_is_visible = not professional_is_visible',
    'update services set professional_is_visible = not professional_is_visible',
  ],
  [
    'first picture',
    `update professionals set card_picture = '{"key": "gone"}'`,
    'update professionals set card_picture = null',
  ],
])('what is stored twice and differs is found: %s', async (name, spoil, mend) => {
  // The triggers of lists fire in any session.
  const triggers = ['services_updated', 'professionals_updated', 'professionals_is_visible_kept'];
  const switched = (how: string) =>
    triggers.map((name) => `alter table ${name.split('_')[0]} ${how} trigger ${name};`).join(' ');
  const quietly = (text: string) => behindItsBack(`${switched('disable')} ${text}; ${switched('enable always')}`);
  await quietly(spoil);
  expect(await texts()).toContainEqual(expect.stringContaining(name));
  await quietly(mend);
  expect(await texts()).toEqual([]);
});
