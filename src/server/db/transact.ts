import { setTimeout as delay } from 'node:timers/promises';
import { Transaction } from 'kysely';
import type { Db } from './connect.ts';
import type { DB } from './types.ts';

/** Most further tries, and the longest pause before the first of them, milliseconds; pauses grow with each. */
const retries = 3;
const longestPause = 30;

/**
 * Whether PostgreSQL ended a transaction only because another one was in its way, whatever has wrapped its error since:
 * serialization failure, deadlock.
 */
export function lostRace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return code === '40001' || code === '40P01' || lostRace(error.cause);
}

/** What open transactions have to do once they are committed. */
const afterCommits = new WeakMap<Db, (() => void)[]>();

/**
 * Runs `work` once the whole transaction that `trx` is a part of has committed, and never where it has not: what tells
 * others of a change. Nobody waits for `work`, and it must not throw.
 */
export function afterCommit(trx: Db, work: () => void): void {
  const works = afterCommits.get(trx);
  if (!works) throw new Error('afterCommit is called in a transaction that transact began');
  works.push(work);
}

/**
 * Runs `work` in the open transaction that `db` is, or in a new one, which is tried again as a whole when it lost a
 * race: `work` must do nothing that a rollback does not undo (`afterCommit` is for that). Its parts run one after another, on one connection.
 */
export async function transact<T>(db: Db, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  if (db instanceof Transaction) return work(db);
  for (let tries = 1; ; tries++) {
    try {
      const works: (() => void)[] = [];
      const done = await db.transaction().execute((trx) => {
        afterCommits.set(trx, works);
        return work(trx);
      });
      for (const one of works) one();
      return done;
    } catch (error) {
      if (!lostRace(error) || tries > retries) throw error;
      // The other transaction tries again, too: a random pause keeps the two from meeting once more.
      await delay(Math.random() * longestPause * tries);
    }
  }
}
