import type { Queue as BullQueue, ConnectionOptions, Worker } from 'bullmq';
import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { Pool } from '#server/db/pool.ts';
import { StartError } from '#server/process/start-error.ts';
import { withTimeout } from '#server/process/with-timeout.ts';
import { redisConnection } from './redis.ts';

/** A heartbeat only shows that jobs arrive (reliability J10). */
export type JobName = 'event' | 'delivery' | 'heartbeat';
type Job = { name: JobName; id: string };

/**
 * Only the transport between processes: jobs that it loses are added again from the tables. A job holds nothing but an
 * id.
 */
export type Queue = {
  /** Adds jobs, except those still in the queue. Rejects when the queue does not answer within `answersWithin`. */
  add(jobs: Job[]): Promise<void>;
  /** Starts to work on jobs, several at a time. */
  work(handle: (job: Job) => Promise<void>): void;
  /** Throws when the queue does not answer. */
  check(): Promise<void>;
  /** Stops taking jobs and waits for running ones, at most `closesWithin`. */
  close(): Promise<void>;
};

/**
 * One queue for each kind of job, so that a slow mail server holds up no notification; `atOnce` jobs in each process.
 */
const queues = { events: { queue: 'saluni', atOnce: 8 }, deliveries: { queue: 'saluni-deliveries', atOnce: 10 } };
type QueueName = keyof typeof queues;
const names = Object.keys(queues) as QueueName[];
const queueOf: Record<JobName, QueueName> = { event: 'events', heartbeat: 'events', delivery: 'deliveries' };
/** Milliseconds; both fit into the 30 seconds of a shutdown. */
const answersWithin = 2_000;
export const closesWithin = 25_000;
/**
 * Another worker takes over a killed worker's jobs within the sum of both times (reliability J5), milliseconds. Jobs of
 * workers that are killed again and again are not given up here: that is for the tables to decide.
 */
const timing = { lockDuration: 8_000, stalledInterval: 5_000, maxStalledCount: 100 };

/** Finished jobs are deleted at once; our tables tell which work is done. */
const keepNothing = { removeOnComplete: true, removeOnFail: true, attempts: 1 };

type Handle = (job: Job) => Promise<void>;
type Parts = {
  queue(name: string): BullQueue;
  worker(name: string, atOnce: number, handle: Handle): Worker;
  end(): Promise<void>;
};

/**
 * Opens BullMQ on Redis if REDIS_URL is set, else on PostgreSQL, whose `bullmq` schema must be there. Throws a
 * StartError when it is not.
 */
export async function openQueue(config: Config, databaseUrl: string, log: Logger): Promise<Queue> {
  // Loaded only here, so that programs without a queue, such as the command line, start faster.
  const bullmq = await import('bullmq');
  const parts =
    config.redisUrl === undefined ? await onPostgres(bullmq, databaseUrl, log) : await onRedis(bullmq, config, log);
  const onError = (error: Error) => log.warn({ err: error }, 'failed to use the queue: it is tried again');
  const opened = Object.fromEntries(names.map((name) => [name, parts.queue(queues[name].queue)])) as Record<
    QueueName,
    BullQueue
  >;
  for (const name of names) opened[name].on('error', onError);
  let workers: Worker[] = [];

  return {
    async add(jobs) {
      const addTo = (queue: QueueName) => {
        const own = jobs.filter(({ name }) => queueOf[name] === queue);
        return (
          own.length > 0 &&
          opened[queue].addBulk(own.map(({ name, id }) => ({ name, data: { id }, opts: { jobId: `${name}-${id}` } })))
        );
      };
      await answered(answersWithin, Promise.all(names.map(addTo)));
    },
    work(handle) {
      workers = names.map((name) => parts.worker(queues[name].queue, queues[name].atOnce, handle));
      for (const worker of workers) {
        worker.on('error', onError);
        worker.on('failed', (job, error) =>
          log.warn(
            { err: error, job: job?.id },
            'failed to finish a job: its row is handed to the queue again within a minute',
          ),
        );
      }
    },
    async check() {
      await answered(answersWithin, opened.events.getJobCounts('waiting'));
    },
    async close() {
      const closing = workers.map((worker) =>
        answered(closesWithin, worker.close()).catch(() => worker.close(true).catch(onError)),
      );
      await Promise.all(closing);
      await answered(answersWithin, Promise.all(names.map((name) => opened[name].close()))).catch(onError);
      await answered(answersWithin, parts.end()).catch(onError);
    },
  };
}

type BullMq = typeof import('bullmq');

/** Brings the queue's own schema, `bullmq`, to its newest version. It needs the role that owns the tables. */
export async function migrateQueue(migrationDatabaseUrl: string): Promise<void> {
  const { runMigrations } = await import('bullmq');
  const client = new Client({
    connectionString: withoutOptions(migrationDatabaseUrl),
    application_name: 'saluni-migration',
  });
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}

async function onPostgres(
  { Queue, Worker, createPostgresBackend, assertSchemaCompatibility, SchemaMigrationRequiredError }: BullMq,
  databaseUrl: string,
  log: Logger,
): Promise<Parts> {
  // Each of the two workers listens on one of these; the others add, fetch and finish jobs, eight at a time.
  const pool = new Pool({
    connectionString: withoutOptions(databaseUrl),
    max: 10,
    options: '-c search_path=bullmq -c timezone=UTC -c jit=off',
    connectionTimeoutMillis: answersWithin,
    keepAlive: true,
    application_name: 'saluni-queue',
  });
  const onBroken = (error: Error) =>
    log.warn({ err: error }, 'failed to keep a connection of the queue: another one is opened');
  pool.on('error', onBroken);
  pool.on('connect', (client) => client.on('error', onBroken));
  const session = await pool.connect();
  try {
    await assertSchemaCompatibility(session);
  } catch (error) {
    if (!(error instanceof SchemaMigrationRequiredError)) throw error;
    throw new StartError('the database has no queue yet: run `npm run cli -- migrate` first');
  } finally {
    session.release();
  }
  const connection = pool as never;
  return {
    queue: (name) =>
      new Queue(name, { connection, defaultJobOptions: keepNothing }, createPostgresBackend) as unknown as BullQueue,
    worker: (name, atOnce, handle) =>
      new Worker(
        name,
        (job) => handle({ name: job.name as JobName, id: job.data.id }),
        { connection, concurrency: atOnce, ...timing, removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } },
        createPostgresBackend,
      ) as unknown as Worker,
    end: () => pool.end(),
  };
}

/** Drops the test clock shift: BullMQ must use the real clock. */
function withoutOptions(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('options');
  return url.href;
}

async function onRedis({ Queue, Worker }: BullMq, config: Config, log: Logger): Promise<Parts> {
  const producer = redisConnection(config, log, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  const consumer = redisConnection(config, log, { maxRetriesPerRequest: null });
  const options = (connection: unknown) => ({ connection: connection as ConnectionOptions });
  return {
    queue: (name) => new Queue(name, { ...options(producer), defaultJobOptions: keepNothing }),
    worker: (name, atOnce, handle) =>
      new Worker(name, (job) => handle({ name: job.name as JobName, id: job.data.id }), {
        ...options(consumer),
        concurrency: atOnce,
        ...timing,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
      }),
    async end() {
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

function answered<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return withTimeout(milliseconds, work, `the queue did not answer within ${milliseconds} ms`);
}
