import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { settablePort } from '#server/testing/ports.ts';
import { haproxy } from '../cluster/haproxy.ts';
import { openCluster } from '../cluster/start.ts';
import { loadMarket, professionalsOf } from './load.ts';
import { cpuOf, startGenerator } from './processes.ts';
import type { BenchRow } from './report.ts';
import { makeShots } from './shots.ts';

/** So many clients that none comes near the cap of pending bookings. */
const scale = 0.2;
const measured = ['services', 'search', 'slots', 'booking'] as const;
const load = { connections: 16, seconds: 3 };
const few = 2;
const rounds = 4;
const goal = 1.1;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * CPU time a request: of two API processes behind the proxy, and of one of them that is asked without it, by as many
 * callers and by so few that it has little more to do than each of the two: then it is woken for each request, too.
 */
export async function benchCluster(progress: (line: string) => void): Promise<BenchRow[]> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-bench-'));
  const env = { LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0', BOOKINGS_PER_HOUR: '0', SEED_DEMO: 'false' };
  const ports = { PORT: String(await settablePort()), MAIL_UI_PORT: String(await settablePort()) };
  const config = readConfig({ ...env, ...ports, DATA_DIR: directory });
  const cluster = await openCluster(config, { workers: 0, envOf: () => env }, progress);
  const generator = startGenerator();
  try {
    await loadMarket(cluster.pair.superuserUrl, professionalsOf(scale), progress);
    const shots = await makeShots(cluster.databaseUrl);
    // They load the market that was written past them.
    for (const member of cluster.members) await member.restart();
    for (const kind of measured) generator.store(kind, shots[kind]);
    const pids = cluster.members.map((member) => member.pid() ?? Number.NaN);
    const targets = [
      { name: 'one', url: cluster.members[0]?.url ?? '', connections: load.connections },
      { name: 'few', url: cluster.members[0]?.url ?? '', connections: few },
      { name: 'two', url: cluster.url, connections: load.connections },
    ];
    const costs = new Map<string, number[]>();
    const proxyCosts: number[] = [];
    let booked = 0;
    for (let round = 0; round <= rounds; round++) {
      for (const kind of measured) {
        for (const { name, url, connections } of targets) {
          const cpu = () => pids.map(cpuOf).reduce((sum, one) => sum + one, 0);
          const before = cpu();
          const proxyBefore = cpuOf(cluster.proxy?.pid() ?? Number.NaN);
          // Every booking has a slot of its own.
          const from = kind === 'booking' ? booked : 0;
          const run = await generator.fire({ ...load, connections, port: Number(new URL(url).port), name: kind, from });
          if (kind === 'booking') booked += run.requests + load.connections;
          const cost = (cpu() - before) / run.requests;
          const wanted = kind === 'booking' ? 201 : 200;
          if (run.statuses[wanted] !== run.requests) throw new Error(`${kind}: ${JSON.stringify(run.statuses)}`);
          progress(
            `${round}/${rounds} ${kind}, ${name}: ${(run.requests / run.lasted).toFixed(0)}/s, ${cost.toFixed(0)} us`,
          );
          // The first round is for the compiler.
          if (round === 0) continue;
          const key = `${kind} ${name}`;
          costs.set(key, [...(costs.get(key) ?? []), cost]);
          if (name === 'two') proxyCosts.push((cpuOf(cluster.proxy?.pid() ?? Number.NaN) - proxyBefore) / run.requests);
        }
      }
    }
    const rows = measured.map((kind): BenchRow => {
      const of = (name: string) => median(costs.get(`${kind} ${name}`) ?? []);
      const [one, lessBusy, two] = [of('one'), of('few'), of('two')];
      return {
        what: `two API processes behind the proxy: ${kind}`,
        ours: `${two.toFixed(0)} us CPU a request`,
        minimal: `one: ${one.toFixed(0)} us, with ${few} callers ${lessBusy.toFixed(0)} us`,
        ratio: (two / one).toFixed(2),
        goal: `at most ${goal}`,
      };
    });
    const proxy = haproxy ? `${median(proxyCosts).toFixed(0)} us CPU a request` : 'haproxy is not installed';
    return [...rows, { what: 'the proxy itself', ours: proxy, minimal: '', ratio: '', goal: '' }];
  } finally {
    await generator.stop();
    await cluster.stop();
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
