import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { MadeBooking } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
const day = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;

let booked: MadeBooking;
beforeEach(async () => {
  booked = await t.make.booking({ status: 'confirmed', start: day });
});

/** Inserts a pending request for an hour later or as many, with or without what it has to hold. */
async function ask({ holds = true, hours = 1 } = {}): Promise<string> {
  const [start, end] = [iso(day + hours * HOUR), iso(day + (hours + 1) * HOUR)];
  const { rows } = await t.deps.pool.query<{ id: string }>(
    `with asked as (
       insert into reschedules (professional_id, booking_id, requested_by, start_time, end_time, previous_start_time,
         expires_at, booking_expires_at)
       values ($1, $2, 'client', $3, $4, $5, $5, $5) returning professional_id, id, booking_id),
     held as (
       insert into busy_times (professional_id, booking_id, kind, reschedule_id, start_time, end_time)
       select professional_id, booking_id, 'hold', id, $3, $4 from asked where $6),
     marked as (update bookings set reschedule_id = asked.id from asked where bookings.id = asked.booking_id)
     select id from asked`,
    [booked.professionalId, booked.bookingId, start, end, iso(day), holds],
  );
  return rows[0]?.id ?? '';
}

async function state() {
  const { rows } = await t.deps.pool.query(
    `select b.status as booking, b.reschedule_id, (select r.status from reschedules r where r.booking_id = b.id) as request,
       (select coalesce(array_agg(kind order by start_time), '{}') from busy_times where booking_id = b.id) as busy
     from bookings b where id = $1`,
    [booked.bookingId],
  );
  return rows[0];
}
const run = (text: string) => t.deps.pool.query(text, [booked.bookingId]);

test('B19: while a request is pending nobody gets the old or the new time, whoever writes', async () => {
  const id = await ask();
  expect(await state()).toEqual({
    booking: 'confirmed',
    reschedule_id: id,
    request: 'pending',
    busy: ['booking', 'hold'],
  });
  for (const start of [day, day + HOUR]) {
    const other = t.make.booking({ professionalId: booked.professionalId, start });
    await expect(other).rejects.toMatchObject({ code: '23P01', constraint: 'busy_times_no_overlap' });
  }
});

test('B19: a pending request without the time that it asks for is refused, and so is taking that time from it', async () => {
  const held = { code: '23514', constraint: 'reschedules_held_by_busy_times' };
  await expect(ask({ holds: false })).rejects.toMatchObject(held);
  await ask();
  await expect(run(`delete from busy_times where booking_id = $1 and kind = 'hold'`)).rejects.toMatchObject(held);
});

test('a hold covers no booking: its own time must stay', async () => {
  await ask();
  await expect(
    run(
      `update bookings set start_time = start_time + interval '1 hour', end_time = end_time + interval '1 hour' where id = $1`,
    ),
  ).rejects.toMatchObject({ constraint: 'bookings_covered_by_busy_times' });
});

test('no booking ends while a request of it is pending: whoever ends it ends both', async () => {
  await ask();
  await expect(run(`update bookings set status = 'completed', due_at = null where id = $1`)).rejects.toMatchObject({
    constraint: 'bookings_reschedule_id_check',
  });
});

test('one statement gives a booking its new time where old and new overlap', async () => {
  const [start, end] = [iso(day + HOUR / 2), iso(day + 1.5 * HOUR)];
  await t.deps.pool.query(
    `with freed as (delete from busy_times where booking_id = $1 returning professional_id),
     of as (select min(professional_id::text)::uuid as professional_id from freed),
     placed as (
       insert into busy_times (professional_id, booking_id, start_time, end_time)
       select professional_id, $1, $2::timestamptz, $3::timestamptz from of on conflict do nothing returning booking_id)
     update bookings set start_time = $2, end_time = $3 from placed where bookings.id = placed.booking_id`,
    [booked.bookingId, start, end],
  );
  const { rows } = await run('select start_time, end_time from busy_times where booking_id = $1');
  expect(rows).toEqual([{ start_time: start, end_time: end }]);
});
