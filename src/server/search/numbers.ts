/** A list of whole numbers below 2^32, four bytes each. */
export class Numbers {
  #values = new Uint32Array(16);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const values = new Uint32Array(this.length * 2);
      values.set(this.#values);
      this.#values = values;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return this.#values[index] as number;
  }
}

/** A set of whole numbers below `size`, one bit each. */
export class Bits {
  #words: Uint32Array;

  constructor(size: number) {
    this.#words = new Uint32Array((size + 31) >>> 5);
  }

  add(value: number): void {
    const word = value >>> 5;
    if (word >= this.#words.length) {
      const words = new Uint32Array(Math.max(16, word * 2));
      words.set(this.#words);
      this.#words = words;
    }
    this.#words[word] = (this.#words[word] as number) | (1 << (value & 31));
  }

  delete(value: number): void {
    this.#words[value >>> 5] = (this.#words[value >>> 5] as number) & ~(1 << (value & 31));
  }

  /** What is in this set and in all others. */
  and(others: readonly Bits[]): Bits {
    const common = new Bits(0);
    common.#words = this.#words.slice();
    for (const other of others) {
      for (let word = 0; word < common.#words.length; word++) {
        common.#words[word] = (common.#words[word] as number) & (other.#words[word] ?? 0);
      }
    }
    return common;
  }

  /** Calls `visit` with each number, in ascending order. */
  forEach(visit: (value: number) => void): void {
    for (let word = 0; word < this.#words.length; word++) {
      for (let rest = this.#words[word] as number; rest !== 0; rest &= rest - 1) {
        visit(word * 32 + 31 - Math.clz32(rest & -rest));
      }
    }
  }
}
