import type { Database } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import type { ScheduledTransition } from '#server/outbox/feature-jobs.ts';
import { features } from './features.ts';
import { findPostponed, forgetPostponed, postpone } from './postponed-queries.ts';

/** Rows per look at what is due. */
const batch = 100;

/** `rowId` is missing when the due rows could not be read. */
export type TransitionFailure = { transition: string; rowId?: string; error: unknown };

/**
 * Carries out the transitions that are due by the database's clock, each in a transaction of its own: one that fails is
 * postponed and holds up no other. Returns the number of changed rows; `signal` ends the work before the next row.
 */
export async function runDueTransitions(
  db: Database,
  onFailure: (failure: TransitionFailure) => void = raise,
  signal?: AbortSignal,
): Promise<number> {
  let changed = 0;
  for (const due of features.flatMap(({ scheduledTransitions = [] }) => scheduledTransitions)) {
    try {
      changed += await runAll(db, due, onFailure, signal);
    } catch (error) {
      onFailure({ transition: due.name, error });
    }
  }
  return changed;
}

async function runAll(
  db: Database,
  due: ScheduledTransition,
  onFailure: (failure: TransitionFailure) => void,
  signal?: AbortSignal,
): Promise<number> {
  let changed = 0;
  for (;;) {
    const postponed = await findPostponed(db, due.name);
    const waiting = postponed.filter(({ waits }) => waits).map(({ row_id }) => row_id);
    const ids = await due.find(db, batch, waiting);
    let ended = 0;
    for (const id of ids) {
      if (signal?.aborted) return changed;
      const again = postponed.some(({ row_id }) => row_id === id);
      const result = await runOne(db, due, id, again, onFailure);
      if (result === 'done') changed++;
      if (result !== 'left') ended++;
    }
    if (ids.length < batch || ended === 0) return changed;
  }
}

/** `left`: another process has the row or has changed it. */
async function runOne(
  db: Database,
  due: ScheduledTransition,
  id: string,
  again: boolean,
  onFailure: (failure: TransitionFailure) => void,
): Promise<'done' | 'left' | 'postponed'> {
  try {
    return await transact(db, async (trx) => {
      if (!(await due.apply(trx, id))) return 'left';
      if (again) await forgetPostponed(trx, due.name, id);
      return 'done';
    });
  } catch (error) {
    await postpone(db, due.name, id, error);
    onFailure({ transition: due.name, rowId: id, error });
    return 'postponed';
  }
}

function raise({ error }: TransitionFailure): never {
  throw error;
}
