import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentWith } from '#server/config.ts';
import { endOf } from '#server/embedded/child-output.ts';
import { settablePort } from '#server/testing/ports.ts';

/** The data directory and the ports of a stack. */
export type Installation = { dataDir: string; port: number; mailUiPort: number; seedDemo: boolean };

export type StackProcess = {
  /** Also the id of the process group. */
  pid: number;
  url: string;
  output(): string;
  /** Waits for a text in the output. Throws when the process ends before. */
  says(text: string): Promise<void>;
  ready(): Promise<void>;
  signalGroup(signal: NodeJS.Signals): void;
  /** Waits for the end. Returns the exit code, or the signal that ended the process. */
  ended(): Promise<number | NodeJS.Signals>;
};

const patienceMs = 90_000;

/** A new installation: empty, or with a copy of the data of `copyOf`, whose stack must be stopped. */
export async function newInstallation({
  seedDemo,
  copyOf,
}: {
  seedDemo: boolean;
  copyOf?: Installation;
}): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'saluni-chaos-'));
  if (copyOf !== undefined) await cp(copyOf.dataDir, dataDir, { recursive: true });
  return { dataDir, port: await settablePort(), mailUiPort: await settablePort(), seedDemo };
}

export async function removeInstallation({ dataDir }: Installation): Promise<void> {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

function environmentOf({ dataDir, port, mailUiPort, seedDemo }: Installation): Record<string, string | undefined> {
  const quiet = {
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
    npm_lifecycle_event: undefined,
    DATABASE_URL: undefined,
    REDIS_URL: undefined,
  };
  return environmentWith({
    ...quiet,
    DATA_DIR: dataDir,
    PORT: String(port),
    MAIL_UI_PORT: String(mailUiPort),
    SEED_DEMO: String(seedDemo),
  });
}

/** Starts the stack in a process group of its own, as a terminal does. `cwd` is another copy of the sources. */
export function startStackProcess(
  installation: Installation,
  [program, ...args]: [string, ...string[]] = [
    process.execPath,
    '--import',
    './scripts/compile-cache.js',
    'scripts/start.ts',
  ],
  { cwd = process.cwd(), env = {} }: { cwd?: string; env?: Record<string, string | undefined> } = {},
): StackProcess {
  const child = spawn(program, args, {
    cwd,
    env: { ...environmentOf(installation), ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${program} does not start`);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const url = `http://127.0.0.1:${installation.port}`;
  async function until(condition: () => Promise<boolean> | boolean, what: string) {
    const giveUpAt = Date.now() + patienceMs;
    while (!(await condition())) {
      if (hasEnded(child) || Date.now() > giveUpAt) throw new Error(`${what} did not happen:\n${output}`);
      await delay(10);
    }
  }
  return {
    pid,
    url,
    output: () => output,
    says: (text) => until(() => output.includes(text), `"${text}"`),
    ready: () =>
      until(
        async () =>
          (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200 && output.includes('is ready'),
        'readiness',
      ),
    signalGroup: (signal) => process.kill(-pid, signal),
    ended: () =>
      new Promise((resolve) => {
        if (hasEnded(child)) return resolve(child.exitCode ?? child.signalCode ?? 1);
        child.once('close', (code, signal) => resolve(code ?? signal ?? 1));
      }),
  };
}

/** Runs a command to its end. */
export function runCommand(
  installation: Installation,
  args: string[],
): Promise<{ code: number | null; output: string }> {
  return endOf(spawn(process.execPath, args, { env: environmentOf(installation), stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** All running processes with the data directory in their command line or environment. */
export function processesOf({ dataDir }: Installation): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => ['cmdline', 'environ'].some((file) => readProc(pid, file).includes(dataDir)))
    .map((pid) => `${pid} ${readProc(pid, 'cmdline').replaceAll('\0', ' ')}`);
}

/** Waits until an installation has no process. Returns the processes that are still there in the end. */
export async function stragglers(installation: Installation, withinMs: number): Promise<string[]> {
  const giveUpAt = Date.now() + withinMs;
  let left = processesOf(installation);
  while (left.length > 0 && Date.now() < giveUpAt) {
    await delay(50);
    left = processesOf(installation);
  }
  return left;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
