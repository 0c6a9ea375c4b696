import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { type ClientPerson, type ProfessionalPerson, profileInput } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
const day = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;

let amara: ProfessionalPerson;
let zoe: ClientPerson;
beforeEach(async () => {
  amara = await t.make.professional();
  zoe = await t.make.client();
});

async function version(): Promise<number> {
  const row = await t.deps.db
    .selectFrom('slot_versions')
    .select('version')
    .where('professional_id', '=', amara.professionalId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

test('every write of times raises the version of its professional, and nothing else does', async () => {
  const call = async (person: { token: string }, procedure: string, input: Record<string, unknown>) => {
    const before = await version();
    const { status, body } = await t.rest.call(person, procedure, input);
    expect(status, procedure).toBeLessThan(300);
    return { body: body as { id: string }, raised: (await version()) !== before };
  };
  const window = { start_time: iso(day), end_time: iso(day + 8 * HOUR) };
  const made = await call(amara, 'availability.create', window);
  const range = { id: made.body.id, start_time: iso(day), end_time: iso(day + 9 * HOUR) };
  const changed = await call(amara, 'availability.update', range);
  const service = await call(amara, 'services.create', {
    name: 'Cut',
    service_duration_minutes: 60,
    price: 60,
    category: 'Haircut',
  });
  const wish = { professional_id: amara.professionalId, service_ids: [service.body.id], start_time: iso(day) };
  const booked = await call(zoe, 'bookings.create', wish);
  const confirmed = await call(amara, 'bookings.change', { id: booked.body.id, status: 'confirmed' });
  const cancelled = await call(zoe, 'bookings.change', { id: booked.body.id, status: 'cancelled' });
  const deleted = await call(amara, 'availability.delete', { id: made.body.id });
  const hours = [{ weekday: 1, start: '09:00', end: '17:00' }];
  const set = await call(amara, 'hours.replace', { schedules: [{ hours }] });
  const date = iso(day).slice(0, 10);
  const dated = await call(amara, 'hours.setDate', { date, hours: [] });
  const undated = await call(amara, 'hours.removeDate', { date });
  const off = await call(amara, 'hours.addTimeOff', { start: iso(day), end: iso(day + HOUR) });
  const on = await call(amara, 'hours.removeTimeOff', { id: off.body.id });
  const renamed = await call(amara, 'professionals.updateMe', { ...profileInput, display_name: 'Amara' });
  const settings = [
    { time_zone: 'Australia/Perth' },
    { slot_interval_minutes: 15 },
    { min_notice_minutes: 60 },
    { buffer_minutes: 5 },
    { booking_horizon_days: 30 },
    { closed_on_holidays_of: 'WA' },
    { books_open: { day: 1, time: '20:00', months: 1 } },
    { is_active: false },
  ];
  for (const one of [made, changed, booked, cancelled, deleted, set, dated, undated, off, on])
    expect(one.raised).toBe(true);
  for (const one of [service, confirmed, renamed]) expect(one.raised).toBe(false);
  for (const setting of settings)
    expect((await call(amara, 'professionals.updateMe', { ...profileInput, ...setting })).raised).toBe(true);
});

test('who follows the versions from the oldest open transaction on misses none, whatever the order of commits', async () => {
  const snapshot = async () => {
    const { rows } = await t.deps.pool.query<{ oldest: number }>(
      'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest',
    );
    return Number(rows[0]?.oldest);
  };
  const slow = await t.deps.pool.connect();
  try {
    await slow.query('begin');
    await slow.query(
      `insert into time_off (professional_id, start_time, end_time) values ($1, now(), now() + interval '1 hour')`,
      [amara.professionalId],
    );
    const other = await t.make.professional();
    await t.make.window(other.professionalId, day, day + HOUR);
    const from = await snapshot();
    await slow.query('commit');
    const { rows } = await t.deps.pool.query<{ professional_id: string }>(
      'select professional_id from slot_versions where version >= $1',
      [from],
    );
    expect(rows.map(({ professional_id }) => professional_id)).toContain(amara.professionalId);
  } finally {
    slow.release();
  }
});
