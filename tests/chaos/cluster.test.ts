import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { environmentWith } from '#server/config.ts';
import { readPidFile } from '#server/embedded/postgres-orphan.ts';
import { settablePort } from '#server/testing/ports.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let directory: string;
let cluster: ChildProcess;
let output = '';
let url: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saluni-cluster-'));
  const port = await settablePort();
  url = `http://127.0.0.1:${port}`;
  cluster = spawn(process.execPath, ['scripts/cluster/main.ts'], {
    env: environmentWith({
      DATA_DIR: directory,
      PORT: String(port),
      MAIL_UI_PORT: String(await settablePort()),
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_PER_MINUTE: '0',
      npm_lifecycle_event: undefined,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [cluster.stdout, cluster.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await said(/The cluster is on/);
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), {
    timeout: 60_000,
    interval: 200,
  });
});
afterAll(async () => {
  if (cluster.exitCode === null) {
    const ended = once(cluster, 'exit');
    cluster.kill('SIGINT');
    await ended;
  }
  await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

function said(text: RegExp): Promise<void> {
  return vi.waitFor(() => expect(output).toMatch(text), { timeout: 120_000, interval: 100 });
}

/** Asks 20 times a second until `work` is done, and a second longer; the number of answers by status. */
async function askDuring(work: () => Promise<void>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const answers: Promise<void>[] = [];
  let running = true;
  async function ask(path: string): Promise<void> {
    const outcome = await fetch(`${url}${path}`).then(
      async (answer) => {
        await answer.text();
        return String(answer.status);
      },
      (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.message,
    );
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  const asking = (async () => {
    for (let i = 0; running; i++) {
      answers.push(ask(i % 2 ? '/services/' : '/professionals/'));
      await delay(50);
    }
  })();
  await work();
  await delay(1_000);
  running = false;
  await asking;
  await Promise.all(answers);
  return counts;
}

test('O1: every process is restarted in turn under load, and no request fails', async () => {
  const counts = await askDuring(async () => {
    cluster.kill('SIGUSR2');
    await said(/all processes were restarted/);
  });
  expect(Object.keys(counts)).toEqual(['200']);
  expect(counts['200']).toBeGreaterThan(100);
});

test('O5: the database’s writer is killed: requests are answered with 503 for seconds, and no process ends', async () => {
  await said(/two has all that one acknowledges/);
  const writer = await readPidFile(join(directory, 'cluster', 'postgres', 'one', 'data'));
  const counts = await askDuring(async () => {
    process.kill(writer?.pid ?? expect.fail('no writer'), 'SIGKILL');
    await said(/one has all that two acknowledges/);
  });
  expect(
    Object.keys(counts)
      .sort()
      .filter((status) => status !== '503'),
  ).toEqual(['200']);
  // 20 a second.
  expect(counts['503'] ?? 0).toBeLessThan(200);
  expect(output).not.toMatch(/(api|worker)-\d ended/);
});

test('O19: a process that is killed is started again', async () => {
  const pid = Number(/api-2 was restarted \(process (\d+)\)/.exec(output)?.[1]);
  process.kill(pid, 'SIGKILL');
  await said(/api-2 ended \(SIGKILL\), starting it again/);
  expect((await fetch(`${url}/professionals/`)).status).toBe(200);
});

test('Ctrl-C stops all of it', async () => {
  const ended = once(cluster, 'exit');
  cluster.kill('SIGINT');
  expect((await ended)[0]).toBe(0);
  await expect(fetch(`${url}/livez`)).rejects.toThrow();
  for (const name of ['one', 'two']) {
    expect(
      await readPidFile(join(directory, 'cluster', 'postgres', name, 'data')).catch(() => undefined),
    ).toBeUndefined();
  }
});
