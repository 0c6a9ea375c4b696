import { readdir, readFile } from 'node:fs/promises';
import { CompiledQuery } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { migrateQueue } from '#server/outbox/queue.ts';
import { StartError } from '#server/start-error.ts';
import { admitApplication } from './application-role.ts';
import { connect, createPool, type Database } from './connect.ts';

const folder = new URL('../../../migrations/', import.meta.url);

/** The frozen SQL files of `migrations/`, in the order of their names. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const entries = files.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, folder), 'utf8');
    return [name.slice(0, -'.sql'.length), { up: async (db) => void (await db.executeQuery(CompiledQuery.raw(text))) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

function migrator(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: readMigrations } });
}

/** A database, as the application uses it and as the role that owns its tables; both are one where that role is not named. */
export type DatabaseUrls = { databaseUrl: string; migrationDatabaseUrl?: string };

/**
 * Brings our schema and the queue's to their newest version as their owner, and lets the application's role use them. Returns the names of
 * the migrations applied now. Throws a StartError when the role may not do that.
 */
export async function migrateDatabase({ databaseUrl, migrationDatabaseUrl = databaseUrl }: DatabaseUrls): Promise<string[]> {
  const owner = connect(createPool(migrationDatabaseUrl, { max: 2 }));
  try {
    const applied = await migrate(owner);
    await migrateQueue(migrationDatabaseUrl);
    await admitApplication(owner, databaseUrl);
    return applied;
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new StartError('the database role may not change the schema: set MIGRATION_DATABASE_URL to the role that owns the tables');
  } finally {
    await owner.destroy();
  }
}

/** Migrates to the newest schema; concurrent calls apply each migration once. Returns the names of the migrations applied now. */
async function migrate(db: Database): Promise<string[]> {
  const { error, results = [] } = await migrator(db).migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

/** Whether the database still misses migrations of this build. */
export async function migrationsPending(db: Database): Promise<boolean> {
  return (await migrator(db).getMigrations()).some((migration) => !migration.executedAt);
}
