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

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  at(index: number): number {
    return this.#values[index] as number;
  }
}

/** A set of whole numbers, one bit each. */
export class Bits {
  #words: Uint32Array;

  constructor(words = new Uint32Array(0)) {
    this.#words = words;
  }

  has(value: number): boolean {
    return (((this.#words[value >>> 5] ?? 0) >>> (value & 31)) & 1) === 1;
  }

  add(value: number): void {
    const word = value >>> 5;
    if (word >= this.#words.length) this.#grow(Math.max(16, word * 2));
    this.#words[word] = (this.#words[word] as number) | (1 << (value & 31));
  }

  delete(value: number): void {
    this.#words[value >>> 5] = (this.#words[value >>> 5] as number) & ~(1 << (value & 31));
  }

  /** What is in this set and in all others. */
  and(others: readonly Bits[]): Bits {
    const common = this.#words.slice();
    for (const other of others) {
      for (let word = 0; word < common.length; word++) {
        common[word] = (common[word] as number) & (other.#words[word] ?? 0);
      }
    }
    return new Bits(common);
  }

  /** What is in this set or in any other. */
  or(others: readonly Bits[]): Bits {
    const all = new Bits(this.#words.slice());
    for (const other of others) {
      if (other.#words.length > all.#words.length) all.#grow(other.#words.length);
      for (let word = 0; word < other.#words.length; word++) {
        all.#words[word] = (all.#words[word] as number) | (other.#words[word] as number);
      }
    }
    return all;
  }

  /** Calls `visit` with each number, in ascending order. */
  forEach(visit: (value: number) => void): void {
    for (let word = 0; word < this.#words.length; word++) {
      for (let rest = this.#words[word] as number; rest !== 0; rest &= rest - 1) {
        visit(word * 32 + 31 - Math.clz32(rest & -rest));
      }
    }
  }

  #grow(size: number): void {
    const words = new Uint32Array(size);
    words.set(this.#words);
    this.#words = words;
  }
}
