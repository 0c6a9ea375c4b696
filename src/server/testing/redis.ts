import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { settablePort } from '#server/testing/ports.ts';

/** Whether this machine has `redis-server`; no npm package provides it. */
export const redisFound = spawnSync('redis-server', ['--version']).status === 0;

export type TestRedis = {
  url: string;
  /** kill -9, and a start with what is on the disk, after so many milliseconds. */
  restart(away?: number): Promise<void>;
  /** FLUSHALL. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a real Redis on a free loopback port, deleted at `stop`; `settings` are command-line options. */
export async function startRedis(
  settings: string[] = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
): Promise<TestRedis> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-redis-'));
  const port = await settablePort();
  const options = ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory, '--save', '', ...settings];
  async function start(): Promise<ChildProcess> {
    const started = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
    await ready(started);
    return started;
  }
  let server = await start();
  async function kill(): Promise<void> {
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart(away = 0) {
      await kill();
      await delay(away);
      server = await start();
    },
    async flush() {
      const socket = connect(port, '127.0.0.1');
      socket.end('FLUSHALL\r\n');
      if ((await text(socket)) !== '+OK\r\n') throw new Error('redis-server does not flush');
    },
    async stop() {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function ready(server: ChildProcess): Promise<void> {
  for await (const chunk of server.stdout ?? [])
    if (String(chunk).includes('Ready to accept connections')) return void server.stdout?.resume();
  throw new Error('redis-server ended at its start');
}
