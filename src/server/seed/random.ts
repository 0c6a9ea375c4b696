/** Pseudo-random choices; the same seed gives the same choices on every machine. */
export type Random = {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  /** An element of a list that is not empty. */
  of<T>(list: readonly T[]): T;
};

/** Mulberry32 (Tommy Ettinger, public domain). */
export function seeded(seed: number): Random {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    of: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
  };
}
