import { tooManyRequests, unavailable } from '#server/errors.ts';

/**
 * For whom work is done: a name, or several from the widest to the narrowest, such as an address and an account at it.
 * `known` ones come before others.
 */
export type Caller = string | { keys: readonly string[]; known?: boolean };

/** Runs work of one kind, so much of it at a time, with turns that are fair to callers. */
export type Limiter = {
  /**
   * Runs `work` when it is the caller's turn. Throws `full` with `Retry-After` when too much waits, or for too long, or
   * once `gone` says that nobody waits for the result any more.
   */
  run<T>(caller: Caller, work: () => Promise<T>, gone?: () => boolean): Promise<T>;
};

type Options = {
  /** Works that run at a time. */
  size: number;
  /** Works that wait. */
  queue: number;
  /** Works of one key that run at a time, for each of a caller's keys; by default a quarter of `size`. */
  shares?: readonly number[];
  /** Works of known callers that run at a time while others wait, so that neither can keep the other out. */
  known?: number;
  /** How long a work waits at most, milliseconds; by default until its turn. */
  patience?: number;
  /** Seconds after which a refused caller may ask again. */
  retryAfter?: number;
  /** What a refused caller is answered, by default 503. */
  full?: 429 | 503;
};

type Work = { keys: readonly string[]; known: boolean; answer(mayStart: boolean): void };

/**
 * Known callers come first; among equals the one whose first key had its turn longest ago, then by the next key. A full
 * queue refuses the last work of whoever has most in it, of known callers only when nobody else waits.
 */
export function createLimiter(options: Options): Limiter {
  const { size, queue, shares, known = size, patience, retryAfter = 2, full = 503 } = options;
  const refuse = () => (full === 429 ? tooManyRequests(retryAfter) : unavailable(retryAfter));
  const most = shares ?? [Math.max(1, Math.floor(size / 4))];
  const running = new Set<Work>();
  let waiting: Work[] = [];
  /** When a key with work here had its last turn. */
  const turns = new Map<string, number>();
  let turn = 0;

  function startNext(): void {
    for (let next = nextOne(); next; next = nextOne()) {
      const started = next;
      waiting = waiting.filter((one) => one !== started);
      running.add(started);
      turn++;
      for (const key of started.keys) turns.set(key, turn);
      started.answer(true);
    }
  }

  function nextOne(): Work | undefined {
    if (running.size >= size) return undefined;
    const runningOf = countsOf(running);
    const free = waiting.filter(({ keys }) =>
      keys.every((key, level) => (runningOf.get(key) ?? 0) < (most[level] ?? size)),
    );
    const [first, others] = [free.filter((one) => one.known), free.filter((one) => !one.known)];
    const knownRunning = [...running].filter((one) => one.known).length;
    const group = first.length > 0 && (others.length === 0 || knownRunning < known) ? first : others;
    return group.toSorted((a, b) => inOrder(a, b, (key) => turns.get(key) ?? 0))[0];
  }

  function refuseOne(): void {
    const others = waiting.filter((one) => !one.known);
    const group = others.length > 0 ? others : waiting;
    const counts = countsOf(group);
    const last = group.toReversed().toSorted((a, b) => inOrder(b, a, (key) => counts.get(key) ?? 0))[0];
    if (last) turnAway(last);
  }

  function turnAway(work: Work): void {
    waiting = waiting.filter((one) => one !== work);
    forgetTurns(work);
    work.answer(false);
  }

  /** Of keys without work here. */
  function forgetTurns({ keys }: Work): void {
    for (const key of keys) if (![...running, ...waiting].some((one) => one.keys.includes(key))) turns.delete(key);
  }

  return {
    async run(caller, work, gone) {
      const given = typeof caller === 'string' ? { keys: [caller] } : caller;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const mine: Work = { keys: given.keys, known: given.known ?? false, answer: resolve };
      waiting.push(mine);
      startNext();
      if (waiting.length > queue) refuseOne();
      const late = patience === undefined ? undefined : setTimeout(() => turnAway(mine), patience);
      const mayStart = await promise;
      clearTimeout(late);
      if (!mayStart) return refuse();
      try {
        return gone?.() ? refuse() : await work();
      } finally {
        running.delete(mine);
        forgetTurns(mine);
        startNext();
      }
    },
  };
}

/** How many of these works each key has. */
function countsOf(works: Iterable<Work>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { keys } of works) for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Compares by the first key that differs. */
function inOrder(a: Work, b: Work, rankOf: (key: string) => number): number {
  for (const [level, key] of a.keys.entries()) {
    const difference = rankOf(key) - rankOf(b.keys[level] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}
