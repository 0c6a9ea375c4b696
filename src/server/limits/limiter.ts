import { unavailable } from '#server/errors.ts';

/** Runs work of one kind, so much of it at a time, with turns that are fair to callers. */
export type Limiter = {
  /**
   * Runs `work` when it is the caller's turn. Throws 503 with `Retry-After` when too much waits, or once `gone` says
   * that nobody waits for the result any more.
   */
  run<T>(caller: string, work: () => Promise<T>, gone?: () => boolean): Promise<T>;
};

type Waiting = { start(): void; refuse(): void };

/** Seconds after which a refused caller may ask again. */
const retryAfter = 2;

/**
 * `size` works run at a time, at most a quarter of them for one caller, and `queue` wait; callers take turns. In a full
 * queue the latest work of the caller with most of it gives way to a caller with less.
 */
export function createLimiter({ size, queue }: { size: number; queue: number }): Limiter {
  const perCaller = Math.max(1, Math.floor(size / 4));
  const running = new Map<string, number>();
  /** In the order of their turns: a caller whose work was started goes to the end. */
  const waiting = new Map<string, Waiting[]>();
  let active = 0;
  let queued = 0;

  const runningOf = (caller: string) => running.get(caller) ?? 0;

  function startNext(): void {
    if (active >= size) return;
    const next = [...waiting].find(([caller]) => runningOf(caller) < perCaller);
    if (!next) return;
    const [caller, works] = next;
    const work = works.shift();
    waiting.delete(caller);
    if (works.length > 0) waiting.set(caller, works);
    queued--;
    work?.start();
    startNext();
  }

  function end(caller: string): void {
    active--;
    const left = runningOf(caller) - 1;
    if (left > 0) running.set(caller, left);
    else running.delete(caller);
    startNext();
  }

  /** Whether a slot in the full queue was freed for this caller. */
  function madeRoom(caller: string): boolean {
    let most: Waiting[] = [];
    for (const works of waiting.values()) if (works.length > most.length) most = works;
    // Both would have as much waiting: who came first keeps the slot.
    if (most.length <= (waiting.get(caller)?.length ?? 0) + 1) return false;
    most.pop()?.refuse();
    queued--;
    return true;
  }

  /** Resolves with true once the work may run, with false when it is refused. */
  async function turnOf(caller: string): Promise<boolean> {
    const begin = () => {
      active++;
      running.set(caller, runningOf(caller) + 1);
    };
    if (active < size && runningOf(caller) < perCaller && !waiting.has(caller)) {
      begin();
      return true;
    }
    if (queued >= queue && !madeRoom(caller)) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const mine: Waiting = {
      start() {
        begin();
        resolve(true);
      },
      refuse: () => resolve(false),
    };
    waiting.set(caller, [...(waiting.get(caller) ?? []), mine]);
    queued++;
    return promise;
  }

  return {
    async run(caller, work, gone) {
      if (!(await turnOf(caller))) unavailable(retryAfter);
      try {
        return gone?.() ? unavailable(retryAfter) : await work();
      } finally {
        end(caller);
      }
    },
  };
}
