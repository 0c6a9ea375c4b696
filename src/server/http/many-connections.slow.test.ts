import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';

const t = useTestApp();

let server: ServerProcess | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server?.kill();
});

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('A5: a thousand connections at once wait for a busy process, and none is turned away', async () => {
  server = await startProcess(t.databaseUrl);
  const port = Number(new URL(server.url).port);
  process.kill(server.pid, 'SIGSTOP');
  let connected = 0;
  for (let turn = 0; turn < 1_000; turn++) {
    const socket = connect(port, '127.0.0.1', () => connected++);
    socket.on('error', () => {});
    sockets.push(socket);
  }
  // The system has a bound of its own.
  const most = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  await expect.poll(() => connected, { timeout: 30_000 }).toBeGreaterThanOrEqual(Math.min(1_000, most));
  process.kill(server.pid, 'SIGCONT');
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
});
