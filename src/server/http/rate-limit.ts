import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RateLimiter } from '#server/deps.ts';
import { inBackground } from '#server/process/background.ts';
import { MINUTE } from '#shared/constants.ts';
import { type RequestCounts, uncounted } from './request-counts.ts';

/**
 * How often counts are shared with other processes, milliseconds. Only a user's or address's first request in a minute
 * waits for the exchange.
 */
const shareEvery = 250;
/** How long that request waits for a slow or unreachable store, milliseconds. */
const shareWithin = 2_000;

/**
 * Allows `perMinute` calls a key and minute (0: no limit) over all processes. Each process counts in memory, adds its
 * counts to `counts` every `shareEvery` and takes over the totals; until then, processes together may exceed the limit.
 */
export function createRateLimiter(
  counts: RequestCounts,
  perMinute: number,
  log: Logger,
  now: () => number = Date.now,
): RateLimiter {
  let minute = Math.floor(now() / MINUTE);
  let totals = new Map<string, number>();
  let unshared = new Map<string, number>();

  async function share(): Promise<void> {
    if (unshared.size === 0) return;
    const current = minute;
    const added = [...unshared];
    unshared = new Map();
    const shared = await counts.add(current, added).catch((error: unknown) => {
      // Added again with the next batch.
      if (current === minute)
        for (const [key, requests] of added) unshared.set(key, requests + (unshared.get(key) ?? 0));
      throw error;
    });
    if (current !== minute) return;
    for (const [key, requests] of shared) totals.set(key, requests + (unshared.get(key) ?? 0));
  }

  let running: Promise<void> = Promise.resolve();
  const run = (failed: string, job: () => Promise<void>) => {
    running = running.then(() => inBackground(log, failed, job));
    return running;
  };
  let waiting: Promise<void> | undefined;
  /** At most one exchange runs and one waits, which takes along all counts made meanwhile. */
  const shareNext = () => {
    waiting ??= run(uncounted, () => {
      waiting = undefined;
      return share();
    });
    return waiting;
  };
  const timer = perMinute > 0 ? setInterval(shareNext, shareEvery).unref() : undefined;

  const secondsLeft = () => Math.max(1, Math.ceil(((minute + 1) * MINUTE - now()) / 1000));

  function startMinute(): void {
    const current = Math.floor(now() / MINUTE);
    if (current === minute) return;
    minute = current;
    totals = new Map();
    unshared = new Map();
    running = run('failed to delete old request counts', () => counts.forget(current - 1));
  }

  /** Adds to the key's count. Returns what `hit` does, and whether this is the key's first count in this minute. */
  function add(key: string, calls: number, times = 1): { wait: number | undefined; first: boolean } {
    startMinute();
    const before = totals.get(key);
    const total = (before ?? 0) + calls;
    totals.set(key, total);
    unshared.set(key, (unshared.get(key) ?? 0) + calls);
    return { wait: total > times * perMinute ? secondsLeft() : undefined, first: before === undefined };
  }

  return {
    async hit(key, calls) {
      if (perMinute === 0) return undefined;
      const { wait, first } = add(key, calls);
      if (!first) return wait;
      await Promise.race([shareNext(), delay(shareWithin, undefined, { ref: false })]);
      return (totals.get(key) ?? 0) > perMinute ? secondsLeft() : undefined;
    },
    hitNow: (key, calls, times) => (perMinute === 0 ? undefined : add(key, calls, times).wait),
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
