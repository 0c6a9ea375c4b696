import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { StartError } from '#server/process/start-error.ts';
import { inDatabase, templateName } from '#server/testing/db.ts';
import { migrateDatabase } from './migrate.ts';

const { superuserUrl, ownerUrl } = inject('postgres');
const superuser = new pg.Client(superuserUrl);
const made: string[] = [];

beforeAll(() => superuser.connect());
afterAll(async () => {
  for (const statement of made.reverse()) await superuser.query(statement);
  await superuser.end();
});

/** A new database of `owner`, and an address of it with a role that nobody has. */
async function newDatabase(owner: string): Promise<{ databaseUrl: string; ownerUrl: string; role: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await superuser.query(`create database ${name} owner ${new URL(owner).username} template ${templateName}`);
  const role = `app_${name.slice(5, 20)}`;
  made.push(`drop role if exists ${role}`, `drop database ${name} with (force)`);
  const databaseUrl = new URL(inDatabase(owner, name));
  databaseUrl.username = role;
  databaseUrl.password = "it's secret";
  return { databaseUrl: databaseUrl.href, ownerUrl: inDatabase(owner, name), role };
}

test('S16: migrating creates the role of DATABASE_URL, which gets rows only; again changes nothing', async () => {
  const at = await newDatabase(superuserUrl);
  for (let time = 0; time < 2; time++)
    await migrateDatabase({ databaseUrl: at.databaseUrl, migrationDatabaseUrl: at.ownerUrl });
  const application = new pg.Client(at.databaseUrl);
  await application.connect();
  try {
    const { rows } = await application.query(
      'select count(*)::int as count, current_user as role from specializations',
    );
    expect(rows).toEqual([{ count: 9, role: at.role }]);
    await application.query('update specializations set name = name');
    await expect(application.query('create table mine (id int)')).rejects.toMatchObject({ code: '42501' });
    const later = new pg.Client(at.ownerUrl);
    await later.connect();
    await later.query('create table later (id int)');
    await later.end();
    await application.query('insert into later values (1)');
  } finally {
    await application.end();
  }
});

test('a role that cannot be created, and one that may not change the schema: one line names the variable', async () => {
  const at = await newDatabase(ownerUrl);
  await expect(migrateDatabase({ databaseUrl: at.databaseUrl, migrationDatabaseUrl: at.ownerUrl })).rejects.toThrow(
    new StartError(
      `the role ${at.role} of DATABASE_URL does not exist, and that of MIGRATION_DATABASE_URL may not create it: create it first`,
    ),
  );
  const { url } = inject('postgres');
  await expect(
    migrateDatabase({ databaseUrl: inDatabase(url, new URL(at.ownerUrl).pathname.slice(1)) }),
  ).rejects.toThrow(/^the database role may not change the schema: set MIGRATION_DATABASE_URL to /);
});

test('after the queue has made a sequence as the application, migrating again succeeds', async () => {
  const { url } = inject('postgres');
  const at = await newDatabase(ownerUrl);
  const urls = {
    databaseUrl: inDatabase(url, new URL(at.ownerUrl).pathname.slice(1)),
    migrationDatabaseUrl: at.ownerUrl,
  };
  await migrateDatabase(urls);
  const application = new pg.Client(urls.databaseUrl);
  await application.connect();
  await application.query(`set search_path to bullmq; select next_job_id('first')`);
  await application.end();
  await expect(migrateDatabase(urls)).resolves.toEqual([]);
});

test('two migrations at once both succeed', async () => {
  const at = await newDatabase(superuserUrl);
  const urls = { databaseUrl: at.databaseUrl, migrationDatabaseUrl: at.ownerUrl };
  await expect(Promise.all([1, 2, 3, 4].map(() => migrateDatabase(urls)))).resolves.toEqual([[], [], [], []]);
});
