import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import type { Config, S3Config } from '#server/config.ts';
import type { DatabaseUrls } from '#server/db/migrate.ts';
import { requirePort } from '#server/process/ports.ts';
import { StartError } from '#server/process/start-error.ts';
import type { VapidKeys } from '#server/push/keys.ts';
import { closeDataDir } from './data-dir.ts';
import { startInbox } from './inbox.ts';
import { keysOf } from './keys.ts';
import { startPostgres } from './postgres.ts';
import { runsAsOtherUser } from './postgres-binaries.ts';
import { askHolder, type Holder, lockDirectory, type ProcessLock } from './process-lock.ts';
import { startS3 } from './s3.ts';

/** Addresses of the services, from the environment or of the embedded ones. */
export type Services = {
  databaseUrl: string;
  migrationDatabaseUrl: string;
  s3: S3Config;
  smtpUrl: string;
  mailUiUrl?: string;
};

/** `vapid` and `secretsKey`: the keys of news that are pushed, and of secrets. */
export type Stack = Services & { vapid?: VapidKeys; secretsKey?: Buffer; lock: ProcessLock; stop(): Promise<void> };

const takeoverWithinMs = 45_000;
/** Within this time a holder whose parent was killed notices it and reports that it stops. */
const noticeMs = 1_500;

/**
 * Starts the services that the environment does not name, in parallel, and writes their addresses to DATA_DIR for the
 * command line. Throws a StartError, with nothing left running, when another stack uses DATA_DIR or a service does not
 * start.
 */
export async function startStack(
  config: Config,
  progress: (line: string) => void,
  signal: AbortSignal,
): Promise<Stack> {
  // An embedded database has one owner; processes on a configured database may share DATA_DIR.
  if ([config.databaseUrl, config.s3, config.smtpUrl].includes(undefined)) await closeFiles(config);
  const lock = config.databaseUrl === undefined ? await takeDataDir(config.dataDir, progress, signal) : unlocked;
  signal.addEventListener('abort', () => lock.describe('stopping'));
  try {
    if (config.role !== 'worker') await requirePort('PORT', config.port, config.host);
    if (config.metricsPort !== undefined) await requirePort('METRICS_PORT', config.metricsPort, config.metricsHost);
    if (config.smtpUrl === undefined) await requirePort('MAIL_UI_PORT', config.mailUiPort, '127.0.0.1');
    const keys = await keysOf(config);
    const started = await Promise.allSettled([
      config.databaseUrl === undefined
        ? database(config, progress)
        : { ...urlsOf(config, config.databaseUrl), stop: nothing },
      config.s3 === undefined ? images(config, progress) : { s3: config.s3, stop: nothing },
      config.smtpUrl === undefined
        ? inbox(config, progress)
        : { smtpUrl: config.smtpUrl, uiUrl: undefined, stop: nothing },
    ]);
    const [postgres, s3, mail] = started;
    async function stopServices() {
      const running = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value.stop()] : []));
      if (lock !== unlocked) await rm(notePath(config.dataDir), { force: true });
      await Promise.all(running);
    }
    if (postgres.status === 'rejected' || s3.status === 'rejected' || mail.status === 'rejected') {
      await stopServices();
      throw started.find((result) => result.status === 'rejected')?.reason;
    }
    const services: Services = {
      databaseUrl: postgres.value.databaseUrl,
      migrationDatabaseUrl: postgres.value.migrationDatabaseUrl,
      s3: s3.value.s3,
      smtpUrl: mail.value.smtpUrl,
      ...(mail.value.uiUrl === undefined ? {} : { mailUiUrl: mail.value.uiUrl }),
    };
    if (lock !== unlocked) await writeNote(config.dataDir, services);
    async function stop() {
      await stopServices();
      await lock.release();
    }
    return { ...services, ...keys, lock, stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** What a command works on; `openStore` names the image store, if there is one, and starts it where it does not run. */
export type BorrowedServices = Required<DatabaseUrls> & {
  openStore(): Promise<S3Config | undefined>;
  stop(): Promise<void>;
};

/** The database for a command: configured, the running stack's, or one started until `stop`. Throws a StartError. */
export async function borrowServices(config: Config): Promise<BorrowedServices> {
  if (config.databaseUrl !== undefined)
    return { ...urlsOf(config, config.databaseUrl), openStore: async () => config.s3, stop: nothing };
  await closeFiles(config);
  const giveUpAt = Date.now() + takeoverWithinMs;
  while (Date.now() < giveUpAt) {
    const lock = await lockDirectory(config.dataDir, 'command');
    if (lock !== undefined) {
      try {
        const { url, ownerUrl, stop } = await startPostgres({ directory: join(config.dataDir, 'postgres') });
        let store: ReturnType<typeof startS3> | undefined;
        return {
          databaseUrl: url,
          migrationDatabaseUrl: ownerUrl,
          openStore: async () => {
            if (config.s3) return config.s3;
            store ??= startS3(join(config.dataDir, 'images'), configuredPorts(config));
            return (await store).s3;
          },
          stop: async () => {
            await (await store)?.stop();
            await stop();
            await lock.release();
          },
        };
      } catch (error) {
        await lock.release();
        throw error;
      }
    }
    const holder = askHolder(config.dataDir);
    if (holder?.kind === 'stack' && holder.phase === 'running') {
      const note = await readNote(config.dataDir);
      if (note !== undefined) return { ...note, openStore: async () => note.s3, stop: nothing };
    }
    await delay(100);
  }
  throw new StartError(`${config.dataDir} is in use, and its database is not there yet: try again in a moment`);
}

/** Lets no other user of the machine read what the services keep, or will write from now on. */
async function closeFiles({ dataDir, databaseUrl }: Config): Promise<void> {
  // A thread may not set it; there only tests run a stack.
  if (isMainThread) process.umask(0o077);
  await closeDataDir(dataDir, { forOtherUser: databaseUrl === undefined && runsAsOtherUser() });
}

/** Locks DATA_DIR; waits for a holder that is stopping. Throws a StartError when a running stack holds it. */
async function takeDataDir(
  dataDir: string,
  progress: (line: string) => void,
  signal: AbortSignal,
): Promise<ProcessLock> {
  const giveUpAt = Date.now() + takeoverWithinMs;
  const begun = Date.now();
  let said = false;
  let holder: Holder | undefined;
  while (Date.now() < giveUpAt) {
    const lock = await lockDirectory(dataDir, 'stack');
    if (lock !== undefined) return lock;
    holder = askHolder(dataDir);
    const leaves = holder === undefined || holder.kind === 'command' || holder.phase === 'stopping';
    if (!leaves && Date.now() - begun > noticeMs) break;
    if (leaves && !said && Date.now() - begun > noticeMs) {
      progress(`waiting for process ${holder?.pid ?? '?'}, which still uses ${dataDir}`);
      said = true;
    }
    await delay(50, undefined, { signal });
  }
  throw new StartError(
    `Saluni already runs on ${dataDir} (process ${holder?.pid ?? 'unknown'}): stop it first, or set another DATA_DIR`,
  );
}

async function database(config: Config, progress: (line: string) => void) {
  const directory = join(config.dataDir, 'postgres');
  const fresh = !existsSync(join(directory, 'data'));
  const postgres = await startPostgres({ directory, except: configuredPorts(config), log: progress });
  progress(`database       PostgreSQL 18 on 127.0.0.1:${postgres.port}${fresh ? ', newly created' : ''}`);
  return { databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl, stop: postgres.stop };
}

function urlsOf({ migrationDatabaseUrl }: Config, databaseUrl: string): Required<DatabaseUrls> {
  return { databaseUrl, migrationDatabaseUrl: migrationDatabaseUrl ?? databaseUrl };
}

async function images(config: Config, progress: (line: string) => void) {
  const store = await startS3(join(config.dataDir, 'images'), configuredPorts(config), progress);
  progress(`image store    S3 on ${new URL(store.s3.endpoint).host}`);
  return store;
}

async function inbox(config: Config, progress: (line: string) => void) {
  const mail = await startInbox(join(config.dataDir, 'mail'), config.mailUiPort, configuredPorts(config), progress);
  progress(`inbox          SMTP on ${new URL(mail.smtpUrl).host}, pages on ${mail.uiUrl}`);
  return mail;
}

/** Listened on only later in the start, so no service may happen to be given one of them. */
function configuredPorts({ port, mailUiPort, metricsPort }: Config): number[] {
  return [port, mailUiPort, ...(metricsPort === undefined ? [] : [metricsPort])];
}

async function nothing(): Promise<void> {}

const unlocked: ProcessLock = { describe: () => {}, release: nothing };

function notePath(dataDir: string): string {
  return join(dataDir, 'stack.json');
}

/** Readable by this user only, because it holds the database's password. */
async function writeNote(dataDir: string, services: Services): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${notePath(dataDir)}.new`, `${JSON.stringify(services, null, 2)}\n`, { mode: 0o600 });
  await rename(`${notePath(dataDir)}.new`, notePath(dataDir));
}

async function readNote(dataDir: string): Promise<Services | undefined> {
  return readFile(notePath(dataDir), 'utf8').then(
    (text) => JSON.parse(text) as Services,
    () => undefined,
  );
}
