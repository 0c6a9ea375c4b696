import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StartError } from '#server/process/start-error.ts';
import { cloneDatabase, ownerUrlOf } from '#server/testing/db.ts';
import { full } from '#server/testing/repetitions.ts';
import { migrate, migrateDatabase } from './migrate.ts';
import { splitStatements } from './split-statements.ts';

const ends: (() => Promise<unknown>)[] = [];
let url = '';
let client: pg.Client;

/** Another session of this database. */
async function session(): Promise<pg.Client> {
  const opened = new pg.Client(url);
  opened.on('error', () => {});
  await opened.connect();
  ends.unshift(() => opened.end());
  return opened;
}

beforeEach(async () => {
  const database = await cloneDatabase();
  ends.push(database.drop);
  url = ownerUrlOf(database.url);
  client = await session();
  // A folder of a test's own migrations follows, so those of the clone are forgotten.
  await client.query('drop table kysely_migration; create table things (id int primary key, name text)');
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function folderOf(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'saluni-migrations-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.sql`), text);
  return pathToFileURL(`${folder}/`);
}

async function rowsOf<T>(text: string): Promise<T[]> {
  return (await client.query(text)).rows as T[];
}

async function validOf(index: string): Promise<boolean | undefined> {
  const [row] = await rowsOf<{ valid: boolean }>(
    `select indisvalid as valid from pg_index where indexrelid = to_regclass('${index}')`,
  );
  return row?.valid;
}

test('O20: a migration may take longer than a request’s statement, and says that it still runs', async () => {
  const seconds = full ? 20 : 8;
  const lines: string[] = [];
  const folder = await folderOf({ '1_long': `select pg_sleep(${seconds}); insert into things values (1)` });
  expect(await migrate(url, { folder, progress: (line) => lines.push(line) })).toEqual(['1_long']);
  expect(await rowsOf('select id from things')).toEqual([{ id: 1 }]);
  expect(lines).toContainEqual(expect.stringMatching(/^1_long: still runs after \d+ s$/));
});

test('O20: a migration waits for a lock in short tries, says who holds it, and requests get their turn in between', async () => {
  const holder = await session();
  await holder.query("set application_name = 'someone'; begin; select * from things");
  const release = new Promise((resolve) => setTimeout(resolve, full ? 8_000 : 5_000)).then(() =>
    holder.query('commit'),
  );
  const lines: string[] = [];
  const folder = await folderOf({ '1_wide': 'alter table things add column more int' });
  const migrating = migrate(url, { folder, progress: (line) => lines.push(line) });
  // A request with its lock limit of two seconds reads the table while the migration still waits for it.
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0), { timeout: 10_000 });
  await client.query("set lock_timeout = '2s'; select * from things");
  expect(await migrating).toEqual(['1_wide']);
  await release;
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^1_wide: waits for AccessExclusiveLock on things, held by process \d+ \(someone, idle in transaction/,
    ),
  );
  expect(lines).toContainEqual(
    expect.stringMatching(/^1_wide: failed to get a lock, trying again in \d+ ms \(try 1\)$/),
  );
});

test('of several runners at once one migrates, and the others find nothing to do', async () => {
  const folder = await folderOf({
    '1_one': 'select pg_sleep(1.5); insert into things values (1)',
    '2_two': 'insert into things values (2)',
  });
  const lines: string[] = [];
  const applied = await Promise.all(
    [1, 2, 3].map(() => migrate(url, { folder, progress: (line) => lines.push(line) })),
  );
  expect(applied.flat().sort()).toEqual(['1_one', '2_two']);
  expect(await rowsOf('select id from things order by id')).toEqual([{ id: 1 }, { id: 2 }]);
  expect(lines).toContainEqual(
    expect.stringMatching(/^another process migrates: waiting for process \d+ \(saluni maintenance/),
  );
});

test('a migration that fails leaves nothing of itself; those before it stay, and the next run continues', async () => {
  const bad = await folderOf({
    '1_good': 'insert into things values (1)',
    '2_bad': 'insert into things values (2); insert into things values (1)',
  });
  await expect(migrate(url, { folder: bad })).rejects.toMatchObject({ code: '23505' });
  expect(await rowsOf('select id from things')).toEqual([{ id: 1 }]);
  const good = await folderOf({ '1_good': 'insert into things values (1)', '2_bad': 'insert into things values (2)' });
  expect(await migrate(url, { folder: good })).toEqual(['2_bad']);
});

test('a database of a newer build is refused by name', async () => {
  await migrate(url, { folder: await folderOf({ '1_one': 'select 1', '2_newer': 'select 1' }) });
  await expect(migrate(url, { folder: await folderOf({ '1_one': 'select 1' }) })).rejects.toThrow(
    'does not know: 2_newer;',
  );
});

test('a database whose files have changed since is refused by name; comments and white space may change', async () => {
  await migrate(url, { folder: await folderOf({ '1_one': 'insert into things values (1)' }) });
  const reworded = await folderOf({ '1_one': '-- One.\ninsert into things\n  values (1)\n' });
  expect(await migrate(url, { folder: reworded })).toEqual([]);
  const edited = await folderOf({ '1_one': 'insert into things values (2)', '2_two': 'select 1' });
  await expect(migrate(url, { folder: edited })).rejects.toThrow('1_one is not the file that made the database; run');
  expect(await rowsOf('select id from things')).toEqual([{ id: 1 }]);
});

const stepwise = `-- no transaction
insert into things select generate_series(1, 1000);
-- Another one; with a semicolon.
create index concurrently things_name_idx on things (name);
do $$
begin
  for part in 0..9 loop
    update things set name = 'of batch ' || part where name is null and id % 10 = part;
    commit;
  end loop;
end $$;
alter table things add constraint things_name_set check (name is not null) not valid;
`;

test('the statements of a file that begins with `-- no transaction` run one by one, and may commit', async () => {
  expect(await migrate(url, { folder: await folderOf({ '1_steps': stepwise }) })).toEqual(['1_steps']);
  expect(await validOf('things_name_idx')).toBe(true);
  expect(await rowsOf(`select count(*)::int as count from things where name like 'of batch %'`)).toEqual([
    { count: 1000 },
  ]);
  expect(await rowsOf(`select to_regclass('migration_steps') as steps`)).toEqual([{ steps: null }]);
});

test('after a crash within `create index concurrently` the next run makes the index anew and repeats nothing else', async () => {
  const folder = await folderOf({ '1_steps': stepwise });
  const old = await session();
  await old.query("insert into things values (-1, 'open'); begin; update things set name = 'held' where id = -1");
  const crashed = migrate(url, { folder }).then(
    () => 'migrated',
    () => 'crashed',
  );
  await vi.waitFor(async () => expect(await validOf('things_name_idx')).toBe(false), { timeout: 20_000 });
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index concurrently%' and pid <> pg_backend_pid()",
  );
  expect(await crashed).toBe('crashed');
  await old.query('commit');
  expect(await validOf('things_name_idx')).toBe(false);
  expect(await rowsOf('select done from migration_steps')).toEqual([{ done: 1 }]);

  expect(await migrate(url, { folder })).toEqual(['1_steps']);
  expect(await validOf('things_name_idx')).toBe(true);
  expect(await migrate(url, { folder })).toEqual([]);
});

test('statements are split at semicolons outside of strings, names, dollar quotes and comments', () => {
  const text =
    `select ';', E'it\\';s', "odd;name"; -- no; end\n/* nor; here */ do $body$ begin; $x$;$x$ end ` +
    `$body$;\n\n;select 'it''s; one'`;
  expect(splitStatements(text)).toEqual([
    `select ';', E'it\\';s', "odd;name"`,
    'do $body$ begin; $x$;$x$ end $body$',
    `select 'it''s; one'`,
  ]);
});

test('O20: a migration waits for the lock of the list of migrations, too, and says who holds it', async () => {
  await migrate(url, { folder: await folderOf({ '1_first': 'select 1' }) });
  const holder = await session();
  await holder.query("set application_name = 'someone'; begin; lock table kysely_migration");
  const lines: string[] = [];
  const migrating = migrate(url, {
    folder: await folderOf({ '1_first': 'select 1', '2_second': 'select 2' }),
    progress: (line) => lines.push(line),
  });
  await vi.waitFor(() => expect(lines.join()).toContain('held by process'), { timeout: 15_000 });
  await holder.query('commit');
  expect(await migrating).toEqual(['2_second']);
  expect(lines).toContainEqual(
    expect.stringMatching(/^the list of migrations: waits for AccessShareLock on kysely_migration, .*someone/),
  );
});

test('a database that refuses its role, or does not answer, is one line that names DATABASE_URL', async () => {
  const refused = (databaseUrl: string) => migrateDatabase({ databaseUrl });
  await expect(refused('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(
    new StartError('the database of DATABASE_URL does not answer: the connection was refused'),
  );
  const missing = new URL(url);
  missing.pathname = '/not_there';
  await expect(refused(missing.href)).rejects.toThrow(
    new StartError('the database of DATABASE_URL does not exist on its server'),
  );
  // One that accepts connections and says nothing, and one that speaks something else.
  for (const [said, why] of [
    [undefined, 'does not answer in time'],
    ['HTTP/1.1 400 Bad Request\r\n\r\n', 'does not answer: '],
  ] as const) {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      if (said !== undefined) socket.end(said);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const error = await refused(`postgres://nobody@127.0.0.1:${port}/none`).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toMatch(new RegExp(`^the database of DATABASE_URL ${why}.*$`));
    server.close();
  }
});
