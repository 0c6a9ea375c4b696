import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { problemOf } from '#server/errors.ts';
import { useTestApp } from '#server/testing/app.ts';
import { openProxy } from '#server/testing/proxy.ts';
import { connect, createPool } from './connect.ts';

const t = useTestApp();

test('O4: a query that the network swallows ends as unavailable, and its connection is not used again', async () => {
  const proxy = await openProxy(t.databaseUrl);
  const db = connect(createPool(proxy.url, { max: 2 }));
  const ask = () => sql`select 1 as one`.execute(db);
  await Promise.all([ask(), ask()]);
  proxy.onAnswer = () => false;
  const failures = await Promise.all(
    [ask(), db.transaction().execute((trx) => sql`select 1`.execute(trx))].map((work) => work.catch(String)),
  );
  expect(failures).toEqual([expect.any(String), expect.any(String)]);
  proxy.onAnswer = undefined;
  expect(await Promise.all([ask(), ask(), ask()])).toHaveLength(3);
  for (const failure of failures) expect(problemOf(new Error(String(failure))).status).toBe(503);
  await db.destroy();
  await proxy.close();
});
