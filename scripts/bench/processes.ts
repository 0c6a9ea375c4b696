import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentWith } from '#server/config.ts';
import { settablePort } from '#server/testing/ports.ts';
import packageJson from '../../package.json' with { type: 'json' };

/** Servers have core 0; PostgreSQL and the load generator share core 1, because they take turns anyway. */
export const cores = { server: 0, others: 1 };

/**
 * Pins a process, and what it starts from now on, to a core. Returns false where the system has no `taskset` or only
 * one core.
 */
export function pin(pid: number, core: number): boolean {
  if (availableParallelism() < 2) return false;
  try {
    execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Clock ticks of `/proc` are hundredths of a second on Linux. */
const microsecondsPerTick = 10_000;

/**
 * CPU time of a process and its descendants, the ended ones included, in microseconds; NaN where there is no `/proc`.
 */
export function cpuOf(root: number): number {
  try {
    const known = new Map<number, { parent: number; own: number; ended: number }>();
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const stat = statOf(Number(name));
      if (stat) known.set(Number(name), stat);
    }
    const childrenOf = (pid: number) => [...known].filter(([, { parent }]) => parent === pid).map(([child]) => child);
    const below = (pid: number): number =>
      (known.get(pid)?.own ?? 0) + childrenOf(pid).reduce((sum, child) => sum + below(child), 0);
    return (below(root) + (known.get(root)?.ended ?? 0)) * microsecondsPerTick;
  } catch {
    return Number.NaN;
  }
}

function statOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    return { parent, own: (fields[11] ?? 0) + (fields[12] ?? 0), ended: (fields[13] ?? 0) + (fields[14] ?? 0) };
  } catch {
    return undefined;
  }
}

/** Resident memory of a process in MiB; NaN where there is no `/proc`. */
export function residentOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

export type Server = { url: string; pid: number; readyMs: number; stop(): Promise<void> };

/** The project's folder. */
export const root = join(import.meta.dirname, '../..');
/** Node's options in `npm start`: what stands between `exec node` and the program. */
const optionsOfStart = packageJson.scripts.start.split(' ').slice(2, -1);
const readyWithinMs = 60_000;
/** Services that are not measured, and need not answer. */
const away = {
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'none',
  S3_ACCESS_KEY_ID: 'none',
  S3_SECRET_ACCESS_KEY: 'none',
  SMTP_URL: 'smtp://127.0.0.1:9',
};

/** Starts the API process of the build in a folder, without limits, on the server's core; resolves when it is ready. */
export async function startServer(folder: string, databaseUrl: string): Promise<Server> {
  const begun = performance.now();
  const port = await settablePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...optionsOfStart, 'scripts/serve.ts'], {
    cwd: folder,
    env: environmentWith({
      ...away,
      DATABASE_URL: databaseUrl,
      REDIS_URL: undefined,
      ROLE: 'api',
      PORT: String(port),
      PUBLIC_URL: url,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_MINUTE: '0',
      BOOKINGS_PER_HOUR: '0',
      SEED_DEMO: 'false',
    }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { pid = Number.NaN } = child;
  pin(pid, cores.server);
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() - begun > readyWithinMs)
      throw new Error(`the server of ${folder} is not ready`);
    await delay(10);
  }
  return { url, pid, readyMs: performance.now() - begun, stop: () => ended(child) };
}

/** Without its image store it is not ready, but answers. */
async function answers(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/services/?limit=1`).catch(() => undefined);
  return answer?.status === 200;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}
