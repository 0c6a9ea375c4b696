import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Shot } from './shots.ts';

/**
 * What the parent asks for: `seconds` of load over so many connections, beginning with shot `from`: each connection asks
 * as soon as it is answered or, by `rate`, so many requests a second arrive at random; or shots `from` to `to`, all at
 * the same moment.
 */
export type Load = { port: number; name: string; from: number } & (
  | { connections: number; seconds: number; rate?: number }
  | { to: number }
);
/** Shots to store under a name for later loads. */
export type Stored = { store: string; shots: Shot[] };
/** Latencies in milliseconds; `lasted` in seconds; `statuses` counts answers by status. */
export type Measured = { requests: number; lasted: number; p50: number; p99: number; statuses: Record<string, number> };

/**
 * A load generator of its own process: prepared bytes over raw sockets and just enough HTTP to find the end of an
 * answer with a Content-Length. A general client would cost more for each request than the servers that it measures,
 * and counts in whole milliseconds.
 */
process.on('message', async (asked: Load | Stored) => {
  if ('store' in asked) return void stored.set(asked.store, asked.shots.map(bytesOf));
  const bytes = stored.get(asked.name) ?? [];
  process.send?.(
    'to' in asked ? await fireTogether(asked.port, bytes.slice(asked.from, asked.to)) : await fireFor(asked, bytes),
  );
});

const stored = new Map<string, Buffer[]>();

function bytesOf({ method, path, token, body }: Shot): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost'];
  if (token) lines.push(`Authorization: Bearer ${token}`);
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

type Connection = { ask(request: Buffer): Promise<number>; close(): void };

async function open(port: number): Promise<Connection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let answered: ((status: number) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;
  let head = '';
  let status = 0;
  let left = -1;
  socket.on('data', (chunk: Buffer) => {
    let rest = chunk.length;
    if (left < 0) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end + 2))?.[1];
      if (length === undefined) return void socket.destroy(new Error(`an answer of ${status} has no Content-Length`));
      left = Number(length);
      rest = head.length - end - 4;
      head = '';
    }
    left -= rest;
    if (left > 0) return;
    left = -1;
    answered?.(status);
  });
  socket.on('error', (error) => failed?.(error));
  socket.on('close', () => failed?.(new Error('the server closed the connection')));
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        answered = resolve;
        failed = reject;
        socket.write(request);
      }),
    close: () => void socket.destroy(),
  };
}

function summary(latencies: number[], statuses: Record<string, number>, lasted: number): Measured {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { requests: sorted.length, lasted, p50: at(0.5), p99: at(0.99), statuses };
}

async function fireFor(load: Extract<Load, { seconds: number }>, bytes: Buffer[]): Promise<Measured> {
  const connections = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)));
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  let next = load.from;
  const begun = performance.now();
  const until = begun + load.seconds * 1_000;
  let arrives = begun;
  await Promise.all(
    connections.map(async ({ ask }) => {
      for (let now = begun; now < until; ) {
        if (load.rate !== undefined) {
          arrives += (-Math.log(1 - Math.random()) * 1_000) / load.rate;
          now = arrives;
          const early = now - performance.now();
          if (early > 0) await delay(Math.ceil(early));
        }
        const status = await ask(bytes[next++ % bytes.length] as Buffer);
        const then = performance.now();
        latencies.push(then - now);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (load.rate === undefined) now = then;
      }
    }),
  );
  const lasted = (performance.now() - begun) / 1_000;
  for (const { close } of connections) close();
  return summary(latencies, statuses, lasted);
}

async function fireTogether(port: number, bytes: Buffer[]): Promise<Measured> {
  const connections = await Promise.all(bytes.map(() => open(port)));
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const begun = performance.now();
  await Promise.all(
    connections.map(async ({ ask }, index) => {
      const status = await ask(bytes[index] as Buffer);
      latencies.push(performance.now() - begun);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  const lasted = (performance.now() - begun) / 1_000;
  for (const { close } of connections) close();
  return summary(latencies, statuses, lasted);
}
