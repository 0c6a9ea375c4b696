import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { inBackground } from '#server/process/background.ts';

/**
 * Time limits of connecting and ending, pauses between attempts, and how often and how soon a notification must come
 * back; milliseconds.
 */
const bounds = { connect: 2_000, firstPause: 200, longestPause: 5_000, beat: 5_000, beatWithin: 5_000, end: 1_000 };

export type Handlers = {
  /** Notifications arrive from now on. */
  onListening(): void;
  onNotification(payload: string): void;
  /** Notifications may have been missed, and are until `onListening` is called again. */
  onLost(): void;
};

export type Listener = {
  /**
   * Resolves when all notifications of transactions that have ended by now were handed over. Rejects without a
   * connection, and when it is lost meanwhile.
   */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Listens to a channel on a connection of its own and connects again when that is lost. It sends itself a notification
 * every few seconds: a network that swallows everything, or a proxy that hands each statement to another server, counts
 * as lost, too.
 */
export function listen(
  url: string,
  channel: string,
  log: Logger,
  { onListening, onNotification, onLost }: Handlers,
): Listener {
  const own = `own_${randomUUID().replaceAll('-', '')}`;
  const closing = new AbortController();
  const awaited = new Map<string, { resolve(): void; reject(error: Error): void }>();
  let client: pg.Client | undefined;

  async function caughtUp(): Promise<void> {
    if (!client) throw new Error(`not listening to ${channel}`);
    const beat = randomUUID();
    const arrived = new Promise<void>((resolve, reject) => awaited.set(beat, { resolve, reject }));
    await Promise.all([arrived, client.query('select pg_notify($1, $2)', [own, beat])]);
  }

  /** Resolves, with the reason, when the connection is of no more use. */
  async function untilLost(connected: pg.Client): Promise<unknown> {
    const lost = new Promise<unknown>((resolve) => {
      connected.once('error', resolve);
      connected.once('end', () => resolve(new Error('the connection was closed')));
    });
    // Ends the loop with its connection: it would go on beside the next connection's.
    const over = new AbortController();
    const signal = AbortSignal.any([closing.signal, over.signal]);
    const silent = async () => {
      for (;;) {
        await delay(bounds.beat, undefined, { signal, ref: false });
        const late = delay(bounds.beatWithin, 'late' as const, { signal, ref: false });
        if ((await Promise.race([caughtUp(), late])) === 'late') throw new Error('no notification arrives');
      }
    };
    try {
      return await Promise.race([lost, silent().catch((error: unknown) => error)]);
    } finally {
      over.abort();
    }
  }

  async function session(): Promise<void> {
    const connected = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: bounds.connect,
      keepAlive: true,
      application_name: 'saluni listen',
    });
    // An error event without a listener would end the process.
    connected.on('error', () => {});
    connected.on('notification', ({ channel: from, payload = '' }) => {
      if (from === channel) return onNotification(payload);
      awaited.get(payload)?.resolve();
      awaited.delete(payload);
    });
    let listening = false;
    try {
      await connected.connect();
      await connected.query(`listen ${channel}; listen ${own}`);
      listening = true;
      client = connected;
      onListening();
      throw await untilLost(connected);
    } finally {
      client = undefined;
      for (const { reject } of awaited.values()) reject(new Error(`the connection to ${channel} was lost`));
      awaited.clear();
      if (listening) onLost();
      // A silent server never answers the farewell.
      const farewell = connected.end().catch(() => {});
      await Promise.race([farewell, delay(bounds.end, undefined, { ref: false })]);
    }
  }

  async function run(): Promise<void> {
    let pause = bounds.firstPause;
    while (!closing.signal.aborted) {
      const since = Date.now();
      await session().catch((error: unknown) => {
        if (!closing.signal.aborted)
          log.warn({ err: error, channel }, 'failed to listen for notifications of the database; connecting again');
      });
      pause = Date.now() - since > bounds.longestPause ? bounds.firstPause : Math.min(pause * 2, bounds.longestPause);
      await delay(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  const running = inBackground(log, 'failed to go on listening for notifications of the database', run);
  return {
    caughtUp,
    async close() {
      closing.abort();
      await running;
    },
  };
}
