import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '#server/config.ts';
import { connect, createPool } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type EmbeddedPostgres, startPostgres } from '#server/embedded/postgres.ts';
import { openQueue } from '#server/outbox/queue.ts';
import { relayOnce } from '#server/outbox/relay.ts';
import { redisFound, startRedis } from '#server/testing/redis.ts';
import type { BenchRow } from './report.ts';

/** Jobs of a round, rounds, and jobs a call when they are added. */
const load = { jobs: { PostgreSQL: 3_000, Redis: 20_000 }, events: 20_000, rounds: 3, batch: 500 };
/** Jobs at a time of bare BullMQ: as many as ours works on. */
const concurrency = 8;
/** Our rate as a share of bare BullMQ's, and events a second. */
const goals = { jobs: 0.8, relay: 5_000 };

const log = pino({ level: 'silent' });
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const batches = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: Math.ceil(count / load.batch) }, (_, at) =>
    Array.from({ length: Math.min(load.batch, count - at * load.batch) }, (_, index) => make(at * load.batch + index)),
  );

/**
 * Jobs a second through our queue beside bare BullMQ, in turns, on both backends; and how many events a second the
 * relay hands to each.
 */
export async function benchJobs(only: readonly string[], progress: (line: string) => void): Promise<BenchRow[]> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-bench-jobs-'));
  const postgres = await startPostgres({ directory, log: progress });
  const redis = redisFound ? await startRedis() : undefined;
  try {
    await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
    const rows: BenchRow[] = [];
    for (const [backend, redisUrl] of [
      ['PostgreSQL', undefined] as const,
      ...(redis ? [['Redis', redis.url] as const] : []),
    ]) {
      if (only.includes('jobs')) rows.push(await compareJobs(backend, redisUrl, postgres, progress));
      if (only.includes('relay')) rows.push(await measureRelay(backend, redisUrl, postgres));
    }
    return rows;
  } finally {
    await redis?.stop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

type Backend = keyof typeof load.jobs;

async function compareJobs(
  backend: Backend,
  redisUrl: string | undefined,
  { url }: EmbeddedPostgres,
  progress: (line: string) => void,
) {
  const count = load.jobs[backend];
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < load.rounds; round++) {
    ours.push(await ourRate(redisUrl, url, count));
    bare.push(await bareRate(redisUrl, url, count));
    progress(
      `${round + 1}/${load.rounds} jobs on ${backend}: ours ${ours.at(-1)?.toFixed(0)}/s, ` +
        `bare BullMQ ${bare.at(-1)?.toFixed(0)}/s`,
    );
  }
  return {
    what: `jobs that do nothing, on ${backend}`,
    ours: `${median(ours).toFixed(0)}/s`,
    minimal: `bare BullMQ ${median(bare).toFixed(0)}/s`,
    ratio: (median(ours) / median(bare)).toFixed(2),
    goal: `at least ${goals.jobs}`,
  };
}

const configOf = (redisUrl: string | undefined) => ({
  ...readConfig(),
  ...(redisUrl === undefined ? {} : { redisUrl }),
});

/** Calls back for each job; resolves with the jobs a second from the first to the last one. */
function countingTo(count: number): { done: () => void; rate: Promise<number> } {
  const { promise: rate, resolve } = Promise.withResolvers<number>();
  let done = 0;
  const begun = performance.now();
  return {
    done() {
      if (++done === count) resolve((count / (performance.now() - begun)) * 1_000);
    },
    rate,
  };
}

async function ourRate(redisUrl: string | undefined, databaseUrl: string, count: number): Promise<number> {
  const queue = await openQueue(configOf(redisUrl), databaseUrl, log);
  for (const jobs of batches(count, (index) => ({ name: 'event' as const, id: `bench-${index}` })))
    await queue.add(jobs);
  const { done, rate } = countingTo(count);
  queue.work(async () => done());
  const result = await rate;
  await queue.close();
  return result;
}

async function bareRate(redisUrl: string | undefined, databaseUrl: string, count: number): Promise<number> {
  const { Queue, Worker, createPostgresBackend } = await import('bullmq');
  const { hostname: host, port } = new URL(redisUrl ?? 'redis://none:0');
  const connection = (redisUrl === undefined ? databaseUrl : { host, port: Number(port) }) as never;
  const backend = redisUrl === undefined ? createPostgresBackend : (undefined as never);
  const queue = new Queue('bare', { connection, defaultJobOptions: { removeOnComplete: true } }, backend);
  for (const jobs of batches(count, (index) => ({ name: 'job', data: { id: index } }))) await queue.addBulk(jobs);
  const { done, rate } = countingTo(count);
  const worker = new Worker(
    'bare',
    async () => done(),
    { connection, concurrency, removeOnComplete: { count: 0 } },
    backend,
  );
  worker.on('error', () => {});
  const result = await rate;
  await worker.close();
  await queue.close();
  return result;
}

/** From rows of the outbox to jobs of the queue, until none is left. */
async function measureRelay(
  backend: Backend,
  redisUrl: string | undefined,
  { url }: EmbeddedPostgres,
): Promise<BenchRow> {
  const pool = createPool(url);
  const db = connect(pool);
  const queue = await openQueue(configOf(redisUrl), url, log);
  const rates: number[] = [];
  for (let round = 0; round < load.rounds; round++) {
    await pool.query('delete from outbox');
    await pool.query(
      `insert into outbox (event, payload) select 'booking.created', '{}' from generate_series(1, ${load.events})`,
    );
    const begun = performance.now();
    const relayed = await relayOnce(db, queue);
    rates.push((relayed / (performance.now() - begun)) * 1_000);
    if (relayed !== load.events) throw new Error(`the relay handed over ${relayed} of ${load.events} events`);
  }
  await queue.close();
  await db.destroy();
  return {
    what: `events handed over by the relay, to ${backend}`,
    ours: `${median(rates).toFixed(0)}/s`,
    minimal: '',
    ratio: '',
    goal: `at least ${goals.relay}/s`,
  };
}
