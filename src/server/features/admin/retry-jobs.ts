import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { type By, recordAction } from '#server/features/audit/queries.ts';
import { reviveDead } from '#server/outbox/queries.ts';

/**
 * Lets what was given up be tried again: everything, or the event or email with this id. Returns how many those are.
 */
export function retryJobs(db: Db, { actorId, id }: Pick<By, 'actorId'> & { id?: string }): Promise<number> {
  return transact(db, async (trx) => {
    const jobs = await reviveDead(trx, id);
    if (jobs > 0) await recordAction(trx, { actorId, action: 'job.retried', subjectId: id ?? null, detail: { jobs } });
    return jobs;
  });
}
