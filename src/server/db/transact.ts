import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Database } from './connect.ts';
import { isNested } from './nested.ts';
import type { DB } from './types.ts';

/** Most further tries, and the longest pause before the first of them, milliseconds; pauses grow with each. */
const retries = 3;
const longestPause = 30;

/** Whether PostgreSQL ended a transaction only because another one was in its way: serialization failure, deadlock. */
export function lostRace(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '40001' || code === '40P01';
}

/**
 * Runs `work` in a transaction, and again in a new one when it lost a race; so it must do nothing that a rollback does
 * not undo.
 */
export async function transact<T>(db: Database, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      // A part of a larger transaction ends with the whole, which is tried again by whoever began it.
      if (!lostRace(error) || tries > retries || isNested(db)) throw error;
      // The other transaction tries again, too: a random pause keeps the two from meeting once more.
      await delay(Math.random() * longestPause * tries);
    }
  }
}
