import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export const templateName = 'saluni_template';

/** URL of the maintenance database, from which others are created. */
export function adminUrl(url: string): string {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  return admin.href;
}

/** Creates a migrated database for the calling test file; `drop` deletes it. */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(server, `create database ${name} template ${templateName}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(server, `drop database if exists ${name} with (force)`) };
}

/** Runs a statement and retries while another test file copies the template, which PostgreSQL allows once at a time. */
async function asAdmin(server: string, statement: string, attempts = 50): Promise<void> {
  const client = new pg.Client(adminUrl(server));
  await client.connect();
  try {
    await client.query(statement);
  } catch (error) {
    const inUse = error instanceof pg.DatabaseError && error.code === '55006';
    if (!inUse || attempts === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
    await asAdmin(server, statement, attempts - 1);
  } finally {
    await client.end();
  }
}
