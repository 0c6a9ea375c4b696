import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type EmbeddedPostgres, startPostgres } from '#server/embedded/postgres.ts';
import { ensureClientBuilt } from '../client-build.ts';
import { loadMarket, professionalsOf, removeBookings, settleMarket } from './load.ts';
import { cores, cpuOf, pin, residentOf, root, type Server, startServer } from './processes.ts';
import { clientsOnOneSlot, makeWorks, type Shot, type Work } from './requests.ts';
import { median, quantile, type Row } from './rows.ts';

type Options = {
  scale: number;
  connections: number;
  seconds: number;
  rounds: number;
  only?: readonly string[];
  /** Stores the loaded database in this folder for the next run. */
  data?: string;
  /** The folder of another build, which `npm run build` has built. */
  beside?: string;
};
/** Milliseconds, and CPU microseconds a request of server and database. */
type Figures = { perSecond: number; p50: number; p99: number; serverUs: number; databaseUs: number };

/**
 * Measures this build on a large market, in turns with the build before and with the plain statements on as many
 * connections, so that all meet the same moments of a shared machine.
 */
export async function benchRequests(options: Options, progress: (line: string) => void): Promise<Row[]> {
  const { scale, connections, seconds, rounds, only, beside } = options;
  const directory = options.data ? resolve(options.data) : await mkdtemp(join(tmpdir(), 'saluni-bench-'));
  await ensureClientBuilt(progress, new AbortController().signal);
  const postgres = await startPostgres({ directory, log: progress });
  const pool = new pg.Pool({ connectionString: postgres.superuserUrl, max: connections });
  // The last connections may end with PostgreSQL itself.
  pool.on('error', () => undefined);
  const builds: Record<string, Server> = {};
  try {
    const { rows: own } = await pool.query("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid");
    const postmaster: number = own[0].pid;
    if (!pin(postmaster, cores.others) || !pin(process.pid, cores.others))
      progress('Not pinned: this system has no taskset, or one core.');
    await prepare(postgres, directory, scale, progress);
    const { works, bursts } = await makeWorks(postgres.url);
    const asked = Object.entries(works).filter(([name]) => !only || only.includes(name));
    // Once before, so that what Node compiles is cached: memory and start are those of a second start.
    await (await startServer(root, postgres.url)).stop();
    const ours = await startServer(root, postgres.url);
    builds.now = ours;
    const rows: Row[] = [
      { what: 'API process, ready after', now: `${ours.readyMs.toFixed(0)} ms`, goal: 'under 15 s at --scale 10' },
      { what: 'API process, started', now: `${residentOf(ours.pid).toFixed(0)} MiB` },
    ];
    if (beside !== undefined) builds.before = await startServer(resolve(beside), postgres.url);
    const samples = new Map<string, Figures[]>();
    for (let round = 1; round <= rounds; round++) {
      for (const [name, work] of asked) {
        for (const [turn, place] of [...Object.keys(builds), 'plain'].entries()) {
          const server = builds[place];
          if (!server && !work.plain) continue;
          const before = { server: server ? cpuOf(server.pid) : 0, database: cpuOf(postmaster) };
          // Bookings have slots of their own on each place, and are all removed after each.
          const run = server
            ? await fire(server.url, work, connections, seconds, progress)
            : await ask(pool, work, connections, seconds);
          const figures = {
            ...run,
            serverUs: server ? (cpuOf(server.pid) - before.server) / run.requests : 0,
            databaseUs: (cpuOf(postmaster) - before.database) / run.requests,
          };
          const key = `${name} ${place}`;
          samples.set(key, [...(samples.get(key) ?? []), figures]);
          progress(`${round}/${rounds} ${turn === 0 ? '' : '  '}${key}: ${told(figures)}`);
          if (name === 'booking') await removeBookings(postgres.superuserUrl, { tidy: true });
        }
      }
    }
    const of = (name: string, place: string) => {
      const all = samples.get(`${name} ${place}`);
      return all && medians(all);
    };
    for (const [name, { what, goal }] of asked) {
      const [now, before, plain] = ['now', 'before', 'plain'].map((place) => of(name, place));
      if (now)
        rows.push({ what, now: told(now), ...ratio('before', now, before), ...ratio('plain', now, plain), goal });
    }
    if (!only || only.includes('burst')) {
      for (const [place, server] of Object.entries(builds)) {
        const fired = await fireBursts(server.url, bursts);
        rows.push({ what: `${clientsOnOneSlot} clients on one slot`, [place]: fired, goal: 'one winner each' });
        await removeBookings(postgres.superuserUrl, { tidy: true });
      }
    }
    rows.push({
      what: 'API process, after the load',
      now: `${residentOf(ours.pid).toFixed(0)} MiB`,
      goal: 'under 400',
    });
    return rows;
  } finally {
    for (const server of Object.values(builds)) await server.stop();
    await pool.end();
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
    const client = new pg.Client(postgres.url);
    await client.connect();
    await client.query(
      "update sessions set last_seen_at = clock_now(), expires_at = least(ends_at, clock_now() + interval '9 days')",
    );
    await client.end();
  } else {
    await loadMarket(postgres.superuserUrl, professionalsOf(scale), progress);
    await writeFile(marker, String(scale));
  }
  await settleMarket(postgres);
}

/** Each connection sends its own part of the requests. */
async function fire(
  url: string,
  { what, status, shots }: Work,
  connections: number,
  duration: number,
  progress: (line: string) => void,
) {
  let client = 0;
  const share = Math.ceil(shots.length / connections);
  const result = await autocannon({
    url,
    connections,
    duration,
    setupClient(one) {
      const from = share * client++;
      one.setRequests(Array.from({ length: share }, (_, index) => shots[(from + index) % shots.length] as Shot));
    },
  });
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(([code, { count }]) => [code, count] as const);
  if (result.errors > 0 || statuses.some(([code]) => Number(code) !== status))
    progress(`${what} was answered ${JSON.stringify(Object.fromEntries(statuses))}, ${result.errors} errors`);
  const { p50, p99 } = result.latency;
  return { requests: result.requests.total, perSecond: result.requests.total / result.duration, p50, p99 };
}

/** The plain statement, on as many connections; prepared once on each. */
async function ask(pool: pg.Pool, { what, plain }: Work, connections: number, seconds: number) {
  const { text, values } = plain ?? { text: '', values: [] };
  const times: number[] = [];
  let next = 0;
  const begun = performance.now();
  const until = begun + seconds * 1_000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = await pool.connect();
      for (let now = performance.now(); now < until; now = performance.now()) {
        await client.query({ name: what, text, values: values[next++ % values.length] ?? [] });
        times.push(performance.now() - now);
      }
      client.release();
    }),
  );
  const perSecond = (times.length / (performance.now() - begun)) * 1_000;
  return { requests: times.length, perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** All clients of a slot at once, slot after slot. */
async function fireBursts(url: string, bursts: Shot[][]): Promise<string> {
  const times: number[] = [];
  let oneWinner = 0;
  for (const burst of bursts) {
    let client = 0;
    const { statusCodeStats, latency } = await autocannon({
      url,
      connections: burst.length,
      amount: burst.length,
      setupClient: (one) => one.setRequests([burst[client++] as Shot]),
    });
    if (statusCodeStats?.['201']?.count === 1 && statusCodeStats?.['409']?.count === burst.length - 1) oneWinner++;
    times.push(latency.max);
  }
  return `all answered within p50 ${quantile(times, 0.5)} p99 ${quantile(times, 0.99)} ms, ${oneWinner} of ${bursts.length} with one winner`;
}

function medians(all: Figures[]): Figures {
  const of = (name: keyof Figures) => median(all.map((one) => one[name]));
  const [perSecond, p50, p99] = [of('perSecond'), of('p50'), of('p99')];
  return { perSecond, p50, p99, serverUs: of('serverUs'), databaseUs: of('databaseUs') };
}

function told({ perSecond, p50, p99, serverUs, databaseUs }: Figures): string {
  return (
    `${perSecond.toFixed(0)}/s p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms, ` +
    `CPU ${serverUs.toFixed(0)}+${databaseUs.toFixed(0)} us`
  );
}

function ratio(place: 'before' | 'plain', now: Figures, other: Figures | undefined): Partial<Row> {
  return other ? { [place]: `${(now.perSecond / other.perSecond).toFixed(2)} of ${other.perSecond.toFixed(0)}/s` } : {};
}
