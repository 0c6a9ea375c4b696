import type { Queue as BullQueue, ConnectionOptions, Worker } from 'bullmq';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { Pool } from '#server/db/pool.ts';
import { within } from '#server/within.ts';
import { redisConnection } from './redis.ts';

export type JobName = 'event' | 'delivery';
type Job = { name: JobName; id: string };

/** The transport between processes, and no more: what it loses is handed over again from the tables. A job holds an id only. */
export type Queue = {
  /** Hands jobs over; those that it still holds are not doubled. Rejects when it does not answer within two seconds. */
  add(jobs: Job[]): Promise<void>;
  /** Starts to work on jobs, several at once. */
  work(handle: (job: Job) => Promise<void>): void;
  check(): Promise<void>;
  /** Stops taking jobs and waits for those at work, at most 25 seconds. */
  close(): Promise<void>;
};

const queueName = 'saluni';
const answersWithin = 2_000;
const closesWithin = 25_000;
const jobsAtOnce = 5;
/** A killed worker's jobs are taken up by another within both (reliability J5), milliseconds. */
const timing = { lockDuration: 15_000, stalledInterval: 10_000 };

/** Nothing of a job outlives it: doubles are recognised in our tables. */
const keepNothing = { removeOnComplete: true, removeOnFail: true, attempts: 1 };

type Parts = { queue: BullQueue; worker(handle: (job: Job) => Promise<void>): Worker; end(): Promise<void> };

/** BullMQ on Redis where REDIS_URL names one, else on PostgreSQL, in a schema of its own that is migrated here. */
export async function openQueue(config: Config, databaseUrl: string, log: Logger): Promise<Queue> {
  // Loaded here alone, so that programs without a queue, such as the command line, need not read it.
  const bullmq = await import('bullmq');
  const parts = config.redisUrl === undefined ? await onPostgres(bullmq, databaseUrl, log) : await onRedis(bullmq, config, log);
  const onError = (error: Error) => log.warn({ err: error }, 'the queue has trouble');
  parts.queue.on('error', onError);
  let worker: Worker | undefined;

  return {
    async add(jobs) {
      await answered(
        answersWithin,
        parts.queue.addBulk(jobs.map(({ name, id }) => ({ name, data: { id }, opts: { jobId: `${name}-${id}` } }))),
      );
    },
    work(handle) {
      worker = parts.worker(handle);
      worker.on('error', onError);
      worker.on('failed', (job, error) => log.warn({ err: error, job: job?.id }, 'a job failed'));
    },
    async check() {
      await answered(answersWithin, parts.queue.getJobCounts('waiting'));
    },
    async close() {
      const closing = worker?.close();
      await answered(closesWithin, closing ?? Promise.resolve()).catch(() => worker?.close(true).catch(onError));
      await answered(answersWithin, parts.queue.close()).catch(onError);
      await answered(answersWithin, parts.end()).catch(onError);
    },
  };
}

type BullMq = typeof import('bullmq');

async function onPostgres(
  { Queue, Worker, createPostgresBackend, runMigrations }: BullMq,
  databaseUrl: string,
  log: Logger,
): Promise<Parts> {
  // Each worker keeps a connection to listen on; the rest is for adding, fetching and finishing.
  const pool = new Pool({
    connectionString: withoutOptions(databaseUrl),
    max: 4,
    options: '-c search_path=bullmq -c timezone=UTC -c jit=off',
    connectionTimeoutMillis: answersWithin,
    keepAlive: true,
    application_name: 'saluni-queue',
  });
  const onBroken = (error: Error) => log.warn({ err: error }, 'a connection of the queue broke');
  pool.on('error', onBroken);
  pool.on('connect', (client) => client.on('error', onBroken));
  const session = await pool.connect();
  try {
    await runMigrations(session);
  } finally {
    session.release();
  }
  const connection = pool as never;
  return {
    queue: new Queue(queueName, { connection, defaultJobOptions: keepNothing }, createPostgresBackend) as unknown as BullQueue,
    worker: (handle) =>
      new Worker(
        queueName,
        (job) => handle({ name: job.name as JobName, id: job.data.id }),
        { connection, concurrency: jobsAtOnce, ...timing, removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } },
        createPostgresBackend,
      ) as unknown as Worker,
    end: () => pool.end(),
  };
}

/** The queue keeps the real time, whatever a test tells the tables. */
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
    queue: new Queue(queueName, { ...options(producer), defaultJobOptions: keepNothing }),
    worker: (handle) =>
      new Worker(queueName, (job) => handle({ name: job.name as JobName, id: job.data.id }), {
        ...options(consumer),
        concurrency: jobsAtOnce,
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
  return within(milliseconds, work, `the queue did not answer within ${milliseconds} ms`);
}
