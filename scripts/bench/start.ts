import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentWith } from '#server/config.ts';
import { settablePort } from '#server/testing/ports.ts';
import { cpuOf, root } from './processes.ts';
import { median, type Row } from './rows.ts';

const rounds = 3;
const goalMs = 3_000;
const readyWithinMs = 180_000;

/**
 * How long `npm start` takes until `/readyz` answers 200, npm itself included: with the demo, on all cores, from the
 * second start on, when the client is built and the data migrated.
 */
export async function benchStart(progress: (line: string) => void): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'saluni-bench-'));
  const ports = { PORT: String(await settablePort()), MAIL_UI_PORT: String(await settablePort()) };
  const services = { DATABASE_URL: undefined, REDIS_URL: undefined, SMTP_URL: undefined, S3_ENDPOINT: undefined };
  const env = environmentWith({
    ...ports,
    ...services,
    DATA_DIR: dataDir,
    SEED_DEMO: 'true',
    npm_lifecycle_event: undefined,
    npm_config_loglevel: 'error',
  });
  try {
    await startOnce(env, progress);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await startOnce(env, progress));
    return [
      { what: 'second npm start, ready after', now: `${median(times).toFixed(0)} ms`, goal: `under ${goalMs} ms` },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Starts the stack, and stops it when it is ready. Returns how long that took, milliseconds. */
async function startOnce(env: Record<string, string | undefined>, progress: (line: string) => void): Promise<number> {
  const begun = performance.now();
  const child = spawn('npm', ['start'], { cwd: root, env, detached: true, stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    while (!(await isReady(Number(env.PORT)))) {
      if (child.exitCode !== null || performance.now() - begun > readyWithinMs)
        throw new Error('npm start is not ready');
      await delay(10);
    }
    const time = performance.now() - begun;
    // On a busy machine this tells more: CPU time of npm and all that it started.
    const cpu = child.pid === undefined ? Number.NaN : cpuOf(child.pid) / 1_000;
    progress(`npm start: ready after ${time.toFixed(0)} ms, of CPU ${cpu.toFixed(0)} ms`);
    return time;
  } finally {
    // To all, as a terminal does.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    await exited;
  }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}
