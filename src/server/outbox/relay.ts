import type { Logger } from 'pino';
import type { Database } from '#server/db/connect.ts';
import { claimDispatch, markDispatched, postpone, type Table } from './queries.ts';
import type { JobName, Queue } from './queue.ts';

/** Rows per round trip to the queue. */
const batch = 500;
/** Pause between two looks at the tables without a notification, and between two that are followed, milliseconds. */
const everyMs = 1_000;
const atMostEveryMs = 10;
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

/** `now` asks for a round at once, or for another one after the current one. */
type Repetition = { now(): void; close(): Promise<void> };

/**
 * Runs a task again and again, never twice at once, until `close`, which aborts the signal and waits. Errors go to
 * `onError` and do not end the repetition.
 */
export function repeat(
  pauseMs: number,
  task: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): Repetition {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let begun = 0;
  let isCalled = false;
  async function round(): Promise<void> {
    isCalled = false;
    begun = performance.now();
    await task(closing.signal).catch(onError);
    running = undefined;
    if (isCalled) follow();
    else schedule(pauseMs);
  }
  function schedule(milliseconds: number): void {
    clearTimeout(timer);
    if (!closing.signal.aborted) timer = setTimeout(start, milliseconds);
  }
  function start(): void {
    running ??= round();
  }
  function follow(): void {
    const early = begun + atMostEveryMs - performance.now();
    if (early > 0) schedule(early);
    else if (!closing.signal.aborted) start();
  }
  start();
  return {
    now() {
      const isFirst = !isCalled;
      isCalled = true;
      if (isFirst && !running) follow();
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
