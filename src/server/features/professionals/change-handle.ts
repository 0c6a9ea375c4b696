import type { Db } from '#server/db/connect.ts';
import { conflict, refuseMore } from '#server/errors.ts';
import { countHandleChange, currentHandle, takeHandle } from './handle-queries.ts';
import { retireHandle } from './queries.ts';

/**
 * Gives a professional, whose row is locked, this handle, or none. Throws 409 where it is taken, and 429 after too many
 * changes; nothing changes where it is theirs already.
 */
export async function changeHandle(trx: Db, professionalId: string, handle: string | null): Promise<void> {
  if ((await currentHandle(trx, professionalId)) === handle) return;
  await retireHandle(trx, professionalId);
  if (handle !== null && !(await takeHandle(trx, professionalId, handle))) conflict('That address is taken.');
  const seconds = await countHandleChange(trx, professionalId);
  if (seconds !== undefined) refuseMore('changes', seconds * 1_000, 'days');
}
