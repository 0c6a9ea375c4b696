import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { StartError } from '#server/process/start-error.ts';
import { settablePort } from '#server/testing/ports.ts';
import { type EmbeddedPostgres, startPostgres } from './postgres.ts';
import { chooseAccount, findBinaries, postgresEnvironment } from './postgres-binaries.ts';
import { readPidFile } from './postgres-orphan.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saluni-postgres-'));
});
afterEach(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }));

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function until(condition: () => Promise<boolean>) {
  const giveUpAt = Date.now() + 20_000;
  while (!(await condition()) && Date.now() < giveUpAt) await delay(25);
  expect(await condition()).toBe(true);
}

test('keeps its data after a stop, listens on loopback only and checks the password', async () => {
  const first = await startPostgres({ directory });
  await ask(first.ownerUrl, 'create table stored as select 42 as answer');
  expect(await ask(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await ask(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await ask(first.url, "select current_setting('server_version_num')::int / 10000 as major")).toEqual([
    { major: 18 },
  ]);
  const guessed = new URL(first.url);
  guessed.password = 'guess';
  await expect(ask(guessed.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  expect(await ask(first.url, 'select usesuper from pg_user where usename = current_user')).toEqual([
    { usesuper: false },
  ]);
  await first.stop();

  const second = await startPostgres({ directory });
  expect(await ask(second.ownerUrl, 'select answer from stored')).toEqual([{ answer: 42 }]);
  await second.stop();
});

const urls = ({ url, ownerUrl }: EmbeddedPostgres) => ({ databaseUrl: url, migrationDatabaseUrl: ownerUrl });

test('S16: the application reads and writes rows, and changes neither the schema nor anything outside of the database', async () => {
  const server = await startPostgres({ directory });
  expect((await migrateDatabase(urls(server))).length).toBeGreaterThan(0);
  expect(await ask(server.url, 'select count(*)::int as count from specializations')).toEqual([{ count: 9 }]);
  await ask(server.url, "insert into users (role, email, username) values ('admin', 'a@b.example', 'A')");
  for (const statement of [
    'create table mine (id int)',
    'drop table users',
    'truncate users',
    'alter table users disable trigger all',
    'delete from kysely_migration',
    'create extension unaccent',
    'create database other',
    'create role other',
    'set role saluni_owner',
    "select pg_read_file('/etc/passwd')",
    "copy users to program 'cat'",
    'alter system set fsync = off',
  ]) {
    await expect(ask(server.url, statement), statement).rejects.toMatchObject({ code: '42501' });
  }
  for (const url of [server.url, server.ownerUrl]) {
    expect(
      await ask(
        url,
        'select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as mighty ' +
          'from pg_roles where rolname = current_user',
      ),
    ).toEqual([{ mighty: false }]);
  }
  await server.stop();
});

test('S16: tables that belong to the superuser, as all once did, have their owner after a start, and their data', async () => {
  const before = await startPostgres({ directory });
  await migrateDatabase({ databaseUrl: before.superuserUrl });
  await ask(before.superuserUrl, "insert into users (role, email, username) values ('admin', 'a@b.example', 'A')");
  await ask(before.superuserUrl, 'create sequence bullmq.of_a_queue; alter database saluni owner to saluni');
  await before.stop();

  const after = await startPostgres({ directory });
  expect(await migrateDatabase(urls(after))).toEqual([]);
  expect(await ask(after.url, 'select email from users')).toEqual([{ email: 'a@b.example' }]);
  expect(await ask(after.url, "select nextval('bullmq.of_a_queue') is not null as works")).toEqual([{ works: true }]);
  const left = await ask(
    after.superuserUrl,
    `select what.classid::regclass, what.objid from (
       select 'pg_class'::regclass::oid as classid, oid as objid, relowner as owner, relnamespace as folder from pg_class
       union all select 'pg_proc'::regclass, oid, proowner, pronamespace from pg_proc
       union all select 'pg_type'::regclass, oid, typowner, typnamespace from pg_type
       union all select 'pg_namespace'::regclass, oid, nspowner, oid from pg_namespace where nspname = 'bullmq'
     ) what
     where owner = 'saluni'::regrole and folder::regnamespace::text in ('public', 'bullmq')
       and not exists (
         select from pg_depend
         where pg_depend.classid = what.classid and pg_depend.objid = what.objid and deptype in ('e', 'i'))
       and not exists (select from pg_type join pg_depend on pg_depend.objid = typelem where pg_type.oid = what.objid and deptype = 'e')`,
  );
  expect(left).toEqual([]);
  await ask(after.ownerUrl, 'alter table users add column later int');
  await after.stop();
});

test('an orphaned server on the data directory is stopped before the start', async () => {
  const first = await startPostgres({ directory });
  await ask(first.ownerUrl, 'create table stored as select 42 as answer');
  await first.stop();

  const { prefix, ...ids } = chooseAccount();
  const { postgres } = await findBinaries();
  const [program = '', ...args] = [
    ...prefix,
    postgres,
    '-D',
    join(directory, 'data'),
    '-p',
    String(await settablePort()),
  ];
  const orphan: ChildProcess = spawn(program, [...args, '-c', 'unix_socket_directories='], {
    ...ids,
    env: postgresEnvironment(),
    stdio: 'ignore',
  });
  await until(async () => (await readPidFile(join(directory, 'data')))?.status === 'ready');

  const lines: string[] = [];
  const second = await startPostgres({ directory, log: (line) => lines.push(line) });
  expect(lines.join()).toContain(`(process ${orphan.pid})`);
  await until(async () => orphan.exitCode !== null || orphan.signalCode !== null);
  expect(await ask(second.ownerUrl, 'select answer from stored')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('an unrelated process that a stale postmaster.pid names is not killed', async () => {
  await (await startPostgres({ directory })).stop();
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void stranger.kill('SIGKILL'));
  const note = [stranger.pid, join(directory, 'data'), 1, 5432, '', '127.0.0.1', '1 1', 'ready'].join('\n');
  await writeFile(join(directory, 'data', 'postmaster.pid'), note);
  const server = await startPostgres({ directory });
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test('a killed server is started again on the same port with its data', async () => {
  const server = await startPostgres({ directory });
  await ask(server.ownerUrl, 'create table stored as select 42 as answer');
  const pid = (await readPidFile(join(directory, 'data')))?.pid ?? 0;
  process.kill(pid, 'SIGKILL');
  await until(async () => {
    const now = await readPidFile(join(directory, 'data'));
    return now !== undefined && now.pid !== pid && now.status === 'ready';
  });
  expect(await ask(server.ownerUrl, 'select answer from stored')).toEqual([{ answer: 42 }]);
  await server.stop();
});

test('files of a killed initdb are deleted', async () => {
  const debris = join(directory, 'initdb-1-dead');
  await mkdir(debris, { recursive: true });
  await writeFile(join(debris, 'PG_VERSION'), '18\n');
  await (await startPostgres({ directory })).stop();
  expect(existsSync(debris)).toBe(false);
});

test('a lost password file and a data directory of another version refuse the start with one line', async () => {
  await (await startPostgres({ directory })).stop();
  const password = await readFile(join(directory, 'password'), 'utf8');
  await rm(join(directory, 'password'));
  await expect(startPostgres({ directory })).rejects.toThrow(StartError);
  await writeFile(join(directory, 'password'), password, { mode: 0o600 });
  await writeFile(join(directory, 'data', 'PG_VERSION'), '17\n');
  await expect(startPostgres({ directory })).rejects.toThrow(/is of PostgreSQL 17, and this is PostgreSQL 18$/);
});
