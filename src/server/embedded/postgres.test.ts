import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { StartError } from '#server/start-error.ts';
import { settablePort } from '#server/testing/ports.ts';
import { startPostgres } from './postgres.ts';
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
  await ask(first.url, 'create table kept as select 42 as answer');
  expect(await ask(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await ask(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await ask(first.url, "select current_setting('server_version_num')::int / 10000 as major")).toEqual([{ major: 18 }]);
  const guessed = new URL(first.url);
  guessed.password = 'guess';
  await expect(ask(guessed.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  await first.stop();

  const second = await startPostgres({ directory });
  expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('an orphaned server on the data directory is stopped before the start', async () => {
  const first = await startPostgres({ directory });
  await ask(first.url, 'create table kept as select 42 as answer');
  await first.stop();

  const { prefix, ...ids } = chooseAccount();
  const { postgres } = await findBinaries();
  const [program = '', ...args] = [...prefix, postgres, '-D', join(directory, 'data'), '-p', String(await settablePort())];
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
  expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
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
  await ask(server.url, 'create table kept as select 42 as answer');
  const pid = (await readPidFile(join(directory, 'data')))?.pid ?? 0;
  process.kill(pid, 'SIGKILL');
  await until(async () => {
    const now = await readPidFile(join(directory, 'data'));
    return now !== undefined && now.pid !== pid && now.status === 'ready';
  });
  expect(await ask(server.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
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
