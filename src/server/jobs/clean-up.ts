import type { Database } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { forgetDone } from '#server/outbox/queries.ts';
import { features } from './features.ts';
import { deleteOldPostponed } from './postponed-queries.ts';

/** Rows per statement. */
const batch = 1_000;

/**
 * Deletes in batches, until `signal`, rows that no request reads any more: those that the features name, events that
 * were carried out, and old failures. A delete that fails ends only itself.
 */
export async function cleanUp(
  db: Database,
  onFailure: (error: unknown, name: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (const deleteOld of [...features.flatMap(({ cleanUps = [] }) => cleanUps), forgetDone, deleteOldPostponed]) {
    try {
      while (!signal?.aborted && (await deleteOld(db, batch)) === batch);
    } catch (error) {
      onFailure(error, deleteOld.name);
    }
  }
}

/** Removes what no row names any more from outside of the database. A sweep that fails ends only itself. */
export async function sweep(
  deps: Deps,
  onFailure: (error: unknown, name: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const removeOrphans of features.flatMap(({ sweeps = [] }) => sweeps)) {
    await removeOrphans(deps, signal).catch((error: unknown) => onFailure(error, removeOrphans.name));
  }
}
