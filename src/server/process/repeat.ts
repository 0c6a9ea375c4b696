/** Pause between two rounds that were asked for, milliseconds. */
const atMostEveryMs = 10;

/** `now` asks for a round at once, or for another one after the current one. */
export type Repetition = { now(): void; close(): Promise<void> };

/**
 * Runs a task again and again, never twice at once, until `close`, which aborts the signal and waits. Errors go to
 * `onError` and do not end the repetition.
 */
export function repeat(
  pauseMs: number,
  task: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): Repetition {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let begun = 0;
  let isCalled = false;
  async function round(): Promise<void> {
    isCalled = false;
    begun = performance.now();
    await task(closing.signal).catch(onError);
    running = undefined;
    if (isCalled) follow();
    else schedule(pauseMs);
  }
  function schedule(milliseconds: number): void {
    clearTimeout(timer);
    if (!closing.signal.aborted) timer = setTimeout(start, milliseconds);
  }
  function start(): void {
    running ??= round();
  }
  function follow(): void {
    const early = begun + atMostEveryMs - performance.now();
    if (early > 0) schedule(early);
    else if (!closing.signal.aborted) start();
  }
  start();
  return {
    now() {
      const isFirst = !isCalled;
      isCalled = true;
      if (isFirst && !running) follow();
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
