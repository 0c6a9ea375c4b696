import pg from 'pg';
import type { Logger } from 'pino';
import { listen } from '#server/db/listen.ts';

/** What workers listen to. */
const channel = 'outbox';
/**
 * Shortest time between two calls, so that many writes at once cost one; how long to wait for a connection and after a
 * failure; milliseconds.
 */
const bounds = { between: 10, connect: 2_000, afterFailure: 2_000 };

/**
 * Calls the workers once something was committed that they have to do, so that they need not find it. A call is a hint:
 * one that is lost costs no more than the time until their next look at the tables.
 */
export type Wake = {
  /** Connects at the next call. Until then calls do nothing. */
  start(): void;
  /**
   * Returns at once. On a connection of its own: commits that notify wait for one another, and no request is to wait
   * for that.
   */
  call(): void;
  /** Calls back for each call of any process, and whenever some may have been missed. */
  listen(onCall: () => void): { close(): Promise<void> };
  close(): Promise<void>;
};

export function createWake(databaseUrl: string, log: Logger): Wake {
  let started = false;
  let closing = false;
  let client: pg.Client | undefined;
  let calling: Promise<void> | undefined;
  let again = false;
  let silentUntil = 0;

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const one = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: bounds.connect,
      query_timeout: bounds.connect,
      keepAlive: true,
      application_name: 'saluni wake',
    });
    // An error event without a listener would end the process.
    one.on('error', () => {});
    one.once('end', () => {
      if (client === one) client = undefined;
    });
    await one.connect();
    client = one;
    return one;
  }

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        await (await connected()).query({ name: 'wake', text: `select pg_notify('${channel}', '')` });
      } catch (error) {
        log.warn({ err: error }, 'failed to call the workers: they find what is to do within a second');
        silentUntil = performance.now() + bounds.afterFailure;
        const broken = client;
        client = undefined;
        void broken?.end().catch(() => {});
      }
      await new Promise((resolve) => setTimeout(resolve, bounds.between));
    } while (again && !closing);
    calling = undefined;
  }

  return {
    start() {
      started = true;
    },
    call() {
      if (!started || closing || performance.now() < silentUntil) return;
      again = true;
      calling ??= run();
    },
    listen: (onCall) => listen(databaseUrl, channel, log, { onListening: onCall, onNotification: onCall, onLost() {} }),
    async close() {
      closing = true;
      await calling;
      await client?.end().catch(() => {});
    },
  };
}
