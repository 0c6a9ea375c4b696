import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { repeat } from '#server/outbox/relay.ts';
import { portError } from '#server/process/ports.ts';

/** As the health checks of deploy/Caddyfile, and how long a new connection waits for a process that is ready, milliseconds. */
const timing = { askEvery: 500, answersWithin: 2_000, waits: 5_000 };

/**
 * Sends each new connection to the process with the fewest among those that say at `/readyz` that they are ready. A
 * process that stops says that it is not for five seconds, and closes its connections after the answers.
 */
export async function openBalancer(
  host: string,
  port: number,
  targets: readonly number[],
): Promise<{ close(): Promise<void> }> {
  const connections = new Map(targets.map((target) => [target, 0]));
  const ready = new Set<number>();
  const sockets = new Set<Socket>();

  const asking = repeat(
    timing.askEvery,
    async () => {
      const asked = targets.map(async (target) => {
        const signal = AbortSignal.timeout(timing.answersWithin);
        const answer = await fetch(`http://127.0.0.1:${target}/readyz`, { signal }).catch(() => undefined);
        await answer?.arrayBuffer();
        if (answer?.ok) ready.add(target);
        else ready.delete(target);
      });
      await Promise.all(asked);
    },
    () => {},
  );

  const server = createServer({ pauseOnConnect: true }, (near) => {
    near.on('error', () => near.destroy());
    forward(near).catch(() => near.destroy());
  });

  async function forward(near: Socket): Promise<void> {
    const far = await open();
    if (!far) return void near.destroy();
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  }

  /** A connection to a process that is ready; undefined when there is none for too long. */
  async function open(): Promise<Socket | undefined> {
    for (const giveUpAt = Date.now() + timing.waits; Date.now() < giveUpAt; await delay(50)) {
      const [target] = [...ready].sort((a, b) => (connections.get(a) ?? 0) - (connections.get(b) ?? 0));
      if (target === undefined) continue;
      const far = connect(target, '127.0.0.1');
      const isOpen = await new Promise<boolean>((resolve) => {
        far.once('connect', () => resolve(true)).once('error', () => resolve(false));
      });
      if (!isOpen) {
        ready.delete(target);
        continue;
      }
      connections.set(target, (connections.get(target) ?? 0) + 1);
      far.once('close', () => connections.set(target, (connections.get(target) ?? 1) - 1));
      return far;
    }
    return undefined;
  }

  await listen(server, host, port);
  return {
    async close() {
      await asking.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portError('PORT', port, host, error)));
    server.listen(port, host, resolve);
  });
}
