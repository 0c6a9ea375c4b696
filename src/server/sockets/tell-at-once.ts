import type { Logger } from 'pino';
import type { Db } from '#server/db/connect.ts';
import { afterCommit } from '#server/db/transact.ts';
import { inBackground } from '#server/process/background.ts';
import type { FanOut, Written } from './fan-out.ts';

/** Tells sockets with the commit, not by an event's effect, which would wait for everything else that workers have to do. */
export async function tellAtOnce(
  trx: Db,
  { fanOut, log }: { fanOut: FanOut; log: Logger },
  told: Written[],
): Promise<void> {
  if (told.length === 0) return;
  await fanOut.tell(trx, told);
  afterCommit(trx, () => void inBackground(log, 'failed to tell the sockets', () => fanOut.committed(told)));
}
