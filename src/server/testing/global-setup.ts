import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connect, createPool } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { startPostgres } from '#server/embedded/postgres.ts';
import { adminUrl, templateName } from './db.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Starts one real PostgreSQL for the run, deleted afterwards, with a migrated template that each test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-test-'));
  const server = await startPostgres({ directory, durable: false });
  const admin = new pg.Client(adminUrl(server.url));
  await admin.connect();
  await admin.query(`create database ${templateName}`);
  await admin.end();
  const template = new URL(server.url);
  template.pathname = `/${templateName}`;
  const db = connect(createPool(template.href));
  await migrate(db);
  await db.destroy();
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
