import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type EmbeddedPostgres, startPostgres } from '#server/embedded/postgres.ts';
import { loadMarket, professionalsOf, removeBookings, settleMarket } from './load.ts';
import type { Measured } from './load-generator.ts';
import {
  cores,
  cpuOf,
  type Generator,
  type Program,
  pin,
  residentOf,
  startGenerator,
  startProgram,
} from './processes.ts';
import { clientsOnOneSlot, type Kind, kinds, makeShots, ownKinds, type Shot } from './shots.ts';

export type ScaleOptions = {
  scale: number;
  connections: number;
  seconds: number;
  rounds: number;
  only?: readonly string[];
  /** Stores the loaded database in this folder for the next run. */
  data?: string;
};
/** Connections that leave the server time: what a person waits for, where more tell how long its queue is. */
export const few = 4;
/** Under this name are the figures with few connections. */
export const figuresOfFew = (name: string) => `${name}-few`;
const servers = ['minimal', 'ours'] as const;
export type ServerName = (typeof servers)[number];

/** Medians over the rounds: milliseconds, requests a second, and CPU microseconds a request of server and database. */
export type Figures = {
  perSecond: number;
  p50: number;
  p99: number;
  serverUs: number;
  databaseUs: number;
  spread: number;
  statuses: Record<string, number>;
};
type Burst = { p50: number; p99: number; oneWinner: number; rounds: number; deadlocks: number };
export type ScaleResult = {
  scale: number;
  connections: number;
  pinned: boolean;
  /** Whether other programs used more than a tenth of the machine before some round. */
  noisy: boolean;
  figures: Record<string, Partial<Record<ServerName, Figures>>>;
  burst: Partial<Record<ServerName, Burst>>;
  memory: Record<string, number>;
  /** Statements of ours that PostgreSQL plans anew for each call. */
  replanned: string[];
};

const quiet = {
  LOG_LEVEL: 'silent',
  RATE_LIMIT_PER_MINUTE: '0',
  BOOKINGS_PER_HOUR: '0',
  SEED_DEMO: 'false',
  ROLE: 'api',
};
const warmUpSeconds = 1;
const burstRounds = 40;
/** Our server's memory is told when it has answered so many requests. */
const manyRequests = 200_000;

type Sample = Measured & { serverUs: number; databaseUs: number };

/**
 * Measures our server and the minimal one on one database, in turns, so that both meet the same moments of a shared
 * machine.
 */
export async function benchScale(options: ScaleOptions, progress: (line: string) => void): Promise<ScaleResult> {
  const { scale, connections, seconds, rounds } = options;
  const directory = options.data ? resolve(options.data) : await mkdtemp(join(tmpdir(), 'saluni-bench-'));
  const postgres = await startPostgres({ directory, log: progress });
  const programs: Program[] = [];
  let generator: Generator | undefined;
  try {
    const postmaster = await postmasterOf(postgres.superuserUrl);
    const pinned = pin(postmaster, cores.database);
    await prepare(postgres, directory, scale, progress);
    const shots = await makeShots(postgres.url);
    // Once before, so that what Node compiles is cached: memory and start are those of a second start.
    await (await startProgram('our-server.ts', { databaseUrl: postgres.url }, quiet, cores.server)).stop();
    const ours = await startProgram('our-server.ts', { databaseUrl: postgres.url }, quiet, cores.server);
    programs.push(ours);
    const memory: Record<string, number> = { 'API process, started': residentOf(ours.pid) };
    const minimal = await startProgram('minimal-server.ts', { databaseUrl: postgres.url }, quiet, cores.server);
    programs.push(minimal);
    const byName = { minimal, ours };
    generator = startGenerator();
    const { burst: bursts, ...lists } = shots;
    for (const kind of kinds) generator.store(kind, lists[kind]);
    for (const kind of ownKinds) generator.store(kind, lists[kind]);
    generator.store('trpc', trpcOf(lists.professional));
    generator.store('burst', bursts.flat());
    generator.store('mixed', mixed(lists));

    const samples = new Map<string, Sample[]>();
    let noisy = false;
    let booked = 0;
    let answered = 0;
    const measured: { name: string; of: readonly ServerName[]; told?: string; at?: number }[] = [
      ...kinds.map((name) => ({ name, of: servers })),
      { name: 'trpc', of: ['ours'] as const },
      ...ownKinds.map((name) => ({ name, of: ['ours'] as const })),
      ...ownKinds.map((name) => ({ name, of: ['ours'] as const, told: figuresOfFew(name), at: few })),
    ];
    for (let round = 0; round < rounds; round++) {
      noisy = (await idleShare()) < 0.9 || noisy;
      for (const { name, of, told = name, at = connections } of measured) {
        if (options.only && !options.only.includes(name)) continue;
        for (const server of of) {
          const { port, pid } = byName[server];
          // Every booking has a slot of its own, in each round and on each server.
          const from = () => (name === 'booking' ? booked : 0);
          const load = { port, name, connections: at };
          const warm = await generator.fire({ ...load, seconds: warmUpSeconds, from: from() });
          booked += name === 'booking' ? warm.requests + connections : 0;
          const before = { server: cpuOf(pid), database: cpuOf(postmaster) };
          const run = await generator.fire({ ...load, seconds, from: from() });
          booked += name === 'booking' ? run.requests + connections : 0;
          if (server === 'ours') answered += warm.requests + run.requests;
          const serverUs = (cpuOf(pid) - before.server) / run.requests;
          const databaseUs = (cpuOf(postmaster) - before.database) / run.requests;
          const key = `${told} ${server}`;
          samples.set(key, [...(samples.get(key) ?? []), { ...run, serverUs, databaseUs }]);
          const wanted = name === 'booking' ? 201 : name === 'taken-slot' ? 409 : 200;
          if (run.statuses[wanted] !== run.requests) progress(`${key} was answered ${JSON.stringify(run.statuses)}`);
          progress(
            `${round + 1}/${rounds} ${key}: ${(run.requests / run.lasted).toFixed(0)}/s, ` +
              `p50 ${run.p50.toFixed(2)} ms, server ${serverUs.toFixed(0)} us, database ${databaseUs.toFixed(0)} us`,
          );
        }
      }
      await removeBookings(postgres.superuserUrl, { tidy: true });
      booked = 0;
    }
    const burst: ScaleResult['burst'] = {};
    if (!options.only || options.only.includes('burst')) {
      for (const server of servers) {
        burst[server] = await fireBursts(generator, byName[server], postgres.url, bursts.length);
        await removeBookings(postgres.superuserUrl, { tidy: true });
      }
    }
    memory['API process, after the load'] = residentOf(ours.pid);
    if (!options.only || options.only.includes('memory')) {
      while (answered < manyRequests) {
        const { requests, statuses } = await generator.fire({
          port: ours.port,
          name: 'mixed',
          connections,
          seconds: 5,
          from: answered,
        });
        answered += requests;
        progress(`${answered} requests: ${residentOf(ours.pid).toFixed(0)} MiB, answers ${JSON.stringify(statuses)}`);
      }
      memory[`API process, after ${manyRequests} requests`] = residentOf(ours.pid);
      await removeBookings(postgres.superuserUrl, { tidy: true });
    }
    const { replanned } = await ours.ask<{ replanned: string[] }>('replanned');
    const worker = await startProgram(
      'our-server.ts',
      { databaseUrl: postgres.url },
      { ...quiet, ROLE: 'worker' },
      cores.server,
    );
    programs.push(worker);
    memory['worker process, started'] = residentOf(worker.pid);
    memory['ready after, ms'] = ours.readyMs;
    const figures = Object.fromEntries(
      measured.map(({ name, of, told = name }) => [
        told,
        Object.fromEntries(of.flatMap((server) => figuresOf(samples.get(`${told} ${server}`), server))),
      ]),
    );
    return { scale, connections, pinned, noisy, figures, burst, memory, replanned };
  } finally {
    await generator?.stop();
    for (const program of programs) await program.stop();
    await postgres.stop();
    if (!options.data) await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Migrates and fills the database; a stored one is filled already, and its sessions are brought up to date. Both are
 * left as vacuum leaves them after a while: pages known to be visible to all.
 */
async function prepare(
  postgres: EmbeddedPostgres,
  directory: string,
  scale: number,
  progress: (line: string) => void,
): Promise<void> {
  const marker = join(directory, 'bench-scale');
  await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
  if (existsSync(marker)) {
    if (Number(await readFile(marker, 'utf8')) !== scale) throw new Error(`${directory} holds another scale`);
    progress('the database is loaded already');
    await touchSessions(postgres.url);
  } else {
    await loadMarket(postgres.superuserUrl, professionalsOf(scale), progress);
    await writeFile(marker, String(scale));
  }
  await settleMarket(postgres);
}

async function touchSessions(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "update sessions set last_seen_at = clock_now(), expires_at = least(ends_at, clock_now() + interval '9 days')",
  );
  await client.end();
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid");
  await client.end();
  return rows[0].pid;
}

/** The machine's idle share of half a second in which the bench does nothing. */
async function idleShare(): Promise<number> {
  const times = () =>
    cpus().map(({ times: { idle, user, sys, nice, irq } }) => ({ idle, all: idle + user + sys + nice + irq }));
  const before = times();
  await delay(500);
  const passed = times().map(({ idle, all }, core) => ({
    idle: idle - (before[core]?.idle ?? 0),
    all: all - (before[core]?.all ?? 0),
  }));
  return passed.reduce((sum, { idle }) => sum + idle, 0) / passed.reduce((sum, { all }) => sum + all, 0);
}

/** The same reads by tRPC's address. */
function trpcOf(shots: { path: string }[]) {
  return shots.map(({ path }) => ({
    method: 'GET' as const,
    path: `/trpc/professionals.byId?input=${encodeURIComponent(JSON.stringify({ id: path.split('/').at(-1) }))}`,
  }));
}

/** Requests of all kinds in turn. */
function mixed(lists: Record<Kind, Shot[]>): Shot[] {
  const rounds = Math.min(...kinds.map((kind) => lists[kind].length));
  return Array.from({ length: rounds }, (_, round) => kinds.map((kind) => lists[kind][round] as Shot)).flat();
}

async function fireBursts(generator: Generator, { port }: Program, url: string, slots: number): Promise<Burst> {
  const deadlocks = await deadlocksOf(url);
  const all: number[] = [];
  let oneWinner = 0;
  const rounds = Math.min(burstRounds, slots);
  for (let round = 0; round < rounds; round++) {
    const { statuses, lasted } = await generator.fire({
      port,
      name: 'burst',
      from: round * clientsOnOneSlot,
      to: (round + 1) * clientsOnOneSlot,
    });
    if (statuses[201] === 1 && statuses[409] === clientsOnOneSlot - 1) oneWinner++;
    all.push(lasted * 1_000);
  }
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), oneWinner, rounds, deadlocks: (await deadlocksOf(url)) - deadlocks };
}

async function deadlocksOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select deadlocks::int from pg_stat_database where datname = current_database()');
  await client.end();
  return rows[0].deadlocks;
}

function figuresOf(samples: Sample[] | undefined, server: ServerName): [ServerName, Figures][] {
  if (!samples) return [];
  const median = (of: (sample: Sample) => number) => {
    const sorted = samples.map(of).toSorted((a, b) => a - b);
    const middle = (sorted.length - 1) / 2;
    return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
  };
  const rates = samples.map(({ requests, lasted }) => requests / lasted);
  const perSecond = median(({ requests, lasted }) => requests / lasted);
  return [
    [
      server,
      {
        perSecond,
        p50: median(({ p50 }) => p50),
        p99: median(({ p99 }) => p99),
        serverUs: median(({ serverUs }) => serverUs),
        databaseUs: median(({ databaseUs }) => databaseUs),
        spread: (Math.max(...rates) - Math.min(...rates)) / perSecond,
        statuses: samples[0]?.statuses ?? {},
      },
    ],
  ];
}
