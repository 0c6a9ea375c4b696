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
  await asOwner(
    t.databaseUrl,
    'create table test_numbers (n int, constraint test_numbers_once unique (n) deferrable initially deferred)',
  );
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
const addedLast = statement(
  'test_add_last',
  (_, p: Params<Values>) => sql`insert into test_numbers values (${p.n})  `,
  { commits: true },
);
const numbers = async () =>
  (await sql<{ n: number }>`select n from test_numbers order by n`.execute(t.deps.db)).rows.map(({ n }) => n);

/** The types of the messages that the server sends meanwhile, a letter each. */
async function answers(work: () => Promise<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  proxy.onAnswer = (bytes) => {
    chunks.push(bytes);
    return true;
  };
  await work();
  proxy.onAnswer = undefined;
  const all = Buffer.concat(chunks);
  let types = '';
  for (let at = 0; at < all.length; at += 1 + all.readInt32BE(at + 1)) types += String.fromCharCode(all[at] as number);
  return types;
}

/** How often the server says that it waits for more, which is once for each message exchange. */
const exchanges = async (work: () => Promise<unknown>) => (await answers(work)).replaceAll(/[^Z]/g, '').length;

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
  await expect(transact(other, (trx) => sql`insert into test_numbers values (1)`.execute(trx))).rejects.toMatchObject(
    gone,
  );
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

const shown = statement(
  'test_show',
  (_, p: Params<{ from: number }>) =>
    sql<{
      n: number;
      text: string | null;
    }>`select n, nullif(n, 2)::text as text from test_numbers where n >= ${p.from} order by n`,
);

test('the columns of a prepared statement are told once for each connection, and read as before', async () => {
  await transact(db, async (trx) => {
    for (const n of [1, 2, 3]) await added.execute(trx, { n });
  });
  const show = async (from: number) => (await shown.execute(db, { from })).map((row) => ({ ...row }));
  const all = [
    { n: 1, text: '1' },
    { n: 2, text: null },
    { n: 3, text: '3' },
  ];
  // ParseComplete, BindComplete, RowDescription, three times DataRow, CommandComplete, ReadyForQuery.
  expect(await answers(async () => expect(await show(1)).toEqual(all))).toBe('12TDDDCZ');
  expect(await answers(async () => expect(await show(1)).toEqual(all))).toBe('2DDDCZ');
  expect(await answers(async () => expect(await show(4)).toEqual([]))).toBe('2CZ');
  await expect(show(2 ** 40)).rejects.toMatchObject({ code: '22003' });
  expect(await show(3)).toEqual(all.slice(2));
});
