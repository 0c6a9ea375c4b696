import { randomInt } from 'node:crypto';
import { environmentWith } from '#server/config.ts';
import { requirePort } from '#server/process/ports.ts';

/**
 * Below the ports that systems hand out by themselves: Linux from 32768, macOS and Windows from 49152, some sandboxes
 * from 16000.
 */
const lowest = 10_000;
/** Each of Vitest's workers has ports of its own. */
const portsPerWorker = 500;
const workers = 12;

/** The one port of these that browsers and `fetch` refuse to ask (https://fetch.spec.whatwg.org/#port-blocking). */
const blocked = 10_080;

const first = lowest + (Number(environmentWith({}).VITEST_POOL_ID ?? 0) % workers) * portsPerWorker;
let next = randomInt(portsPerWorker);

/**
 * Returns a free loopback port for a setting like PORT, which a process listens on only seconds later. Until then
 * nobody else gets it: no service that listens on a port of the system's choice, and no other test.
 */
export async function settablePort(): Promise<number> {
  for (let tried = 0; tried < portsPerWorker; tried++) {
    const port = first + (next++ % portsPerWorker);
    if (port !== blocked && (await isFree(port))) return port;
  }
  throw new Error(`no port from ${first} to ${first + portsPerWorker - 1} is free`);
}

function isFree(port: number): Promise<boolean> {
  return requirePort('', port, '127.0.0.1').then(
    () => true,
    () => false,
  );
}
