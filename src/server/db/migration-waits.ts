import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

export type Progress = (line: string) => void;

/** The key under which Kysely's migrator locks, so that a process of an older build counts as a runner, too. */
const runnerLock = '3853314791062309107';
/** How often a runner that waits for another one looks again, milliseconds. */
const lookAgain = 200;
/** When a wait is reported for the first time, and how often from then on, milliseconds. */
const firstReport = 1_000;
const everyReport = 5_000;
/** Locks that others hold end a try with these codes: lock timeout, deadlock. */
const lockTroubles = new Set(['55P03', '40P01']);
/**
 * Pauses between tries grow up to this, milliseconds; in them others get the lock that a waiting statement keeps from
 * them.
 */
const longestPause = 5_000;
/** After so long without a lock the migration fails, milliseconds. */
const timeout = 15 * 60_000;

/**
 * Waits until this session is the only runner. It asks again and again, because a waiting statement would hold up
 * `create index concurrently`.
 */
export async function takeTurn(client: pg.ClientBase, progress: Progress): Promise<void> {
  let nextReport = Date.now() + firstReport;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${runnerLock}) as taken`);
    if (rows[0]?.taken) return;
    if (Date.now() >= nextReport) {
      nextReport = Date.now() + everyReport;
      const { rows: holders } = await client.query<Session>(
        `select ${sessionColumns} from pg_locks join pg_stat_activity a using (pid)
         where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = ${runnerLock}
           and pg_locks.database = a.datid`,
      );
      progress(`another process migrates: waiting for ${holders.map(described).join(', ') || 'it'}`);
    }
    await delay(lookAgain);
  }
}

/** Runs work again while it fails because others hold a lock, with growing pauses. */
export async function withLockRetries(name: string, progress: Progress, work: () => Promise<void>): Promise<void> {
  const giveUpAt = Date.now() + timeout;
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!lockTroubles.has(String((error as { code?: unknown }).code)) || Date.now() > giveUpAt) throw error;
      const pause = Math.min(longestPause, 250 * 2 ** tries) * (0.75 + Math.random() / 2);
      progress(`${name}: failed to get a lock, trying again in ${Math.round(pause)} ms (try ${tries})`);
      await delay(pause);
    }
  }
}

/**
 * Runs work on `client` and says meanwhile what it waits for and who holds that, or that it still runs; it asks over
 * another connection.
 */
export async function reporting<T>(
  pool: pg.Pool,
  client: pg.ClientBase,
  name: string,
  progress: Progress,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const begun = Date.now();
  const ended = new AbortController();
  async function watch(pid: number): Promise<void> {
    for (let pause = firstReport / 2; ; pause = everyReport) {
      await delay(pause, undefined, { signal: ended.signal });
      const wait = await waitOf(pool, pid);
      if (ended.signal.aborted) return;
      const seconds = Math.round((Date.now() - begun) / 1000);
      if (wait) progress(`${name}: waits for ${wait}`);
      else if (pause === everyReport) progress(`${name}: still runs after ${seconds} s`);
    }
  }
  // A report that fails is no reason to fail the migration.
  const watching = watch(rows[0]?.pid ?? 0).catch(() => {});
  try {
    return await work();
  } finally {
    ended.abort();
    await watching;
  }
}

type Session = { pid: number; application: string | null; state: string | null; seconds: number | null };

const sessionColumns =
  'a.pid, a.application_name as application, a.state, extract(epoch from clock_timestamp() - ' +
  'a.xact_start)::int as seconds';

function described({ pid, application, state, seconds }: Session): string {
  const details = [application, state, seconds === null ? undefined : `transaction of ${seconds} s`].filter(Boolean);
  return `process ${pid}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

/** The lock that a session waits for, with its holders; undefined when it does not wait. */
async function waitOf(pool: pg.Pool, pid: number): Promise<string | undefined> {
  const { rows } = await pool.query<Session & { lock: string }>(
    `select ${sessionColumns}, (
       select concat_ws(' on ', mode, coalesce(relation::regclass::text, locktype))
       from pg_locks where pid = $1 and not granted limit 1) as lock
     from unnest(pg_blocking_pids($1)) as holder (pid) join pg_stat_activity a using (pid)`,
    [pid],
  );
  return rows.length === 0 ? undefined : `${rows[0]?.lock ?? 'a lock'}, held by ${rows.map(described).join(', ')}`;
}
