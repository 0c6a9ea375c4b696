import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { migrateQueue } from '#server/outbox/queue.ts';
import { StartError } from '#server/process/start-error.ts';
import { admitApplication } from './application-role.ts';
import { connect, createMaintenancePool, type Database } from './connect.ts';
import { type Progress, reporting, takeTurn, withLockRetries } from './migration-waits.ts';
import { splitStatements } from './split-statements.ts';

const ownFolder = new URL('../../../migrations/', import.meta.url);

/** Begins a file whose statements run one by one outside of a transaction. */
const noTransaction = /^-- no transaction\b/;

/** Statements that PostgreSQL refuses inside a transaction, or that may commit by themselves. */
const alone = /^(?:(?:create|drop|reindex)\b.*\bconcurrently|alter\b.*\bdetach\b.*\bconcurrently|vacuum|call|do)\b/is;

const concurrentIndex = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\S+)\s+on\b/i;

/**
 * Shorter than a request waits, because requests queue up behind a statement that waits for a table; then others get
 * their turn.
 */
const shortTries = "set lock_timeout = '1s'";

type Migration = { name: string; text: string };
type MigrateOptions = {
  /** Takes a line for each migration and for everything that is waited for. */
  progress?: Progress | undefined;
  /** The folder with the SQL files. */
  folder?: URL;
  /** Only these are applied: the schema of a backup. */
  only?: ReadonlySet<string> | undefined;
};

/** Why a database cannot be used, by the code of the first attempt: what an operator can mend is one line. */
const refusals: Record<string, string> = {
  ECONNREFUSED: 'does not answer: the connection was refused',
  ENOTFOUND: 'does not answer: its host is unknown',
  EHOSTUNREACH: 'does not answer: its host cannot be reached',
  ETIMEDOUT: 'does not answer in time',
  '28000': 'refuses the role of its address',
  '28P01': 'refuses the password of its address',
  '3D000': 'does not exist on its server',
};

/** Throws a StartError of one line, whatever kept a connection from being made. */
function explainRefusal(error: Error & { code?: string }): never {
  const { code = '', message } = error;
  const late = /timeout/.test(message) ? refusals.ETIMEDOUT : undefined;
  throw new StartError(`the database of DATABASE_URL ${refusals[code] ?? late ?? `does not answer: ${message}`}`);
}

/** The SQL files of a folder, in the order of their names. */
async function readMigrations(folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -'.sql'.length),
      text: await readFile(new URL(file, folder), 'utf8'),
    })),
  );
}

/**
 * A database, as the application uses it and as the role that owns its tables; both are one where that role is not
 * named.
 */
export type DatabaseUrls = { databaseUrl: string; migrationDatabaseUrl?: string };

/**
 * Brings our schema and the queue's to their newest version as their owner, and lets the application's role use them.
 * Returns the migrations applied now; throws a StartError when the role may not.
 */
export async function migrateDatabase(
  { databaseUrl, migrationDatabaseUrl = databaseUrl }: DatabaseUrls,
  progress?: Progress,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const owner = connect(createMaintenancePool(migrationDatabaseUrl, { max: 1 }));
  try {
    const applied = await migrate(migrationDatabaseUrl, { progress, only });
    await migrateQueue(migrationDatabaseUrl);
    await admitApplication(owner, databaseUrl);
    return applied;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    const refusal = refusals[code];
    if (refusal !== undefined) throw new StartError(`the database of DATABASE_URL ${refusal}`);
    if (code !== '42501') throw error;
    throw new StartError(
      'the database role may not change the schema: set MIGRATION_DATABASE_URL to the role that owns the tables',
    );
  } finally {
    await owner.destroy();
  }
}

/**
 * Migrates without the limits of requests, one process at a time, and returns the migrations applied now. Each file is
 * a transaction, unless it begins with `-- no transaction`: then its statements run one by one, and after a crash from
 * where it stopped.
 */
export async function migrate(
  url: string,
  { progress = () => {}, folder = ownFolder, only }: MigrateOptions = {},
): Promise<string[]> {
  const pool = createMaintenancePool(url, { max: 2 });
  try {
    const client = await pool.connect().catch(explainRefusal);
    try {
      await takeTurn(client, progress);
      await client.query(shortTries);
      return await applyPending(client, chosen(await readMigrations(folder), only), (name, work) =>
        withLockRetries(name, progress, () => reporting(pool, client, name, progress, work)),
      );
    } finally {
      // The connection holds the lock of the runner, so it is closed.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/** Those that `only` names, or all. Throws a StartError when it names one that this build does not have. */
function chosen(migrations: Migration[], only: ReadonlySet<string> | undefined): Migration[] {
  if (!only) return migrations;
  const unknown = [...only].filter((one) => !migrations.some(({ name }) => name === one));
  if (unknown.length > 0) throw new StartError(`this build does not know the migrations ${unknown.join(', ')}`);
  return migrations.filter(({ name }) => only.has(name));
}

/**
 * Runs the work of a migration: it says what it waits for, and it is tried again while others hold a lock that it
 * needs.
 */
type Patiently = (name: string, work: () => Promise<void>) => Promise<void>;

async function applyPending(client: pg.ClientBase, migrations: Migration[], patiently: Patiently): Promise<string[]> {
  let applied = new Map<string, string | null>();
  // Somebody may hold the lock of this table as of any other.
  await patiently('the list of migrations', async () => {
    applied = await readApplied(client);
  });
  const anew = 'run the build that made it, or begin with an empty database, such as another DATA_DIR';
  const unknown = [...applied.keys()].filter((one) => !migrations.some(({ name }) => name === one));
  if (unknown.length > 0) {
    const some = unknown.length > 2 ? `${unknown[0]} and ${unknown.length - 1} more` : unknown.join(', ');
    throw new StartError(`the database has migrations that this build does not know: ${some}; ${anew}`);
  }
  const edited = migrations.find((one) => applied.has(one.name) && applied.get(one.name) !== hashOf(one));
  if (edited) throw new StartError(`${edited.name} is not the file that made the database; ${anew}`);
  const pending = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of pending) {
    await (noTransaction.test(migration.text)
      ? applyStepwise(client, migration, patiently)
      : patiently(migration.name, () => inTransaction(client, [migration.text, ...recorded(migration)])));
  }
  return pending.map(({ name }) => name);
}

/** SHA-256 of what a file does: comments and white space may change. */
function hashOf({ text }: Migration): string {
  const statements = text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
  return createHash('sha256').update(statements).digest('hex');
}

/** The names of what was applied, each with the hash of its file. */
async function readApplied(client: pg.ClientBase): Promise<Map<string, string | null>> {
  const { rows: tables } = await client.query<{ known: boolean }>(
    `select to_regclass('kysely_migration') is not null as known`,
  );
  if (!tables[0]?.known)
    await client.query(
      'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null, hash text not null)',
    );
  const { rows } = await client.query<{ name: string; hash: string | null }>(
    // A table of the first builds has no hashes.
    `select name, to_jsonb(one) ->> 'hash' as hash from kysely_migration one`,
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

function recorded(migration: Migration): string[] {
  const row = [migration.name, new Date().toISOString(), hashOf(migration)].map((value) => `'${value}'`);
  return [`insert into kysely_migration (name, timestamp, hash) values (${row.join(', ')})`];
}

async function inTransaction(client: pg.ClientBase, texts: string[]): Promise<void> {
  await client.query('begin');
  try {
    for (const text of texts) await client.query(text);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/**
 * Runs statement after statement. `migration_steps` says how many are done, and is there only while a migration is
 * half-way.
 */
async function applyStepwise(client: pg.ClientBase, migration: Migration, patiently: Patiently): Promise<void> {
  const { name, text } = migration;
  await client.query('create table if not exists migration_steps (name text primary key, done int not null)');
  const { rows } = await client.query<{ done: number }>('select done from migration_steps where name = $1', [name]);
  const statements = splitStatements(text);
  for (const [index, statement] of statements.entries()) {
    if (index < (rows[0]?.done ?? 0)) continue;
    const step = `insert into migration_steps values ('${name}', ${index + 1}) on conflict (name) do update set done = excluded.done`;
    await patiently(`${name}, statement ${index + 1} of ${statements.length}`, async () => {
      if (!alone.test(statement)) return inTransaction(client, [statement, step]);
      await runAlone(client, statement);
      await client.query(step);
    });
  }
  await inTransaction(client, ['drop table migration_steps', ...recorded(migration)]);
}

/**
 * A statement outside of a transaction. After a crash it may run a second time; an index that was left unfinished is
 * made again.
 */
async function runAlone(client: pg.ClientBase, statement: string): Promise<void> {
  const index = concurrentIndex.exec(statement)?.[1];
  if (index !== undefined) {
    const { rows } = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
      [index],
    );
    if (rows[0]?.valid) return;
    if (rows[0]) await client.query(`drop index ${index}`);
    // It waits for older transactions without blocking anybody, and a limit would leave an unfinished index.
    await client.query('set lock_timeout = 0');
  }
  try {
    await client.query(statement);
  } finally {
    if (index !== undefined) await client.query(shortTries);
  }
}

/** Whether the database still misses migrations of this build. */
export async function migrationsPending(db: Database): Promise<boolean> {
  const migrations = await readMigrations(ownFolder);
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return migrations.some(({ name }) => !rows.some((row) => row.name === name));
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return true;
    throw error;
  }
}
