import type { Logger } from 'pino';
import type { Database } from '#server/db/connect.ts';
import { claimDispatch, postpone, type Table } from './queries.ts';
import type { JobName, Queue } from './queue.ts';

/** Rows per round trip to the queue. */
const batch = 100;
/** Pause between two looks at the tables, milliseconds. */
const everyMs = 250;
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
    for (let ids = await claimDispatch(db, table, batch); ids.length > 0; ids = await claimDispatch(db, table, batch)) {
      try {
        await queue.add(ids.map((id) => ({ name, id })));
      } catch (error) {
        await postpone(db, table, ids, refusedForSeconds);
        throw error;
      }
      relayed += ids.length;
    }
  }
  return relayed;
}

/** Relays until `close`, which waits for the current round. */
export function startRelay(db: Database, queue: Queue, log: Logger): { close(): Promise<void> } {
  return repeat(
    everyMs,
    () => relayOnce(db, queue),
    (error) => log.warn({ err: error }, 'failed to hand due rows to the queue: they are tried again'),
  );
}

/**
 * Runs a task again and again, never twice at once, until `close`, which aborts the signal and waits. Errors go to `onError` and do not end the
 * repetition.
 */
export function repeat(
  everyMs: number,
  task: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  async function round(): Promise<void> {
    await task(closing.signal).catch(onError);
    if (!closing.signal.aborted) timer = setTimeout(start, everyMs);
  }
  function start(): void {
    running = round();
  }
  start();
  return {
    async close() {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
