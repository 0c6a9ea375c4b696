import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import { openProxy } from '#server/testing/proxy.ts';
import { connect, createPool, type Database } from './connect.ts';
import { type Params, statement } from './statement.ts';
import { transact } from './transact.ts';

const t = useTestApp();
let proxy: Awaited<ReturnType<typeof openProxy>>;
let pool: pg.Pool;
let db: Database;

beforeAll(async () => {
  await asOwner(t.databaseUrl, 'create table test_numbers (n int, constraint test_numbers_once unique (n) deferrable initially deferred)');
  await asOwner(t.databaseUrl, 'grant select, insert, delete on test_numbers to public');
  proxy = await openProxy(t.databaseUrl);
  pool = createPool(proxy.url, { max: 1 });
  db = connect(pool);
  // The first transaction of a connection prepares `begin` and `commit`.
  await transact(db, () => Promise.resolve());
});
beforeEach(() => sql`delete from test_numbers`.execute(db));
afterAll(async () => {
  await db.destroy();
  await proxy.close();
});

type Values = { n: number };
const added = statement('test_add', (_, p: Params<Values>) => sql`insert into test_numbers values (${p.n})`);
const addedLast = statement('test_add_last', (_, p: Params<Values>) => sql`insert into test_numbers values (${p.n})  `, { commits: true });
const numbers = async () => (await sql<{ n: number }>`select n from test_numbers order by n`.execute(t.deps.db)).rows.map(({ n }) => n);

/** How often the server says that it waits for more, which is once for each message exchange. */
async function exchanges(work: () => Promise<unknown>): Promise<number> {
  const ready = Buffer.from([0x5a, 0, 0, 0, 5]);
  let count = 0;
  proxy.onAnswer = (bytes) => {
    for (let at = bytes.indexOf(ready); at >= 0; at = bytes.indexOf(ready, at + 1)) count++;
    return true;
  };
  await work();
  proxy.onAnswer = undefined;
  return count;
}

test('begin travels with the first statement, and commit with one that is marked as the last', async () => {
  const both = () =>
    transact(db, async (trx) => {
      expect(await added.affected(trx, { n: 1 })).toBe(1);
      expect(await numbers()).toEqual([]);
      expect(await addedLast.affected(trx, { n: 2 })).toBe(1);
      expect(await numbers()).toEqual([1, 2]);
    });
  expect(await exchanges(both)).toBe(2);
  expect(await exchanges(() => transact(db, (trx) => added.execute(trx, { n: 3 })))).toBe(2);
  expect(await exchanges(() => transact(db, (trx) => addedLast.execute(trx, { n: 4 })))).toBe(1);
  expect(await exchanges(() => transact(db, () => Promise.resolve()))).toBe(0);
  expect(await numbers()).toEqual([1, 2, 3, 4]);
});

test('a text that takes no parameters begins the transaction, too', async () => {
  const refused = transact(db, async (trx) => {
    await sql.raw('insert into test_numbers values (1)').execute(trx);
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await numbers()).toEqual([]);
});

test('when begin fails its statement does not run', async () => {
  const other = connect(createPool(t.databaseUrl, { max: 1 }));
  await transact(other, () => Promise.resolve());
  await sql`deallocate "begin"`.execute(other);
  const gone = { code: '26000' };
  await expect(transact(other, (trx) => added.execute(trx, { n: 1 }))).rejects.toMatchObject(gone);
  await expect(transact(other, (trx) => sql`insert into test_numbers values (1)`.execute(trx))).rejects.toMatchObject(gone);
  expect(await numbers()).toEqual([]);
  await other.destroy();
});

test('when the last statement or its commit fails nothing stays, the caller is told, and the connection is good for the next', async () => {
  const broken = transact(db, async (trx) => {
    await added.execute(trx, { n: 1 });
    await addedLast.execute(trx, { n: 2 ** 40 });
  });
  await expect(broken).rejects.toMatchObject({ code: '22003', statement: 'test_add_last' });
  // The constraint is looked at when the transaction commits.
  const twice = transact(db, async (trx) => {
    await added.execute(trx, { n: 1 });
    await addedLast.execute(trx, { n: 1 });
  });
  await expect(twice).rejects.toMatchObject({ code: '23505', constraint: 'test_numbers_once' });
  expect(await numbers()).toEqual([]);
  await transact(db, (trx) => addedLast.execute(trx, { n: 3 }));
  expect(await numbers()).toEqual([3]);
});

test('a statement after the one that committed is refused, and does not run', async () => {
  const late = transact(db, async (trx) => {
    await addedLast.execute(trx, { n: 1 });
    await added.execute(trx, { n: 2 });
  });
  await expect(late).rejects.toThrow('a transaction was committed before test_add');
  expect(await numbers()).toEqual([1]);
  await transact(db, (trx) => added.execute(trx, { n: 3 }));
  expect(await numbers()).toEqual([1, 3]);
});
