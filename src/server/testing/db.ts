import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export const templateName = 'saluni_template';

/** The address of another database of the same server. */
export function inDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/**
 * Creates a migrated database for the calling test file; `drop` deletes it. `url` is the application's role, as in
 * production, so that a missing privilege is found.
 */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { superuserUrl, ownerUrl, url } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await patiently(superuserUrl, `create database ${name} template ${templateName} owner ${new URL(ownerUrl).username}`);
  return {
    url: inDatabase(url, name),
    drop: () => patiently(superuserUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Creates an empty database; its `url` is its owner's. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { superuserUrl, ownerUrl } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(superuserUrl, `create database ${name} owner ${new URL(ownerUrl).username}`);
  return {
    url: inDatabase(ownerUrl, name),
    drop: () => asSuperuser(superuserUrl, `drop database if exists ${name} with (force)`),
  };
}

/** The address of a test's database as the owner of its tables. */
export function ownerUrlOf(databaseUrl: string): string {
  return inDatabase(inject('postgres').ownerUrl, new URL(databaseUrl).pathname.slice(1));
}

/**
 * Runs statements that change the schema, such as a trigger that fails, in a test's database: the application's role
 * may not.
 */
export function asOwner(databaseUrl: string, statements: string): Promise<void> {
  return runAlone(ownerUrlOf(databaseUrl), statements);
}

/** Runs statements that only a superuser may, in a test's database. */
export function asSuperuser(databaseUrl: string, statements: string): Promise<void> {
  return runAlone(inDatabase(inject('postgres').superuserUrl, new URL(databaseUrl).pathname.slice(1)), statements);
}

async function runAlone(url: string, statements: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

/** Runs a statement and retries while another test file copies the template, which PostgreSQL allows once at a time. */
async function patiently(url: string, statement: string, attempts = 50): Promise<void> {
  try {
    await runAlone(url, statement);
  } catch (error) {
    const inUse = error instanceof pg.DatabaseError && error.code === '55006';
    if (!inUse || attempts === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
    await patiently(url, statement, attempts - 1);
  }
}
