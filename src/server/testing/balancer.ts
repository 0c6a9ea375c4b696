import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { portError } from '#server/process/ports.ts';
import { repeat } from '#server/process/repeat.ts';

/** How often servers are asked, their time to answer, and how long a new connection waits for one, milliseconds. */
const timing = { askEvery: 250, answersWithin: 3_000, waits: 5_000 };

/** `asks` is answered with 200 while connections may go to `port` of this machine. */
type Target = { port: number; asks: string };

type Balancer = {
  port: number;
  /** Whether connections go to that port of this machine. */
  isReady(port: number): boolean;
  close(): Promise<void>;
};

/**
 * Passes each new connection to the server with the fewest among those that say that they are ready: what haproxy does,
 * for machines without it. `breaks`: connections to a server that is not ready any more are broken off.
 */
export async function openBalancer(
  { host = '127.0.0.1', port = 0, breaks = false }: { host?: string; port?: number; breaks?: boolean },
  targets: readonly Target[],
): Promise<Balancer> {
  const connections = new Map(targets.map((target) => [target, new Set<Socket>()]));
  const ready = new Set<Target>();
  const unanswered = new Set<Target>();

  async function ask(target: Target): Promise<void> {
    const signal = AbortSignal.timeout(timing.answersWithin);
    const answer = await fetch(target.asks, { signal }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => {});
    if (answer?.ok) {
      unanswered.delete(target);
      return void ready.add(target);
    }
    // One answer that does not come may only be slow.
    if (!answer && !unanswered.has(target)) return void unanswered.add(target);
    ready.delete(target);
    if (breaks) for (const socket of connections.get(target) ?? []) socket.destroy();
  }
  const near = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    near.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => near.delete(socket));
    forward(socket).catch(() => socket.destroy());
  });

  async function forward(from: Socket): Promise<void> {
    const to = await open();
    if (!to) return void from.destroy();
    const end = () => {
      from.destroy();
      to.destroy();
    };
    from.on('close', end);
    to.on('error', end).on('close', end);
    if (from.destroyed) return end();
    from.pipe(to);
    to.pipe(from);
  }

  /** A connection to a server that is ready; undefined when there is none for too long. */
  async function open(): Promise<Socket | undefined> {
    const openTo = (target: Target) => connections.get(target) ?? new Set<Socket>();
    for (const giveUpAt = Date.now() + timing.waits; Date.now() < giveUpAt; await delay(50)) {
      const [target] = [...ready].sort((a, b) => openTo(a).size - openTo(b).size);
      if (target === undefined) continue;
      const socket = connect(target.port, '127.0.0.1');
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      });
      if (!isOpen) {
        ready.delete(target);
        continue;
      }
      openTo(target).add(socket);
      socket.once('close', () => openTo(target).delete(socket));
      return socket;
    }
    return undefined;
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portError('PORT', port, host, error)));
    server.listen(port, host, resolve);
  });
  const asking = repeat(
    timing.askEvery,
    () => Promise.all(targets.map(ask)),
    () => {},
  );
  return {
    port: (server.address() as AddressInfo).port,
    isReady: (port) => [...ready].some((target) => target.port === port),
    async close() {
      await asking.close();
      for (const sockets of [near, ...connections.values()]) for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
