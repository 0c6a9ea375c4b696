import type { Database } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import type { DueMove } from '#server/outbox/feature-jobs.ts';
import { nouns } from './features.ts';
import { findPostponed, forgetPostponed, postpone } from './postponed-queries.ts';

/** Rows per look at what is due. */
const batch = 100;

/** `rowId` is missing when the due rows could not be read. */
export type MoveFailure = { move: string; rowId?: string; error: unknown };

/**
 * Moves rows that are due by the database's clock, each in a transaction of its own: one that fails is postponed and
 * holds up no other. Returns the number of moved rows; `signal` ends the work before the next row.
 */
export async function moveDue(
  db: Database,
  onFailure: (failure: MoveFailure) => void = raise,
  signal?: AbortSignal,
): Promise<number> {
  let moved = 0;
  for (const due of nouns.flatMap(({ dueMoves = [] }) => dueMoves)) {
    try {
      moved += await moveAll(db, due, onFailure, signal);
    } catch (error) {
      onFailure({ move: due.name, error });
    }
  }
  return moved;
}

async function moveAll(
  db: Database,
  due: DueMove,
  onFailure: (failure: MoveFailure) => void,
  signal?: AbortSignal,
): Promise<number> {
  let moved = 0;
  for (;;) {
    const postponed = await findPostponed(db, due.name);
    const waiting = postponed.filter(({ waits }) => waits).map(({ row_id }) => row_id);
    const ids = await due.find(db, batch, waiting);
    let ended = 0;
    for (const id of ids) {
      if (signal?.aborted) return moved;
      const again = postponed.some(({ row_id }) => row_id === id);
      const result = await moveOne(db, due, id, again, onFailure);
      if (result === 'moved') moved++;
      if (result !== 'left') ended++;
    }
    if (ids.length < batch || ended === 0) return moved;
  }
}

/** `left`: another process has the row or has moved it. */
async function moveOne(
  db: Database,
  due: DueMove,
  id: string,
  again: boolean,
  onFailure: (failure: MoveFailure) => void,
): Promise<'moved' | 'left' | 'postponed'> {
  try {
    return await transact(db, async (trx) => {
      if (!(await due.move(trx, id))) return 'left';
      if (again) await forgetPostponed(trx, due.name, id);
      return 'moved';
    });
  } catch (error) {
    await postpone(db, due.name, id, error);
    onFailure({ move: due.name, rowId: id, error });
    return 'postponed';
  }
}

function raise({ error }: MoveFailure): never {
  throw error;
}
