import { mkdtemp, stat, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { backUp } from '#server/backup/backup.ts';
import { restore } from '#server/backup/restore.ts';
import { connect, createMaintenancePool } from '#server/db/connect.ts';
import { findBroken } from '#server/db/invariants.ts';
import { cleanUp } from '#server/jobs/clean-up.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/embedded/postgres.ts';
import { loadMarket } from './bench/load.ts';
const dir = await mkdtemp(join(tmpdir(), 'saluni-sizes-'));
const postgres = await startPostgres({ directory: dir });
try {
  await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
  const client = new pg.Client(postgres.superuserUrl);
  await client.connect();
  await loadMarket(postgres.superuserUrl, 200, () => {});
  console.log('loaded', new Date().toISOString());
  await client.query(`create temp table ev as select uuidv7() as id, e.event, b.id as booking, b.professional_id, b.start_time, c.user_id as cu, p.user_id as pu, e.n
    from bookings b join clients c on c.id = b.client_id join professionals p on p.id = b.professional_id,
    (values ('booking.created', 1), ('booking.confirmed', 2), ('booking.reminder_due', 3), ('booking.completed', 4)) e(event, n) where b.status in ('completed','confirmed')`);
  await client.query(`insert into outbox (id, event, payload, request_id, done_at) select id, event, jsonb_build_object('booking_id', booking, 'version', n - 1, 'professional_id', professional_id), 'req-' || substr(id::text, 1, 10), now() from ev`);
  await client.query(`update bookings set version = 3 where status in ('completed','confirmed')`);
  for (const [events, who] of [["'booking.created','booking.reminder_due'", 'pu'], ["'booking.confirmed','booking.reminder_due','booking.completed'", 'cu']]) {
    await client.query(`insert into deliveries (event_id, channel, recipient, template, payload, attempts, sent_at) select id, 'mail', ${who}, 'booking', jsonb_build_object('booking_id', booking, 'version', n, 'about', event, 'to', 'client'), 1, now() from ev where event in (${events})`);
    await client.query(`insert into notifications (user_id, event_id, type, message, booking_id) select ${who}, id, event, 'Zuri Adjei requested Dry curl cut on Thursday, 26 November 2026 at 9:30 AM AEDT.', booking from ev where event in (${events})`);
  }
  await client.query('vacuum analyze');
  const { rows: [n] } = await client.query('select count(*)::int as n from bookings');
  const { rows } = await client.query(`select relname, pg_table_size(oid) as table, pg_indexes_size(oid) as indexes, reltuples::int as rows from pg_class where relname in ('bookings','booking_services','busy_times','outbox','deliveries','notifications','times_versions','availability') order by 1`);
  console.log(n);
  for (const r of rows) console.log(r.relname, r.rows, 'table', Math.round(r.table / n.n), 'indexes', Math.round(r.indexes / n.n), 'bytes a booking');
  const file = join(dir, 'file');
  let at = performance.now();
  const pool = connect(createMaintenancePool(postgres.url, { max: 1 }));
  await backUp({ databaseUrl: postgres.url, database: 'x' }, file, () => {});
  console.log('backup', ((performance.now() - at) / 1000).toFixed(1), 's', (await stat(file)).size);
  await client.query(`create database copy owner ${new URL(postgres.ownerUrl).username}`);
  const inCopy = (url: string) => { const u = new URL(url); u.pathname = '/copy'; return u.href; };
  at = performance.now();
  const { held } = await restore({ databaseUrl: inCopy(postgres.url), migrationDatabaseUrl: inCopy(postgres.ownerUrl) }, file, { sendUnsent: false }, () => {});
  console.log('restore', ((performance.now() - at) / 1000).toFixed(1), 's', held);
  const copy = connect(createMaintenancePool(inCopy(postgres.url), { max: 1 }));
  at = performance.now();
  console.log(JSON.stringify((await findBroken(copy)).map(({ name, count }) => [name, count])));
  console.log('check', ((performance.now() - at) / 1000).toFixed(1), 's');
  at = performance.now();
  await cleanUp(copy, console.error);
  console.log('clean up', ((performance.now() - at) / 1000).toFixed(1), 's');
  console.log(JSON.stringify((await findBroken(copy)).map(({ name, count }) => [name, count])));
  await copy.destroy(); await pool.destroy(); await client.end();
} finally { await postgres.stop(); await rm(dir, { recursive: true, force: true }); }
