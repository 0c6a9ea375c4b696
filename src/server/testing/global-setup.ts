import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/embedded/postgres.ts';
import { inDatabase, templateName } from './db.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address, the owner's and the application's, each of a database that no test uses. */
    postgres: { superuserUrl: string; ownerUrl: string; url: string };
  }
}

/** Starts one real PostgreSQL for the run, deleted afterwards, with a migrated template that each test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-test-'));
  const server = await startPostgres({ directory, durable: false });
  const { superuserUrl, ownerUrl, url } = server;
  const superuser = new pg.Client(superuserUrl);
  await superuser.connect();
  await superuser.query(`create database ${templateName} owner ${new URL(ownerUrl).username}`);
  await superuser.end();
  await migrateDatabase({
    databaseUrl: inDatabase(url, templateName),
    migrationDatabaseUrl: inDatabase(ownerUrl, templateName),
  });
  project.provide('postgres', { superuserUrl, ownerUrl, url });
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
