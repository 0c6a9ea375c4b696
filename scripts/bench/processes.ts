import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { environmentWith } from '#server/config.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Load, Measured, Stored } from './load-generator.ts';
import type { Shot } from './shots.ts';

/** Servers have core 0; PostgreSQL and the load generator share core 1, because they take turns anyway. */
export const cores = { server: 0, database: 1, load: 1 };

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

export type Program = {
  pid: number;
  port: number;
  readyMs: number;
  ask<T>(message: string): Promise<T>;
  stop(): Promise<void>;
};

/** The project's folder. */
export const root = join(import.meta.dirname, '../..');
/** Node's options in `npm start`: what stands between `exec node` and the program. */
const optionsOfStart = packageJson.scripts.start.split(' ').slice(2, -1);

/**
 * Starts a program of this folder, as `npm start` does, which sends `{ port }` when it listens; on a core or, without
 * one, on all.
 */
export async function startProgram(
  file: string,
  message: object,
  env: Record<string, string>,
  core?: number,
): Promise<Program> {
  const begun = performance.now();
  const child = fork(join(import.meta.dirname, file), {
    env: environmentWith(env),
    cwd: root,
    execArgv: optionsOfStart,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  if (child.pid === undefined) throw new Error(`${file} did not start`);
  if (core !== undefined) pin(child.pid, core);
  child.send(message);
  const { port } = await answerOf<{ port: number }>(child, file);
  const readyMs = performance.now() - begun;
  const ask = <T>(question: string) => {
    child.send(question);
    return answerOf<T>(child, file);
  };
  return { pid: child.pid, port, readyMs, ask, stop: () => ended(child) };
}

export type Generator = {
  store(name: string, shots: Shot[]): void;
  fire(load: Load): Promise<Measured>;
  stop(): Promise<void>;
};

export function startGenerator(): Generator {
  const child = fork(join(import.meta.dirname, 'load-generator.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  if (child.pid !== undefined) pin(child.pid, cores.load);
  return {
    store: (name, shots) => void child.send({ store: name, shots } satisfies Stored),
    fire(load) {
      child.send(load);
      return answerOf<Measured>(child, 'load-generator.ts');
    },
    stop: () => ended(child),
  };
}

function answerOf<T>(child: ChildProcess, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${name} ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (answer) => {
      child.off('exit', onExit);
      resolve(answer as T);
    });
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}
