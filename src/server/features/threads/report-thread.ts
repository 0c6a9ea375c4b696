import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { notFound } from '#server/errors.ts';
import { recordAction } from '#server/features/audit/queries.ts';
import { removeFiles } from '#server/images/remove-files.ts';
import { messageBounds } from '#shared/constants.ts';
import type { ThreadReport } from '#shared/threads.ts';
import { endReport, listMessages, listReports, putBlock, putReport, type ThreadParty } from './queries.ts';
import { lockOwn } from './write-message.ts';

type Call = Pick<Context, 'db' | 'deps'> & { caller: Caller };

/** A side's own block, which nobody hears of; again changes nothing. */
export function blockThread({ db }: Call, party: ThreadParty, id: string, isBlocked: boolean): Promise<void> {
  return transact(db, async (trx) => {
    await lockOwn(trx, party, id);
    await putBlock(trx, id, party.role, isBlocked);
  });
}

/** Shows the admins a thread as it is now, in place of what this side's open report shows. */
export async function reportThread(
  { db, deps }: Call,
  party: ThreadParty,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const keys = await transact(db, async (trx) => {
    const { professional_id, client_id } = await lockOwn(trx, party, id);
    const { results } = await listMessages(trx, id, { skip: 0, limit: messageBounds.reported });
    const row = { professional_id, client_id, thread_id: id, side: party.role, reason };
    return putReport(trx, { ...row, messages: results });
  });
  await removeFiles(deps, keys, 'private');
}

/** A page of open reports; that an admin read them is written down. */
export function readReports(
  { db, caller }: Call,
  page: { skip: number; limit: number },
): Promise<{ results: ThreadReport[]; total: number }> {
  return transact(db, async (trx) => {
    const read = await listReports(trx, page);
    if (read.results.length === 0)
      await recordAction(trx, { actorId: caller.id, action: 'report.read', subjectId: null, detail: { reports: 0 } });
    for (const { id } of read.results)
      await recordAction(trx, { actorId: caller.id, action: 'report.read', subjectId: id });
    return read;
  });
}

/** Again changes nothing. */
export async function closeReport({ db, deps, caller }: Call, id: string): Promise<void> {
  const keys = await transact(db, async (trx) => {
    const { isNew, keys } = (await endReport(trx, id)) ?? notFound('Report');
    if (isNew) await recordAction(trx, { actorId: caller.id, action: 'report.closed', subjectId: id });
    return keys;
  });
  await removeFiles(deps, keys, 'private');
}
