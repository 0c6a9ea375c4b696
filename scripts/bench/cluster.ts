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
/** Requests a second for each process, which leave it idle more than half of the time. */
const rates = { services: 200, search: 200, slots: 200, booking: 100 };
const callers = 16;
const seconds = 2;
const rounds = 5;
const goal = 1.1;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * CPU time a request of two API processes behind the proxy, beside each of them that is asked alone and without it, with
 * as many requests a second for each process: the busier one is, the less it takes for each. What one takes that is
 * asked for all that the two are is told, too.
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
    const everyProcess = cluster.members.map((member) => member.pid() ?? Number.NaN);
    const proxyProcess = cluster.proxy?.pid() ?? Number.NaN;
    const alone = cluster.members.map(({ url }, index) => ({
      url: url ?? '',
      pids: everyProcess.slice(index, index + 1),
    }));
    const both = { url: cluster.url, pids: everyProcess };
    let booked = 0;
    async function cpuOfLoad(kind: (typeof measured)[number], { url, pids }: typeof both, rate?: number) {
      const cpu = () => pids.map(cpuOf).reduce((sum, one) => sum + one, 0);
      const [before, proxyBefore] = [cpu(), cpuOf(proxyProcess)];
      const connections = callers * pids.length;
      // Every booking has a slot of its own.
      const from = kind === 'booking' ? booked : 0;
      const pace = rate === undefined ? {} : { rate };
      const port = Number(new URL(url).port);
      const { requests, statuses } = await generator.fire({ port, name: kind, from, connections, seconds, ...pace });
      if (kind === 'booking') booked += requests + connections;
      if (statuses[kind === 'booking' ? 201 : 200] !== requests)
        throw new Error(`${kind}: ${JSON.stringify(statuses)}`);
      return { requests, cpu: cpu() - before, proxyCpu: cpuOf(proxyProcess) - proxyBefore };
    }

    // For the compiler, as much in each process.
    for (const kind of measured) for (const one of alone) await cpuOfLoad(kind, one);
    const costs = new Map<string, number[]>();
    const keep = (key: string, cost: number) => costs.set(key, [...(costs.get(key) ?? []), cost]);
    for (let round = 1; round <= rounds; round++) {
      for (const kind of measured) {
        const one = [];
        for (const process of alone) one.push(await cpuOfLoad(kind, process, rates[kind]));
        const two = await cpuOfLoad(kind, both, rates[kind] * everyProcess.length);
        const all = await cpuOfLoad(kind, alone[round % alone.length] ?? both, rates[kind] * everyProcess.length);
        const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
        keep(`${kind} one`, sum(one.map(({ cpu }) => cpu)) / sum(one.map(({ requests }) => requests)));
        keep(`${kind} two`, two.cpu / two.requests);
        keep(`${kind} all`, all.cpu / all.requests);
        keep('proxy', two.proxyCpu / two.requests);
        const last = ['one', 'two', 'all'].map(
          (name) => `${name} ${costs.get(`${kind} ${name}`)?.at(-1)?.toFixed(0)} us`,
        );
        progress(`${round}/${rounds} ${kind}: ${last.join(', ')}`);
      }
    }
    const rows = measured.map((kind): BenchRow => {
      const of = (name: string) => median(costs.get(`${kind} ${name}`) ?? []);
      const [one, two, all] = [of('one'), of('two'), of('all')];
      return {
        what: `two API processes behind the proxy, ${rates[kind]} a second for each: ${kind}`,
        ours: `${two.toFixed(0)} us CPU a request`,
        minimal: `one: ${one.toFixed(0)} us, asked for all ${all.toFixed(0)} us`,
        ratio: (two / one).toFixed(2),
        goal: `at most ${goal}`,
      };
    });
    const proxy = haproxy
      ? `${median(costs.get('proxy') ?? []).toFixed(0)} us CPU a request`
      : 'haproxy is not installed';
    return [...rows, { what: 'the proxy itself', ours: proxy, minimal: '', ratio: '', goal: '' }];
  } finally {
    await generator.stop();
    await cluster.stop();
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
