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
 * postponed and holds up no other. The kinds take turns of a batch, so that none waits for all of another. Returns the
 * number of changed rows; `signal` ends the work before the next row.
 */
export async function runDueTransitions(
  db: Database,
  onFailure: (failure: TransitionFailure) => void = raise,
  signal?: AbortSignal,
): Promise<number> {
  const kinds = features.flatMap(({ scheduledTransitions = [] }) => scheduledTransitions);
  let changed = 0;
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const due of kinds) {
      try {
        const turn = await runBatch(db, due, onFailure, signal);
        changed += turn.changed;
        isMore ||= turn.isMore;
      } catch (error) {
        onFailure({ transition: due.name, error });
      }
    }
  }
  return changed;
}

async function runBatch(
  db: Database,
  due: ScheduledTransition,
  onFailure: (failure: TransitionFailure) => void,
  signal?: AbortSignal,
): Promise<{ changed: number; isMore: boolean }> {
  const postponed = await findPostponed(db, due.name);
  const waiting = postponed.filter(({ waits }) => waits).map(({ row_id }) => row_id);
  const ids = await due.find(db, batch, waiting);
  let [changed, ended] = [0, 0];
  for (const id of ids) {
    if (signal?.aborted) return { changed, isMore: false };
    const again = postponed.some(({ row_id }) => row_id === id);
    const result = await runOne(db, due, id, again, onFailure);
    if (result === 'done') changed++;
    if (result !== 'left') ended++;
  }
  return { changed, isMore: ids.length === batch && ended > 0 };
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
