import pg from 'pg';
import type { Logger } from 'pino';
import { listen } from '#server/db/listen.ts';
import { inBackground } from '#server/process/background.ts';

/** What workers listen to. */
const channel = 'outbox';
/**
 * Shortest time between two notifications, so that many writes at once cost one; how long to wait for a connection and
 * after a failure; milliseconds.
 */
const bounds = { between: 10, connect: 2_000, afterFailure: 2_000 };

/**
 * Notifies the workers once something was committed that they have to do, so that they need not find it. A notification
 * is a hint: one that is lost costs no more than the time until their next look at the tables.
 */
export type WorkerNotifier = {
  /** Connects at the next notification. Until then they do nothing. */
  start(): void;
  /**
   * Returns at once. On a connection of its own: commits that notify wait for one another, and no request is to wait
   * for that.
   */
  notify(): void;
  /** Calls back for each notification of any process, and whenever some may have been missed. */
  listen(onNotified: () => void): { close(): Promise<void> };
  close(): Promise<void>;
};

export function createWorkerNotifier(databaseUrl: string, log: Logger): WorkerNotifier {
  let started = false;
  let closing = false;
  let client: pg.Client | undefined;
  let notifying: Promise<void> | undefined;
  let again = false;
  let silentUntil = 0;

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const one = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: bounds.connect,
      query_timeout: bounds.connect,
      keepAlive: true,
      application_name: 'saluni notify',
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
        await (await connected()).query({ name: 'notify_workers', text: `select pg_notify('${channel}', '')` });
      } catch (error) {
        log.warn({ err: error }, 'failed to notify the workers: they find what is to do within a second');
        silentUntil = performance.now() + bounds.afterFailure;
        const broken = client;
        client = undefined;
        if (broken) void inBackground(log, 'failed to close a connection', () => broken.end());
      }
      await new Promise((resolve) => setTimeout(resolve, bounds.between));
    } while (again && !closing);
    notifying = undefined;
  }

  return {
    start() {
      started = true;
    },
    notify() {
      if (!started || closing || performance.now() < silentUntil) return;
      again = true;
      notifying ??= run();
    },
    listen: (onNotified) =>
      listen(databaseUrl, channel, log, { onListening: onNotified, onNotification: onNotified, onLost() {} }),
    async close() {
      closing = true;
      await notifying;
      await client?.end().catch(() => {});
    },
  };
}
