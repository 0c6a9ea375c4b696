import { sql, type Transaction } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import type { DB } from '#server/db/types.ts';

/** How many connections to this database wait for a lock. */
export async function lockWaits(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Does something in a transaction, which commits once all of the calls, begun one after another, wait for it. Returns
 * what they answer then.
 */
export async function behind<Answers extends unknown[]>(
  db: Db,
  first: (trx: Transaction<DB>) => Promise<unknown>,
  ...calls: { [Turn in keyof Answers]: () => Promise<Answers[Turn]> }
): Promise<Answers> {
  const { answers } = await transact(db, async (trx) => {
    await first(trx);
    const answers: Promise<unknown>[] = [];
    for (const call of calls) {
      answers.push(call());
      await expect.poll(() => lockWaits(db), { interval: 5 }).toBe(answers.length);
    }
    return { answers };
  });
  return (await Promise.all(answers)) as Answers;
}

/** Deadlocks of this database so far. PostgreSQL counts them about once a second, so one of just now waits for that. */
export async function deadlocks(db: Db): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks ?? Number.NaN;
}
