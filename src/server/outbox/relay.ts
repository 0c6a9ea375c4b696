import type { Logger } from 'pino';
import type { Database } from '#server/db/connect.ts';
import { type Repetition, repeat } from '#server/process/repeat.ts';
import { claimDispatch, markDispatched, postpone, type Table } from './queries.ts';
import type { JobName, Queue } from './queue.ts';

/** Rows per round trip to the queue. */
const batch = 500;
/** Pause between two looks at the tables without a notification, milliseconds. */
const everyMs = 1_000;
/** Delay before a batch that the queue refused is tried again, seconds. */
const refusedForSeconds = 2;

const tables: { table: Table; name: JobName }[] = [
  { table: 'outbox', name: 'event' },
  { table: 'deliveries', name: 'delivery' },
];

/** Adds all due rows to the queue. Returns their number. */
export async function relayOnce(db: Database, queue: Pick<Queue, 'add'>): Promise<number> {
  let relayed = 0;
  for (const { table, name } of tables) {
    for (;;) {
      const claim = await claimDispatch(db, table, batch);
      const { ids } = claim;
      if (ids.length === 0) break;
      try {
        await queue.add(ids.map((id) => ({ name, id })));
      } catch (error) {
        await postpone(db, table, ids, refusedForSeconds);
        throw error;
      }
      await markDispatched(db, table, claim);
      relayed += ids.length;
      if (ids.length < batch) break;
    }
  }
  return relayed;
}

/** Relays until `close`, which waits for the current round. */
export function startRelay(db: Database, queue: Queue, log: Logger): Repetition {
  return repeat(
    everyMs,
    () => relayOnce(db, queue),
    (error) => log.warn({ err: error }, 'failed to hand due rows to the queue: they are tried again'),
  );
}
