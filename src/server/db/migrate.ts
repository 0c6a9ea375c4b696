import { readdir, readFile } from 'node:fs/promises';
import { CompiledQuery } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';

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

/** Migrates to the newest schema; concurrent calls apply each migration once. Returns the names of the migrations applied now. */
export async function migrate(db: Database): Promise<string[]> {
  const { error, results = [] } = await migrator(db).migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

/** Whether the database still misses migrations of this build. */
export async function migrationsPending(db: Database): Promise<boolean> {
  return (await migrator(db).getMigrations()).some((migration) => !migration.executedAt);
}
