import type { Range, Soonest } from './slot-basis.ts';

/** The first slots from one instant on, by number, each until it no longer holds. */
export class KnownSlots {
  #slots = new Float64Array(0);
  #holds = new Float64Array(0);

  reserve(size: number): void {
    if (size <= this.#slots.length) return;
    this.#slots = enlarged(this.#slots, size);
    this.#holds = enlarged(this.#holds, size);
  }

  forget(number: number): void {
    this.#holds[number] = 0;
  }

  /** Looks at the slots in the range of a search; `find` is asked for what is not known. */
  during(range: Range, find: (number: number) => Soonest | undefined): SlotsInRange {
    return new SlotsInRange(this.#slots, this.#holds, range, find);
  }
}

/** The first start of each number in the range of a search, infinite where there is none. */
export class SlotsInRange {
  /** Before this instant a search for the same would be told the same. */
  holds = Infinity;
  #slots: Float64Array;
  #holds: Float64Array;
  #range: Range;
  #find: (number: number) => Soonest | undefined;

  constructor(slots: Float64Array, holds: Float64Array, range: Range, find: (number: number) => Soonest | undefined) {
    this.#slots = slots;
    this.#holds = holds;
    this.#range = range;
    this.#find = find;
  }

  of(number: number): number {
    const { now, from, to, isMoving } = this.#range;
    if (!(now < (this.#holds[number] as number))) this.#enter(number);
    const start = this.#slots[number] as number;
    this.holds = Math.min(this.holds, this.#holds[number] as number);
    if (start < to) return start;
    // What begins after the range is in it as soon as the clock has come so near.
    if (isMoving) this.holds = Math.min(this.holds, start - (to - from));
    return Infinity;
  }

  #enter(number: number): void {
    const found = this.#find(number);
    this.#slots[number] = found?.slots[0] ?? Infinity;
    this.#holds[number] = found?.holds ?? Infinity;
  }
}

function enlarged(values: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(size, values.length * 2));
  larger.set(values);
  return larger;
}
