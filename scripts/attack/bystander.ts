import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BystanderData } from './bystander-thread.ts';
import type { Stage } from './stage.ts';

/** What somebody else met while an abuse ran; times in milliseconds. */
export type Met = { logins: number; slowestLogin: number; bookings: number; bookingP99: number; refused: number };

/** Bookings and logins for which an abuse may last: a minute and more. */
const enough = 1_000;

/**
 * Another person, at another address, logs in and books while `abuse` runs: in a thread of its own, so that its times
 * are the servers' and not those of a loop that the abuse fills.
 */
export async function beside<T>(stage: Stage, abuse: () => Promise<T>): Promise<{ result: T; met: Met }> {
  const workerData: BystanderData = {
    urls: stage.apis.map(({ url }) => url),
    logins: Array.from({ length: enough }, () => stage.client().email),
    bookings: Array.from({ length: enough }, () => ({ token: stage.client().token, slot: stage.freeSlot() })),
  };
  const thread = new Worker(new URL('./bystander-thread.ts', import.meta.url), { workerData });
  const told = once(thread, 'message') as Promise<[Met]>;
  told.catch(() => {});
  try {
    const result = await abuse();
    thread.postMessage('over');
    const [met] = await told;
    return { result, met };
  } finally {
    await thread.terminate();
  }
}
