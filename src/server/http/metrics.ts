import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { hasStandby } from '#server/db/standby.ts';
import { namedStatements } from '#server/db/statement.ts';
import type { Deps, Meter } from '#server/deps.ts';
import { countDeposits } from '#server/features/bookings/deposits/queries.ts';
import { pendingRequests } from '#server/features/bookings/reschedules/queries.ts';
import { countList } from '#server/features/cancellation-list/queries.ts';
import { overdueMails } from '#server/features/threads/queries.ts';
import { backlog } from '#server/outbox/queries.ts';

/** The counters, and all metrics in Prometheus' text format. */
export type Metrics = Meter & { text(): Promise<string>; contentType: string };

/** Upper bounds of the histogram, seconds; they include the response times that the product promises. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 0.5, 1, 2.5, 5, 10];
const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function createMetrics({
  config,
  db,
  pool,
  sockets,
  log,
}: Pick<Deps, 'config' | 'db' | 'pool' | 'sockets' | 'log'>): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  measureConnections(registers, pool);
  measureSockets(registers, sockets);
  if (config.databaseStandby) measureStandby(registers, db);
  const counted = counters(registers);
  const jobEnded = lastJobOf(registers);
  const measureBacklog = backlogOf(registers, db, log);
  return {
    ...counted,
    jobEnded,
    contentType: register.contentType,
    async text() {
      await measureBacklog();
      return register.metrics();
    },
  };
}

/** What is counted as it happens. */
function counters(registers: Registry[]): Omit<Meter, 'jobEnded'> {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answered requests by route template.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const failures = new Counter({
    name: 'login_failures_total',
    help: 'Logins refused for a wrong e-mail or password.',
    registers,
  });
  const messages = new Counter({ name: 'messages_sent_total', help: 'Messages that people sent.', registers });
  const pushes = new Counter({
    name: 'push_attempts_total',
    help: 'Attempts to push, by what became of them.',
    labelNames: ['outcome'],
    registers,
  });
  return {
    answered({ method, route, status, seconds }) {
      requests.observe({ method: known.has(method) ? method : 'other', route, status }, seconds);
    },
    loginFailed: () => failures.inc(),
    messageSent: () => messages.inc(),
    pushed: (outcome) => pushes.inc({ outcome }),
  };
}

function measureConnections(registers: Registry[], pool: Deps['pool']): void {
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of the database pool.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  new Gauge({
    name: 'db_pool_waiting',
    help: 'Callers that wait for a connection.',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
  new Gauge({
    name: 'db_statements',
    help: 'Statements with a fixed text: sent by name, or without one because the names have no more room.',
    labelNames: ['state'],
    registers,
    collect() {
      const { named, unnamed } = namedStatements();
      this.set({ state: 'named' }, named);
      this.set({ state: 'unnamed' }, unnamed);
    },
  });
}

function measureSockets(registers: Registry[], sockets: Deps['sockets']): void {
  new Gauge({
    name: 'websocket_connections',
    help: 'Open sockets of browsers.',
    registers,
    collect() {
      this.set(sockets.count());
    },
  });
  new Counter({
    name: 'websocket_messages_total',
    help: 'Notifications sent to browsers.',
    registers,
    collect() {
      this.reset();
      this.inc(sockets.counts().sent);
    },
  });
  new Counter({
    name: 'websocket_closes_total',
    help: 'Sockets that ended, by why.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(sockets.counts().closed)) this.inc({ reason }, count);
    },
  });
}

/** Returns what is to be called when a job of the queue ended. */
function lastJobOf(registers: Registry[]): () => void {
  let lastJob: number | undefined;
  new Gauge({
    name: 'worker_last_job_age',
    help: 'Seconds since a job of the queue ended in this worker; a heartbeat job comes every 30 seconds.',
    registers,
    collect() {
      this.reset();
      if (lastJob !== undefined) this.set((performance.now() - lastJob) / 1_000);
    },
  });
  return () => {
    lastJob = performance.now();
  };
}

function measureStandby(registers: Registry[], db: Deps['db']): void {
  new Gauge({
    name: 'database_standby',
    help: 'Whether commits wait for a standby.',
    registers,
    async collect() {
      this.reset();
      const has = await hasStandby(db).catch(() => undefined);
      if (has !== undefined) this.set(has ? 1 : 0);
    },
  });
}

/** Returns what measures it: while the database is away, only `database_up` is reported. */
function backlogOf(registers: Registry[], db: Deps['db'], log: Logger): () => Promise<void> {
  const databaseUp = new Gauge({ name: 'database_up', help: 'Whether the database answers.', registers });
  const ofTable = { labelNames: ['table'], registers };
  const oldest = new Gauge({
    name: 'outbox_oldest_seconds',
    help: 'Age of the oldest row that is neither done nor given up.',
    ...ofTable,
  });
  const open = new Gauge({ name: 'outbox_open', help: 'Rows that are neither done nor given up.', ...ofTable });
  const dead = new Gauge({ name: 'outbox_dead', help: 'Rows that were given up.', ...ofTable });

  const asked = new Gauge({ name: 'reschedules_pending', help: 'Requests for another time that wait.', registers });
  const overdue = new Gauge({
    name: 'reschedules_overdue_seconds',
    help: 'For how long a request has been held beyond its expiry, at most.',
    registers,
  });

  const unmailed = new Gauge({
    name: 'message_mails_due',
    help: 'Mails about unread messages that are due.',
    registers,
  });
  const oldestUnmailed = new Gauge({
    name: 'message_mails_overdue_seconds',
    help: 'For how long a mail about unread messages has been due, at most.',
    registers,
  });
  const deposits = new Gauge({
    name: 'deposits_open',
    help: 'Deposits that are due, that are said to be paid, and refunds that are overdue.',
    labelNames: ['state'],
    registers,
  });

  const list = {
    waiting: new Gauge({ name: 'cancellation_list_waiting', help: 'Entries that wait or are paused.', registers }),
    offered: new Gauge({ name: 'openings_offered', help: 'Offers that are open.', registers }),
    filled: new Gauge({ name: 'openings_filled', help: 'Times filled from the list within 24 hours.', registers }),
    minutes: new Gauge({
      name: 'openings_minutes_to_fill',
      help: 'Minutes from freed to filled, of those.',
      registers,
    }),
  };

  return async () => {
    const all = [oldest, open, dead, asked, overdue, unmailed, oldestUnmailed, deposits, ...Object.values(list)];
    for (const gauge of all) gauge.reset();
    try {
      for (const row of await backlog(db)) {
        oldest.set({ table: row.table }, row.oldest_seconds);
        open.set({ table: row.table }, row.open);
        dead.set({ table: row.table }, row.dead);
      }
      const requests = await pendingRequests(db);
      const mails = await overdueMails(db);
      unmailed.set(mails.count);
      oldestUnmailed.set(mails.overdue_seconds);
      asked.set(requests.count);
      overdue.set(requests.overdue_seconds);
      for (const [state, count] of Object.entries(await countDeposits(db))) deposits.set({ state }, count);
      const counts = await countList(db);
      for (const name of ['waiting', 'offered', 'filled', 'minutes'] as const) list[name].set(counts[name]);
      databaseUp.set(1);
    } catch (error) {
      log.warn({ err: error }, 'failed to measure the backlog: the database does not answer');
      databaseUp.set(0);
    }
  };
}
