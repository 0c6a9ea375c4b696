import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { connect, createPool, type Database } from './connect.ts';
import type { Pool } from './pool.ts';
import { type Params, statement } from './statement.ts';

const t = useTestApp();
let pool: Pool;
let db: Database;

beforeAll(() => {
  pool = createPool(t.databaseUrl, { max: 1 });
  db = connect(pool);
});
afterAll(() => db.destroy());

const sum = statement(
  'test_sum',
  (_, p: Params<{ a: number; b: number }>) => sql<{ sum: number }>`select ${p.a}::int + ${p.b}::int as sum`,
);

test('a connection prepares a fixed text once, under its name, and no text that varies', async () => {
  expect(await sum.execute(db, { a: 1, b: 2 })).toEqual([{ sum: 3 }]);
  expect(await sum.execute(db, { a: 2, b: 2 })).toEqual([{ sum: 4 }]);
  await sql`select ${1}::int as one`.execute(db);
  const { rows } = await sql`
    select name, (generic_plans + custom_plans)::int as runs from pg_prepared_statements order by name`.execute(db);
  expect(rows).toEqual([{ name: 'test_sum', runs: 2 }]);
});

test('an error tells the name of its statement, and its connection goes on', async () => {
  await expect(sum.execute(db, { a: 2 ** 40, b: 2 })).rejects.toMatchObject({ code: '22003', statement: 'test_sum' });
  expect(await sum.execute(db, { a: 2, b: 3 })).toEqual([{ sum: 5 }]);
  expect(pool.totalCount).toBe(1);
});

const answer = statement(
  'test_answer',
  () => sql<{ text: string }>`select repeat('x', 200) || n as text from generate_series(1, 100) n`,
);
const answers = 400;

test('no answer is held once it was read: none reaches the old generation', async () => {
  setFlagsFromString('--expose-gc');
  const collectYoung: () => void = runInNewContext('() => gc({ type: "minor" })');
  const old = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
  const ask = () => answer.execute(db, {});
  for (let asked = 0; asked < 50; asked++) await ask();
  collectYoung();
  collectYoung();
  const before = old();
  for (let asked = 0; asked < answers; asked++) {
    await ask();
    if (asked % 50 === 0) collectYoung();
  }
  // All answers together take 10 MB; what tests and driver need of their own is a fraction of it.
  expect(old() - before).toBeLessThan(answers * 100 * 200 * 0.2);
});
