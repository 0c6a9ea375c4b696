import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/embedded/postgres.ts';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { builtClient, builtServer, ensureClientBuilt } from '../client-build.ts';
import { loadMarket, professionalsOf, settleMarket } from './load.ts';
import { cores, cpuOf, type Program, startProgram } from './processes.ts';
import type { BenchRow } from './report.ts';

/** Pages of a batch, whose CPU time is told together, as the system counts hundredths of a second. */
const batch = { rendered: 20, cached: 200 };
const batches = 10;
/** Uncached pages a second beside bookings, and for how long, milliseconds. */
const beside = { pages: 20, pause: 50, for: 10_000 };
const goals = { renderedMs: 10, cachedMs: 1, longerMs: 30 };

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const p99 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * 0.99))] ?? Number.NaN;

/** What rendered public pages cost with 10,000 services, and how much longer bookings take beside them. */
export async function benchPages(progress: (line: string) => void): Promise<BenchRow[]> {
  await ensureClientBuilt(progress, new AbortController().signal);
  const directory = await mkdtemp(join(tmpdir(), 'saluni-bench-'));
  const postgres = await startPostgres({ directory });
  let program: Program | undefined;
  const pool = new pg.Pool({ connectionString: postgres.superuserUrl, max: 1 });
  try {
    await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
    await loadMarket(postgres.superuserUrl, professionalsOf(1), () => {}, { bookings: false });
    await settleMarket(postgres);
    const env = { LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0', BOOKINGS_PER_HOUR: '0', SEED_DEMO: 'false' };
    const web = { root: builtClient, serverRoot: builtServer };
    program = await startProgram('our-server.ts', { databaseUrl: postgres.url, web }, env, cores.server);
    const { pid, port } = program;
    const site = `http://127.0.0.1:${port}`;
    const { rows: services } = await pool.query<{ id: string; professional: string }>(
      `select id, professional_id as professional from services
       where is_active and professional_is_visible and service_duration_minutes = 30 order by id`,
    );
    const { rows: days } = await pool.query<{ start: Date }>(
      `select start_time as start from availability where professional_id = $1 and start_time > now() + interval '3 days'
       order by start_time limit 20`,
      [services[0]?.professional],
    );
    let page = 0;
    let place = 0;
    const uncached = () => open(`${site}/service-details/${services[page++ % services.length]?.id}`);

    async function cpuOfBatches(count: number, ask: () => Promise<void>): Promise<number> {
      for (let warm = 0; warm < count; warm++) await ask();
      const costs: number[] = [];
      for (let turn = 0; turn < batches; turn++) {
        const before = cpuOf(pid);
        for (let one = 0; one < count; one++) await ask();
        costs.push((cpuOf(pid) - before) / count / 1_000);
      }
      return median(costs);
    }
    const rendered = await cpuOfBatches(batch.rendered, uncached);
    const cached = await cpuOfBatches(batch.cached, () => open(`${site}/browse-services`));

    async function bookings(): Promise<number[]> {
      const times: number[] = [];
      for (const until = performance.now() + beside.for; performance.now() < until; await delay(beside.pause)) {
        const turn = place++;
        const service = services[turn % services.length];
        const day = days[Math.floor(turn / services.length)]?.start.getTime() ?? Number.NaN;
        const body = {
          professional_id: service?.professional,
          service_ids: [service?.id],
          start_time: new Date(day + 2 * HOUR + 30 * MINUTE).toISOString(),
        };
        const begun = performance.now();
        const answer = await fetch(`${site}/bookings/`, {
          method: 'POST',
          headers: {
            authorization: `Bearer bench-token-${professionalsOf(1) + turn + 1}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
        });
        if (answer.status !== 201) throw new Error(`a booking was answered ${answer.status}: ${await answer.text()}`);
        await answer.arrayBuffer();
        times.push(performance.now() - begun);
      }
      return times;
    }
    await bookings();
    const alone = p99(await bookings());
    const asking = setInterval(() => void uncached().catch(() => undefined), 1_000 / beside.pages);
    const besides = p99(await bookings());
    clearInterval(asking);

    const row = (what: string, ours: string, goal: string): BenchRow => ({ what, ours, minimal: '', ratio: '', goal });
    return [
      row('rendered page, server CPU', `${rendered.toFixed(1)} ms`, `under ${goals.renderedMs} ms`),
      row('page from the cache, server CPU', `${cached.toFixed(2)} ms`, `under ${goals.cachedMs} ms`),
      row(
        `bookings' p99 beside ${beside.pages} uncached pages a second`,
        `${besides.toFixed(0)} ms (${alone.toFixed(0)} alone)`,
        `at most ${goals.longerMs} ms longer`,
      ),
    ];
  } finally {
    await program?.stop();
    await pool.end();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function open(address: string): Promise<void> {
  const answer = await fetch(address, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  if (answer.status !== 200 || !html.includes('id="page-data"'))
    throw new Error(`${address} was answered ${answer.status}, and not rendered`);
}
