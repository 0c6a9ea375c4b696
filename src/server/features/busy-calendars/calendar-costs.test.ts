import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect, createMaintenancePool } from '#server/db/connect.ts';
import { useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import { explained, nodes, rowsRead, sentBy } from '#server/testing/plans.ts';
import type { BusyCalendar } from '#shared/busy-calendars.ts';
import { busyCalendarJobs } from './jobs.ts';

const t = useTestApp();
const rows = 100_000;

test('times of calendars go after 400 days, along an index, in batches; a list reads none that has ended', async () => {
  const amara = await t.make.professional();
  const id = randomUUID();
  const db = connect(createMaintenancePool(t.databaseUrl));
  await sql`
    with calendar as (
      insert into busy_calendars (professional_id, id, name, host, encrypted_url, url_hmac, next_read_at)
      values (${amara.professionalId}, ${id}, 'Private', 'a.example', 'x', 'x', clock_now()) returning professional_id, id)
    insert into calendar_times (professional_id, calendar_id, start_time, end_time)
    select professional_id, id, at, at + interval '2 minutes'
    from calendar, (select clock_now() - n * interval '5 minutes' as at from generate_series(-99, ${rows - 100}::int) n) made`.execute(
    db,
  );
  await db.destroy();
  await asOwner(t.databaseUrl, 'vacuum (analyze) calendar_times, busy_calendars');

  const list = await sentBy(
    async () => {
      const { body } = await t.rest.call(amara, 'busyCalendars.list');
      expect((body as BusyCalendar[]).map(({ busy_count }) => busy_count)).toEqual([100]);
    },
    (text) => /calendar_times/.test(text),
  );
  expect(rowsRead(await explained(t.databaseUrl, list), 'calendar_times')).toBeLessThanOrEqual(101);

  const count = async () => {
    const { rows } = await t.deps.pool.query<{ count: number }>('select count(*)::int from calendar_times');
    return rows[0]?.count;
  };
  const cleanUps = busyCalendarJobs.cleanUps ?? [];
  // The oldest are of 347 days ago: in 60 days the first 11,000 or so are old.
  const later = await t.at(`${60 * 24 * 60} minutes`);
  const sent = await sentBy(
    async () => {
      for (const cleanUp of cleanUps) await cleanUp(later.deps.db, 1_000);
    },
    (text) => /^\s*delete/.test(text),
  );
  expect([sent.length, await count()]).toEqual([cleanUps.length, rows - 1_000]);
  const plans = await explained(t.databaseUrl, sent, 'costs off');
  const scans = plans.flatMap(nodes).filter((node) => node['Relation Name'] === 'calendar_times');
  expect(scans.map((node) => node['Index Name'] ?? node['Node Type'])).toEqual([
    ...['ModifyTable', 'calendar_times_over_idx', 'Tid Scan'],
  ]);
});
