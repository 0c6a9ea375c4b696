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

/**
 * Runs `work` in the open transaction that `db` is, or in a new one, which is tried again as a whole when it lost a
 * race: `work` must do nothing that a rollback does not undo. Its parts run one after another, on one connection.
 */
export async function transact<T>(db: Db, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  if (db instanceof Transaction) return work(db);
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!lostRace(error) || tries > retries) throw error;
      // The other transaction tries again, too: a random pause keeps the two from meeting once more.
      await delay(Math.random() * longestPause * tries);
    }
  }
}
