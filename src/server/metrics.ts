import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from './db/connect.ts';
import type { Meter } from './deps.ts';
import { portError } from './embedded/ports.ts';
import { backlog } from './outbox/queries.ts';

/** Counts, and tells everything in Prometheus' text format. */
export type Metrics = Meter & { text(): Promise<string> };

/** Upper bounds of the histogram, seconds; the promises of the product lie among them. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 0.5, 1, 2.5, 5, 10];
/** How often the event loop is looked at, milliseconds: the histogram holds the interval itself as well. */
const loopInterval = 10;
const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type Series = { counts: number[]; sum: number; count: number };

export function createMetrics({ db, pool, log }: { db: Database; pool: pg.Pool; log: Logger }): Metrics {
  const requests = new Map<string, Series>();
  let failedLogins = 0;
  const loop = monitorEventLoopDelay({ resolution: loopInterval });
  loop.enable();

  function answered({ method, route, status, seconds }: Parameters<Meter['answered']>[0]): void {
    const labels = `method="${known.has(method) ? method : 'other'}",route="${escaped(route)}",status="${status}"`;
    const series = requests.get(labels) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 };
    requests.set(labels, series);
    series.counts = series.counts.map((count, i) => (seconds <= (bounds[i] ?? 0) ? count + 1 : count));
    series.sum += seconds;
    series.count++;
  }

  function requestLines(): string[] {
    const name = 'http_request_duration_seconds';
    return [...requests].flatMap(([labels, { counts, sum, count }]) => [
      ...bounds.map((bound, i) => `${name}_bucket{${labels},le="${bound}"} ${counts[i]}`),
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${sum}`,
      `${name}_count{${labels}} ${count}`,
    ]);
  }

  /** Since the last look. */
  function loopLines(): string[] {
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - loopInterval / 1e3) || 0;
    const lines = [0.5, 0.99].map(
      (quantile) => `nodejs_eventloop_delay_seconds{quantile="${quantile}"} ${seconds(loop.percentile(quantile * 100))}`,
    );
    lines.push(`nodejs_eventloop_delay_seconds{quantile="1"} ${seconds(loop.max)}`);
    loop.reset();
    return lines;
  }

  /** Without the database its own state is all that can be said of it. */
  async function backlogLines(): Promise<string[]> {
    try {
      const rows = await backlog(db);
      return [
        ...block('database_up', 'gauge', 'Whether the database answers.', ['database_up 1']),
        ...block(
          'outbox_oldest_seconds',
          'gauge',
          'Age of the oldest row that is neither done nor given up.',
          rows.map(({ table, oldest_seconds }) => `outbox_oldest_seconds{table="${table}"} ${oldest_seconds}`),
        ),
        ...block(
          'outbox_open',
          'gauge',
          'Rows that are neither done nor given up.',
          rows.map(({ table, open }) => `outbox_open{table="${table}"} ${open}`),
        ),
        ...block(
          'outbox_dead',
          'gauge',
          'Rows that were given up.',
          rows.map(({ table, dead }) => `outbox_dead{table="${table}"} ${dead}`),
        ),
      ];
    } catch (error) {
      log.warn({ err: error }, 'the backlog could not be measured');
      return block('database_up', 'gauge', 'Whether the database answers.', ['database_up 0']);
    }
  }

  async function text(): Promise<string> {
    const inUse = pool.totalCount - pool.idleCount;
    const lines = [
      ...block('http_request_duration_seconds', 'histogram', 'Answered requests by route template.', requestLines()),
      ...block('login_failures_total', 'counter', 'Logins refused for a wrong e-mail or password.', [
        `login_failures_total ${failedLogins}`,
      ]),
      ...block('db_pool_connections', 'gauge', 'Connections of the database pool.', [
        `db_pool_connections{state="in_use"} ${inUse}`,
        `db_pool_connections{state="idle"} ${pool.idleCount}`,
      ]),
      ...block('db_pool_waiting', 'gauge', 'Callers that wait for a connection.', [`db_pool_waiting ${pool.waitingCount}`]),
      ...block('nodejs_eventloop_delay_seconds', 'gauge', 'How late the event loop was since the last look.', loopLines()),
      ...block('process_resident_memory_bytes', 'gauge', 'Resident memory.', [
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      ]),
      ...(await backlogLines()),
    ];
    return `${lines.join('\n')}\n`;
  }

  return { answered, loginFailed: () => void failedLogins++, text };
}

function block(name: string, type: 'counter' | 'gauge' | 'histogram', help: string, lines: string[]): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

function escaped(value: string): string {
  return value.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`));
}

/** Serves `/metrics` on a port of its own, which no visitor reaches. Throws a StartError that names METRICS_PORT when it cannot listen. */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<{ close(): Promise<void> }> {
  const server = createServer(async ({ method, url }, answer) => {
    const asked = url?.split('?')[0] === '/metrics';
    if (!asked || (method !== 'GET' && method !== 'HEAD'))
      return void answer.writeHead(asked ? 405 : 404, asked ? { allow: 'GET, HEAD' } : {}).end();
    const text = await metrics.text();
    answer.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portError('METRICS_PORT', port, host, error)));
    server.listen(port, host, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
