import { setTimeout as delay } from 'node:timers/promises';

/** Pauses between attempts, milliseconds: they double, and are short again once something stayed open that long. */
const pauses = { first: 200, longest: 3_000 };

/** `close` ends it; with `failed` at once, as nothing can be waited for any more. It must not reject. */
export type Opened = { close(how: { failed: boolean }): Promise<void> };

export type Reopening<T> = {
  /** Undefined while it is not open. */
  current(): T | undefined;
  /** Resolves once the first attempt opened it, and rejects when that failed; further ones follow all the same. */
  first: Promise<void>;
  close(): Promise<void>;
};

/**
 * Keeps something open: when `open` rejects, or what it opened calls `fail`, that is closed and opened again after a
 * pause that grows. `open` must end within seconds.
 */
export function reopening<T extends Opened>(
  open: (fail: (error: unknown) => void) => Promise<T>,
  onFailure: (error: unknown, pauseMs: number) => void,
): Reopening<T> {
  const closing = new AbortController();
  const first = Promise.withResolvers<void>();
  // Whoever does not ask how the first attempt went is told by `onFailure`.
  first.promise.catch(() => {});
  let current: T | undefined;
  let pause = pauses.first;

  async function untilFailed(): Promise<void> {
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => {});
    const opened = await open(failed.reject);
    const since = performance.now();
    current = opened;
    first.resolve();
    const closed = Promise.withResolvers<void>();
    closing.signal.addEventListener('abort', () => closed.resolve());
    if (closing.signal.aborted) closed.resolve();
    try {
      await Promise.race([failed.promise, closed.promise]);
    } finally {
      current = undefined;
      if (performance.now() - since > pauses.longest) pause = pauses.first;
      await opened.close({ failed: !closing.signal.aborted });
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await untilFailed();
      } catch (error) {
        first.reject(error);
        if (closing.signal.aborted) return;
        onFailure(error, pause);
        await delay(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
        pause = Math.min(2 * pause, pauses.longest);
      }
    }
  }

  const running = run().catch((error: unknown) => onFailure(error, 0));
  return {
    current: () => current,
    first: first.promise,
    async close() {
      closing.abort();
      await running;
    },
  };
}
