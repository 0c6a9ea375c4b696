import { createECDH, randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { databaseIdentity } from '#server/features/images/queries.ts';
import { hashToken } from '#server/links/tokens.ts';
import { openTestApp, useTestApp } from '#server/testing/app.ts';
import { startCalendarServer } from '#server/testing/calendar-server.ts';
import { emptyDatabase, inDatabase } from '#server/testing/db.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { backUp } from './backup.ts';
import { listPictures, savePictures, storePictures } from './pictures.ts';
import { restore } from './restore.ts';

const t = useTestApp({}, { store: true });
const silent = () => {};
const day = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;
let folder = '';
let file = '';
let professionalId = '';
const opened: { drop(): Promise<void> }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saluni-backup-'));
  file = join(folder, 'saluni.backup');
  ({ professionalId } = await t.make.professional({ bio: 'Tab\there, back\\slash,\nand a line\n\\.\nof its own' }));
  await t.make.booking({ professionalId, status: 'confirmed', start: day });
  await t.make.booking({ professionalId, status: 'cancelled', start: day + 2 * HOUR });
  await t.make.window(professionalId, day, day + 10 * HOUR);
  await sql`insert into outbox (event, payload) values ('booking.created', '{}'), ('booking.created', '{}')`.execute(
    t.deps.db,
  );
  await sql`update outbox set done_at = clock_now() where id = (select max(id::text)::uuid from outbox)`.execute(
    t.deps.db,
  );
  await backUp(await source(), file, silent);
});
afterAll(async () => {
  for (const one of opened) await one.drop();
  await rm(folder, { recursive: true });
});

async function source() {
  return {
    databaseUrl: t.databaseUrl,
    database: await databaseIdentity(t.deps.db),
    listPictures: () => listPictures(t.deps.images),
  };
}

/** A new database, as the application's role and as its owner. */
async function target() {
  const { url, drop } = await emptyDatabase();
  opened.push({ drop });
  return {
    databaseUrl: inDatabase(inject('postgres').url, new URL(url).pathname.slice(1)),
    migrationDatabaseUrl: url,
  };
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A hash of all rows of each table. */
async function hashes(url: string): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    url,
    "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await ask<{ hash: string }>(
      url,
      `select md5(coalesce(string_agg(one::text, '|' order by one::text), '')) as hash from ${name} one`,
    );
    found[name] = row?.hash ?? '';
  }
  return found;
}

/** What the schema holds: constraints, indexes and triggers, and whether they are in force. */
const schema = `
  select conrelid::regclass::text as of, conname::text as name, pg_get_constraintdef(oid) as is,
    convalidated::text as how
  from pg_constraint where connamespace = 'public'::regnamespace
  union all select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid), indisvalid::text
  from pg_index where indrelid::regclass::text in (select tablename from pg_tables where schemaname = 'public')
  union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled::text from pg_trigger where not tgisinternal
  order by 1, 2, 3`;

test('O12: a restored database has every row, constraint, index and trigger; only what was of its time differs', async () => {
  const to = await target();
  await restore(to, file, { sendUnsent: true }, silent);
  const [before, after] = [await hashes(t.databaseUrl), await hashes(to.databaseUrl)];
  const different = Object.keys(before).filter((table) => before[table] !== after[table]);
  expect(different.sort()).toEqual(['kysely_migration', 'sessions', 'slot_versions']);
  expect(await ask(to.databaseUrl, 'select count(*)::int as sessions from sessions')).toEqual([{ sessions: 0 }]);
  expect(await ask(to.migrationDatabaseUrl, schema)).toEqual(await ask(t.databaseUrl, schema));
  const [versions] = await ask<{ ahead: boolean }>(
    to.databaseUrl,
    'select bool_or(version > pg_current_xact_id()::text::bigint) as ahead from slot_versions',
  );
  expect(versions).toEqual({ ahead: false });
});

test('O12: the product runs on a restored database, and two bookings of one time still cannot be', async () => {
  const to = await target();
  await restore(to, file, { sendUnsent: false }, silent);
  const app = await openTestApp(to.databaseUrl);
  try {
    expect(await findBroken(app.deps.db)).toEqual([]);
    const clients = await Promise.all(Array.from({ length: 8 }, () => app.make.client()));
    const service_ids = [await app.make.service(professionalId)];
    const start_time = new Date(day + 5 * HOUR).toISOString();
    const answers = await Promise.all(
      clients.map((client) =>
        app.rest.call(client, 'bookings.create', { professional_id: professionalId, service_ids, start_time }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  } finally {
    await app.close();
  }
});

test('O12: what was not sent waits for somebody to decide, unless it is to be sent', async () => {
  const states = (url: string) =>
    ask(
      url,
      `select count(*) filter (where done_at is null and dead_at is null)::int as open, count(dead_at)::int as held
       from outbox`,
    );
  const [before] = (await states(t.databaseUrl)) as { open: number }[];
  expect(before?.open).toBeGreaterThan(0);
  const [holding, sending] = [await target(), await target()];
  const { held } = await restore(holding, file, { sendUnsent: false }, silent);
  expect(held).toBe(before?.open);
  expect(await states(holding.databaseUrl)).toEqual([{ open: 0, held: before?.open }]);
  await restore(sending, file, { sendUnsent: true }, silent);
  expect(await states(sending.databaseUrl)).toEqual([{ open: before?.open, held: 0 }]);
});

test('O12: a database that has rows, a damaged file and a file that ends early are refused, and nothing changes', async () => {
  const to = await target();
  await restore(to, file, { sendUnsent: true }, silent);
  const before = await hashes(to.databaseUrl);
  await expect(restore(to, file, { sendUnsent: true }, silent)).rejects.toThrow(/^the database is not empty/);
  expect(await hashes(to.databaseUrl)).toEqual(before);

  const text = gunzipSync(await readFile(file));
  const early = join(folder, 'early');
  await writeFile(early, gzipSync(text.subarray(0, text.length - 200)));
  const other = await target();
  await expect(restore(other, early, { sendUnsent: true }, silent)).rejects.toThrow();
  expect(await ask(other.databaseUrl, 'select from users')).toEqual([]);
  await expect(restore(other, join(folder, 'nowhere'), { sendUnsent: true }, silent)).rejects.toThrow('does not exist');
  await writeFile(early, 'no gzip');
  await expect(restore(other, early, { sendUnsent: true }, silent)).rejects.toThrow(/cannot be read/);
  await restore(other, file, { sendUnsent: true }, silent);
});

test('O12: only its owner can read a backup; one that fails leaves the file of before, and nothing else', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  // Somebody else's file under the name that a backup begins with does not become the backup.
  await writeFile(`${file}.unfinished`, '', { mode: 0o666 });
  const held = await open(`${file}.unfinished`);
  await backUp(await source(), file, silent);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await held.readFile()).length).toBe(0);
  await held.close();
  await rm(`${file}.unfinished`);
  const before = await readFile(file);
  const failing = { ...(await source()), listPictures: () => Promise.reject(new Error('away')) };
  await expect(backUp(failing, file, silent)).rejects.toThrow('away');
  expect(await readFile(file)).toEqual(before);
  expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
});

test('O12: pictures are copied out and back, and a copy that was interrupted goes on', async () => {
  const pictures = join(folder, 'pictures');
  const key = '00000000-0000-4000-8000-00000000000a';
  const files = ['320.avif', '320.webp', '640.webp'].map((name) => ({ name, bytes: randomBytes(5_000) }));
  await t.deps.images.put(
    key,
    files.map((one) => ({ ...one, type: 'image/webp' })),
  );
  const listed = (await listPictures(t.deps.images)).filter(({ path }) => path.startsWith(key));
  expect(listed).toEqual(files.map(({ name }) => ({ path: `${key}/${name}`, size: 5_000 })));

  expect(await savePictures(t.deps.images, pictures, listed.slice(0, 1), silent)).toBe(0);
  const { mtimeMs } = await stat(join(pictures, key, '320.avif'));
  const gone = { path: `${key}/50.webp`, size: 1 };
  expect(await savePictures(t.deps.images, pictures, [...listed, gone], silent)).toBe(1);
  expect((await stat(join(pictures, key, '320.avif'))).mtimeMs).toBe(mtimeMs);

  await t.deps.images.remove(key);
  expect(await storePictures(t.deps.images, pictures, [...listed, gone], silent)).toBe(1);
  for (const { name, bytes } of files) expect(await t.deps.images.get(key, name)).toEqual(bytes);
});

test('O12: the bucket is noted as the restored database’s only by who says so', async () => {
  const own = await databaseIdentity(t.deps.db);
  expect(await t.deps.images.claim(own)).toBe(own);
  expect(await t.deps.images.claim('another/1')).toBe(own);
  expect(await t.deps.images.claim('another/1', 'a third/1')).toBe(own);
  expect(await t.deps.images.claim('another/1', own)).toBe('another/1');
  expect(await t.deps.images.claim(own, 'another/1')).toBe(own);
});

test('S20, S21: a backup holds no session, no push key, and no readable address of a calendar elsewhere or word of health', async () => {
  const amara = await t.make.professional();
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' };
  const endpoint = 'https://fcm.googleapis.com/canary-push';
  const subscribed = await t.rest.call(amara, 'push.subscribe', { endpoint, keys, time_zone: 'Australia/Melbourne' });
  expect(subscribed.status).toBe(201);
  const calendars = await startCalendarServer();
  t.deps.config.busyCalendarHosts.push(calendars.host);
  const url = `http://${calendars.host}/canary-calendar`;
  expect((await t.rest.call(amara, 'busyCalendars.add', { url, name: 'Other work' })).status).toBe(201);
  await calendars.close();
  const told = { hair: { note: 'Shrinks to my chin' }, health: { scalp_note: 'canary-scalp', consent: true } };
  const zuri = await t.make.client();
  expect((await t.rest.call(zuri, 'hair.change', { hair: told.hair })).status).toBe(200);
  expect((await t.rest.call(zuri, 'hair.putHealth', told.health)).status).toBe(200);
  const other = join(folder, 'secrets.backup');
  await backUp(await source(), other, silent);
  const text = gunzipSync(await readFile(other)).toString();
  for (const kept of ['Other work', told.hair.note]) expect(text).toContain(kept);
  const secretsKey = t.deps.secretsKey?.toString('base64') ?? 'none';
  for (const secret of ['canary-', keys.p256dh, hashToken(amara.token), amara.token, secretsKey])
    expect(text).not.toContain(secret);
});
