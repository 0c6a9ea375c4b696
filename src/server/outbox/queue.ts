import type { Queue as BullQueue, ConnectionOptions, Processor, Worker, WorkerOptions } from 'bullmq';
import type { RedisOptions } from 'ioredis';
import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { Pool } from '#server/db/pool.ts';
import { moreOf, perSecond } from '#server/logging/per-second.ts';
import { StartError } from '#server/process/start-error.ts';
import { withTimeout } from '#server/process/with-timeout.ts';
import { type Opened, type Reopening, reopening } from './reopening.ts';

/** A heartbeat only shows that jobs arrive (reliability J10). */
export type JobName = 'event' | 'delivery' | 'heartbeat';
type Job = { name: JobName; id: string };
/** `isAgain`: an earlier attempt failed, or its worker is gone. */
type Taken = Job & { isAgain: boolean };

/**
 * Only the transport between processes: jobs that it loses are added again from the tables. A job holds nothing but an
 * id.
 */
export type Queue = {
  /** Adds jobs, except those still in the queue. Rejects when the queue does not answer within `answersWithin`. */
  add(jobs: Job[]): Promise<void>;
  /** Starts to work on jobs, several at a time. */
  work(handle: Handle): void;
  /** Throws when the queue does not answer. */
  check(): Promise<void>;
  /** The queues as BullMQ knows them, for the operators' page; none while they are away. */
  stores(): BullQueue[];
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
/** Milliseconds; the longest fits into the 30 seconds of a shutdown. */
const answersWithin = 2_000;
const opensWithin = 3_000;
/** How long that stays which shows that Redis can be written to, milliseconds. */
const checkLasts = 10_000;
export const closesWithin = 25_000;
/**
 * Another worker takes over a killed worker's jobs within the sum of both times (reliability J5), milliseconds. Jobs of
 * workers that are killed again and again are not given up here: that is for the tables to decide.
 */
const timing = { lockDuration: 8_000, stalledInterval: 5_000, maxStalledCount: 100 };

/**
 * Finished jobs are deleted at once; our tables tell which work is done. A job fails only where it could not write that
 * it failed, as the database was away, or could not tell the sockets: it is tried again for a minute.
 */
const keepNothing = {
  removeOnComplete: true,
  removeOnFail: true,
  attempts: 20,
  backoff: { type: 'fixed', delay: 3_000 },
};
const finished = { removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } };

type Handle = (job: Taken) => Promise<void>;
type Fail = (error: unknown) => void;
/** What adds jobs, and whether the store takes them. */
type Producers = Opened & { queues: Record<QueueName, BullQueue>; check(): Promise<unknown> };
/** Opens connections of its own; what was opened half-way is closed. */
type Backend = { producers(fail: Fail): Promise<Producers>; workers(handle: Handle, fail: Fail): Promise<Opened> };

/**
 * Opens BullMQ on Redis if REDIS_URL is set, else on PostgreSQL; throws a StartError without its schema. A queue that
 * cannot be reached is thrown away and opened again, as BullMQ holds on to a failed connection for ever.
 */
export async function openQueue(config: Config, databaseUrl: string, log: Logger): Promise<Queue> {
  // Loaded only here, so that programs without a queue, such as the command line, start faster.
  const bullmq = await import('bullmq');
  const tell = toldOf(log);
  const backend =
    config.redisUrl === undefined
      ? onPostgres(bullmq, databaseUrl, tell)
      : onRedis({ ...bullmq, ...(await import('./redis.ts')) }, config, tell);
  const onFailure = (error: unknown, milliseconds: number) =>
    tell({ err: error, milliseconds }, 'failed to use the queue: it is opened again after a pause');
  const producers = reopening(backend.producers, onFailure);
  let workers: Reopening<Opened> | undefined;
  /** Until the first attempt to open them has ended, workers are on their way, and not away. */
  let haveCome = false;
  /** Jobs of workers that were thrown away go on, and a shutdown waits for them, too. */
  const running = new Set<Promise<void>>();

  try {
    await producers.first;
  } catch (error) {
    if (error instanceof StartError) {
      await producers.close();
      throw error;
    }
  }
  const opened = () => {
    const one = producers.current();
    if (!one) throw new Error('the queue is away');
    return one;
  };

  return {
    async add(jobs) {
      const { queues: open } = opened();
      const addTo = (queue: QueueName) => {
        const own = jobs.filter(({ name }) => queueOf[name] === queue);
        return (
          own.length > 0 &&
          open[queue].addBulk(own.map(({ name, id }) => ({ name, data: { id }, opts: { jobId: `${name}-${id}` } })))
        );
      };
      await answered(answersWithin, Promise.all(names.map(addTo)));
    },
    work(handle) {
      const handleOne = (job: Taken) => {
        const one = handle(job).finally(() => running.delete(one));
        running.add(one);
        return one;
      };
      workers = reopening((fail) => backend.workers(handleOne, fail), onFailure);
      const come = () => {
        haveCome = true;
      };
      workers.first.then(come, come);
    },
    async check() {
      await answered(answersWithin, opened().check());
      if (haveCome && !workers?.current()) throw new Error('the workers of the queue are away');
    },
    stores: () => Object.values(producers.current()?.queues ?? {}),
    async close() {
      const until = performance.now() + closesWithin;
      await workers?.close();
      await answered(Math.max(0, until - performance.now()), Promise.allSettled(running)).catch(() => {});
      await producers.close();
    },
  };
}

type Tell = (what: object, text: string) => void;

/** However often something fails, few lines a second say so. */
function toldOf(log: Logger): Tell {
  const limited = perSecond();
  return (what, text) => limited('queue', (more) => log.warn(what, `${text}${moreOf(more)}`));
}

/**
 * BullMQ reports everything as an error of the queue. What a job meets that another worker has meanwhile, or that was
 * lost, says nothing about the connection.
 */
function isAboutOneJob(error: Error & { code?: unknown }): boolean {
  return typeof error.code === 'number' || error.message.startsWith('could not renew lock');
}

/** `fail` hears of every error that is not about one job. */
function watch(one: BullQueue | Worker, fail: Fail, tell: Tell): void {
  (one as BullQueue).on('error', (error) => {
    if (isAboutOneJob(error)) tell({ err: error }, 'failed to use the queue for a job: its row is handed over again');
    else fail(error);
  });
}

/** Resolves once all are connected. On a failure they are closed by `end`. */
async function whenReady<T>(parts: (BullQueue | Worker)[], opened: T, end: () => Promise<void>): Promise<T> {
  const ready = Promise.all(parts.map((one) => one.waitUntilReady()));
  // Whatever comes after the first failure.
  ready.catch(() => {});
  try {
    await answered(opensWithin, ready);
    return opened;
  } catch (error) {
    await end();
    throw error;
  }
}

/** Ends what belongs together; each step has its time, and none is skipped. */
async function endAll(steps: (() => Promise<unknown>)[], tell: Tell): Promise<void> {
  for (const step of steps) {
    await answered(answersWithin, step()).catch((error: unknown) =>
      tell({ err: error }, 'failed to close a connection of the queue'),
    );
  }
}

/** Ends workers: those that still have a connection finish their jobs. */
async function endWorkers(workers: Worker[], failed: boolean, tell: Tell): Promise<void> {
  const ending = workers.map(async (worker) => {
    if (!failed) await answered(closesWithin, worker.close()).catch(() => {});
    await endAll([() => worker.close(true)], tell);
  });
  await Promise.all(ending);
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

function onPostgres(
  { Queue, Worker, createPostgresBackend, SchemaMigrationRequiredError }: BullMq,
  databaseUrl: string,
  tell: Tell,
): Backend {
  const openPool = (max: number, fail: Fail) => {
    const pool = new Pool({
      connectionString: withoutOptions(databaseUrl),
      max,
      options: '-c search_path=bullmq -c timezone=UTC -c jit=off',
      connectionTimeoutMillis: answersWithin,
      // A network may swallow the answer.
      query_timeout: 2 * answersWithin,
      keepAlive: true,
      application_name: 'saluni-queue',
    });
    pool.on('error', fail);
    pool.on('connect', (client) => client.on('error', fail));
    return pool;
  };
  return {
    async producers(fail) {
      const pool = openPool(3, fail);
      const connection = pool as never;
      const queues = queuesBy((name) => {
        const options = { connection, defaultJobOptions: keepNothing };
        return new Queue(name, options, createPostgresBackend) as unknown as BullQueue;
      });
      const all = Object.values(queues);
      for (const queue of all) watch(queue, fail, tell);
      const close = () => endAll([...all.map((queue) => () => queue.close()), () => pool.end()], tell);
      const check = () => queues.events.getJobCounts('waiting');
      return whenReady(all, { queues, check, close }, close).catch((error: unknown) => {
        if (!(error instanceof SchemaMigrationRequiredError)) throw error;
        throw new StartError('the database has no queue yet: run `npm run cli -- migrate` first');
      });
    },
    async workers(handle, fail) {
      // Each of the two workers listens on one of these; the others fetch and finish jobs, eight at a time.
      const pool = openPool(10, fail);
      const connection = pool as never;
      return runWorkers(
        (name, processor, options) =>
          new Worker(name, processor, { connection, ...options }, createPostgresBackend) as unknown as Worker,
        { handle, fail, tell, end: () => pool.end() },
      );
    },
  };
}

/** Drops the test clock shift: BullMQ must use the real clock. */
function withoutOptions(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('options');
  return url.href;
}

function onRedis(
  { Queue, Worker, redisConnection }: BullMq & typeof import('./redis.ts'),
  config: Config,
  tell: Tell,
): Backend {
  const open = (options: RedisOptions, fail: Fail) => {
    const redis = redisConnection(config, fail, options);
    return { redis, connection: redis as unknown as ConnectionOptions, end: async () => redis.disconnect() };
  };
  return {
    async producers(fail) {
      const { redis, connection, end } = open({ enableOfflineQueue: false, maxRetriesPerRequest: 1 }, fail);
      const queues = queuesBy((name) => new Queue(name, { connection, defaultJobOptions: keepNothing }));
      const all = Object.values(queues);
      for (const queue of all) watch(queue, fail, tell);
      const close = () => endAll([...all.map((queue) => () => queue.close()), end], tell);
      // A Redis that is read-only or full answers questions, and takes no job.
      const check = () => redis.set('saluni:check', '1', 'PX', checkLasts);
      return whenReady(all, { queues, check, close }, close);
    },
    async workers(handle, fail) {
      const { connection, end } = open({ maxRetriesPerRequest: null }, fail);
      return runWorkers((name, processor, options) => new Worker(name, processor, { connection, ...options }), {
        handle,
        fail,
        tell,
        end,
      });
    },
  };
}

function queuesBy(create: (name: string) => BullQueue): Record<QueueName, BullQueue> {
  return { events: create(queues.events.queue), deliveries: create(queues.deliveries.queue) };
}

type CreateWorker = (name: string, processor: Processor, options: Omit<WorkerOptions, 'connection'>) => Worker;

/** Starts a worker for each queue, once all have a connection: before, they would try without a pause. */
async function runWorkers(
  create: CreateWorker,
  { handle, fail, tell, end }: { handle: Handle; fail: Fail; tell: Tell; end(): Promise<unknown> },
): Promise<Opened> {
  const processor: Processor = ({ name, data, attemptsMade, stalledCounter }) =>
    handle({ name: name as JobName, id: data.id, isAgain: attemptsMade + stalledCounter > 0 });
  const workers = names.map((name) =>
    create(queues[name].queue, processor, { autorun: false, concurrency: queues[name].atOnce, ...timing, ...finished }),
  );
  for (const worker of workers) {
    watch(worker, fail, tell);
    worker.on('failed', (job, error) =>
      tell({ err: error, job: job?.id }, 'failed to finish a job: it is tried again'),
    );
  }
  const close = async ({ failed }: { failed: boolean }) => {
    await endWorkers(workers, failed, tell);
    await endAll([end], tell);
  };
  const opened = await whenReady(workers, { close }, () => close({ failed: true }));
  for (const worker of workers) worker.run().catch(fail);
  return opened;
}

function answered<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return withTimeout(milliseconds, work, `the queue did not answer within ${milliseconds} ms`);
}
