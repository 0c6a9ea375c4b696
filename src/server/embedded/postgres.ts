import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '#server/process/ports.ts';
import { StartError } from '#server/process/start-error.ts';
import {
  chooseAccount,
  findBinaries,
  type PostgresAccount,
  type PostgresBinaries,
  postgresEnvironment,
  requireEntry,
  runToEnd,
  tieToParent,
} from './postgres-binaries.ts';
import { endOrphan, readPidFile } from './postgres-orphan.ts';
import { ensureRoles } from './postgres-roles.ts';

/** The database as the application's role, as its owner, and the superuser's way in, which only tests use. */
export type EmbeddedPostgres = {
  url: string;
  ownerUrl: string;
  superuserUrl: string;
  port: number;
  stop(): Promise<void>;
};

type PostgresOptions = {
  /** Absolute path; holds the cluster, its password and its log. */
  directory: string;
  /** False trades durability for speed, for temporary clusters. */
  durable?: boolean;
  /** Ports that it does not listen on. */
  except?: readonly number[];
  /** Takes lines that the operator should see. */
  log?: (line: string) => void;
};

const user = 'saluni';
const database = 'saluni';
const majorVersion = '18';
const logLimitBytes = 5 * 1024 * 1024;
const readyWithinMs = 60_000;
/** Upper bound on waiting for the backends of a killed server to end; until then its shared memory is in use. */
const backendsLeaveWithinMs = 15_000;
const stopWithinMs = 15_000;

/** A data directory, and how its server is run. */
export type Cluster = {
  directory: string;
  data: string;
  logFile: string;
  binaries: PostgresBinaries;
  account: PostgresAccount;
  flags: string[];
};

/**
 * Creates the cluster if needed, ends a server left behind by a killed process, starts the server and restarts it when
 * it ends. Throws a StartError.
 */
export async function startPostgres({
  directory,
  durable = true,
  except = [],
  log = () => {},
}: PostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await prepare(directory, durable);
  const password = await ensureCluster(cluster);
  await endOrphan(cluster.data, log);

  let { child, port } = await launch(cluster, () => freePort(except));
  let stopping = false;

  function watch() {
    child.once('exit', async (code, signal) => {
      if (stopping) return;
      log(`the embedded PostgreSQL ended (${signal ?? code}), starting it again`);
      try {
        ({ child } = await launch(cluster, () => port));
        if (stopping) await endServer(child);
        else watch();
      } catch (error) {
        log(`the embedded PostgreSQL does not start again: ${error instanceof Error ? error.message : error}`);
      }
    });
  }
  watch();

  const superuserUrl = superuserUrlOf(password, port);
  async function stop() {
    stopping = true;
    await endServer(child);
  }
  try {
    await ensureDatabase(superuserUrl);
    return { ...(await ensureRoles(superuserUrl)), superuserUrl, port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export function superuserUrlOf(password: string, port: number): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** Makes the directory of a cluster; `more` are settings beside our own. */
export async function prepare(
  directory: string,
  durable: boolean,
  more: Record<string, string> = {},
): Promise<Cluster> {
  const binaries = await findBinaries();
  const account = chooseAccount();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) await chown(directory, account.uid, account.gid);
  await requireEntry(account, [join(directory, 'data'), binaries.postgres, binaries.initdb]);
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // As in docker-compose.yml: two API and two worker processes come close to the default of 100.
    // A temporary one serves as many test files as run at a time, some with several processes.
    max_connections: durable ? '200' : '500',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    // No personal data in logs: the detail of a constraint violation would quote the row.
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...more,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    directory,
    data: join(directory, 'data'),
    logFile: join(directory, 'postgres.log'),
    binaries,
    account,
    flags,
  };
}

/**
 * Returns the password. The cluster is created in another directory and renamed, so that a kill leaves no half-made
 * cluster.
 */
export async function ensureCluster({ directory, data, binaries, account }: Cluster): Promise<string> {
  const passwordFile = join(directory, 'password');
  if (!existsSync(passwordFile)) {
    if (existsSync(data))
      throw new StartError(
        `${passwordFile} is gone: restore it, or remove ${directory} to start with an empty database`,
      );
    await writeFile(`${passwordFile}.new`, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (account.uid !== undefined && account.gid !== undefined)
      await chown(`${passwordFile}.new`, account.uid, account.gid);
    await rename(`${passwordFile}.new`, passwordFile);
  }
  if (existsSync(data)) {
    const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
    if (version !== majorVersion)
      throw new StartError(`${data} is of PostgreSQL ${version}, and this is PostgreSQL ${majorVersion}`);
    return readFile(passwordFile, 'utf8');
  }
  for (const name of await readdir(directory)) {
    if (name.startsWith('initdb-')) await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const aside = join(directory, `initdb-${process.pid}-${randomBytes(4).toString('hex')}`);
  const { code, output } = await runToEnd(account, [
    binaries.initdb,
    `--pgdata=${aside}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]);
  if (code !== 0) throw new StartError(`cannot create the embedded database: ${lastLine(output)}`);
  await rename(aside, data);
  return readFile(passwordFile, 'utf8');
}

/**
 * Starts the server on a port of `choosePort`. Tries again when another process took the port or the last server's
 * backends still run.
 */
export async function launch(
  cluster: Cluster,
  choosePort: () => number | Promise<number>,
): Promise<{ child: ChildProcess; port: number }> {
  const giveUpAt = Date.now() + backendsLeaveWithinMs;
  for (;;) {
    const port = await choosePort();
    const loggedBefore = await rotateLog(cluster.logFile);
    const child = await spawnServer(cluster, port);
    const failure = await readyOrFailure(cluster, child, loggedBefore);
    if (failure === undefined) return { child, port };
    const passing = /Address already in use|could not create any TCP\/IP sockets|pre-existing shared memory/.test(
      failure,
    );
    if (!passing || Date.now() > giveUpAt)
      throw new StartError(`the embedded PostgreSQL does not start: ${lastFault(failure)} (log: ${cluster.logFile})`);
    await delay(200);
  }
}

/** Moves a log away that has become too large. Returns the size of the current one, bytes. */
async function rotateLog(logFile: string): Promise<number> {
  const size = existsSync(logFile) ? (await stat(logFile)).size : 0;
  if (size <= logLimitBytes) return size;
  await rename(logFile, `${logFile}.1`);
  return 0;
}

/** Detached, so that Ctrl-C in the terminal does not reach the server: our shutdown stops it in order. */
async function spawnServer({ data, logFile, binaries, account, flags }: Cluster, port: number): Promise<ChildProcess> {
  const log = await open(logFile, 'a', 0o600);
  const [program = '', ...args] = [
    ...account.prefix,
    ...tieToParent(),
    binaries.postgres,
    '-D',
    data,
    '-p',
    String(port),
    ...flags,
  ];
  const ids = account.uid === undefined ? {} : { uid: account.uid, gid: account.gid };
  try {
    return spawn(program, args, {
      ...ids,
      env: postgresEnvironment(),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
  } finally {
    await log.close();
  }
}

/** Returns undefined once the server accepts connections, or its log when it ended before. */
async function readyOrFailure(
  { data, logFile }: Cluster,
  child: ChildProcess,
  loggedBefore: number,
): Promise<string | undefined> {
  const giveUpAt = Date.now() + readyWithinMs;
  let running = true;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      running = false;
      resolve();
    };
    child.once('exit', end).once('error', end);
  });
  while (running) {
    const file = await readPidFile(data);
    if (file?.pid === child.pid && file?.status === 'ready') return undefined;
    if (Date.now() > giveUpAt) {
      await endServer(child);
      return `not ready within ${readyWithinMs / 1000} seconds`;
    }
    await Promise.race([ended, delay(15)]);
  }
  return (await readFile(logFile)).subarray(loggedBefore).toString();
}

/**
 * Fast shutdown rolls back open transactions and writes a checkpoint. A server that hangs is killed and recovers at its
 * next start.
 */
export async function endServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    child.kill(signal);
    const done = await Promise.race([ended.then(() => true), delay(stopWithinMs, false, { ref: false })]);
    if (done) return;
  }
}

export async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return;
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error;
  } finally {
    await client.end();
  }
  const maintenance = new Client({ connectionString: new URL('/postgres', url).href });
  await maintenance.connect();
  try {
    await maintenance.query(`create database ${database}`);
  } finally {
    await maintenance.end();
  }
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? 'no reason given';
}

function lastFault(output: string): string {
  const faults = output.split('\n').filter((line) => /FATAL|PANIC|error:/.test(line));
  return faults.at(-1)?.replace(/^.*?(FATAL|PANIC): */, '') ?? lastLine(output);
}
