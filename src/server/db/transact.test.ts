import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import type { Db } from './connect.ts';
import { afterCommit, transact } from './transact.ts';

const t = useTestApp();

beforeAll(async () => {
  await asOwner(
    t.databaseUrl,
    'create table test_numbers (n int, constraint test_numbers_once unique (n) deferrable initially deferred)',
  );
  await asOwner(t.databaseUrl, 'grant select, insert, delete on test_numbers to public');
});
beforeEach(() => sql`delete from test_numbers`.execute(t.deps.db));

const add = (db: Db, n: number) => sql`insert into test_numbers values (${n})`.execute(db);
const lose = (db: Db) => sql`do $$ begin raise exception 'lost' using errcode = '40P01'; end $$`.execute(db);
const numbers = async () =>
  (await sql<{ n: number }>`select n from test_numbers order by n`.execute(t.deps.db)).rows.map(({ n }) => n);

test('a part commits with the whole', async () => {
  await transact(t.deps.db, async (trx) => {
    await add(trx, 1);
    await transact(trx, (part) => add(part, 2));
    expect(await numbers()).toEqual([]);
  });
  expect(await numbers()).toEqual([1, 2]);
});

test('a part that fails ends the whole', async () => {
  const whole = transact(t.deps.db, async (trx) => {
    await add(trx, 1);
    await transact(trx, async (part) => {
      await add(part, 2);
      throw new Error('refused');
    });
  });
  await expect(whole).rejects.toThrow('refused');
  expect(await numbers()).toEqual([]);
});

test('a part that lost a race is tried again with the whole, whatever wraps its error', async () => {
  let tries = 0;
  await transact(t.deps.db, async (trx) => {
    tries++;
    await add(trx, tries);
    await transact(trx, async (part) => {
      await add(part, 10 * tries);
      if (tries < 3) await lose(part);
    }).catch((cause) => {
      throw new Error('refused', { cause: new Error('answered', { cause }) });
    });
  });
  expect(await numbers()).toEqual([3, 30]);
});

test('when the commit fails nothing stays and the caller is told', async () => {
  // The constraint is looked at when the transaction commits.
  const twice = transact(t.deps.db, async (trx) => {
    await add(trx, 1);
    await add(trx, 1);
  });
  await expect(twice).rejects.toMatchObject({ code: '23505', constraint: 'test_numbers_once' });
  expect(await numbers()).toEqual([]);
});

test('what follows a commit comes once, after the whole, and never without it', async () => {
  const heard: string[] = [];
  const hear = (trx: Db) => afterCommit(trx, () => heard.push('committed'));
  let tries = 0;
  await transact(t.deps.db, async (trx) => {
    await transact(trx, async (part) => hear(part));
    if (++tries < 3) await lose(trx);
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual(['committed']);
  const failing = transact(t.deps.db, async (trx) => {
    hear(trx);
    await add(trx, 1);
    await add(trx, 1);
  });
  await expect(failing).rejects.toThrow();
  expect(heard).toEqual(['committed']);
});
