import { Numbers } from './numbers.ts';
import { joinedWords, wordsOf } from './text.ts';
import type { WordIndex } from './word-index.ts';

/** The order of the collation `en-x-icu`, in which PostgreSQL sorts names (decision 022). */
const collator = new Intl.Collator('en');

function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Up to so many new names are inserted one by one into the sorted ones; more are sorted all together. */
const fewNames = 50;

/** The different names of services or of professionals: their order, and their words. */
export class Names {
  #names: string[] = [];
  #joined: string[] = [];
  #numbers = new Map<string, number>();
  #sorted: number[] = [];
  #ranks = new Uint32Array(0);
  /** The words of all names, one name after the other, and where those of each name end. */
  #words = new Numbers();
  #ends = new Numbers();
  #index: WordIndex;

  constructor(index: WordIndex) {
    this.#index = index;
  }

  get size(): number {
    return this.#names.length;
  }

  /** The number of a name, which it gets when it is first seen. */
  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#numbers.set(name, number);
    this.#names.push(name);
    this.#joined.push(joinedWords(name));
    for (const word of wordsOf(name)) this.#words.push(this.#index.numberOf(word));
    this.#ends.push(this.#words.length);
    return number;
  }

  /** A name as `joinedWords` has it. */
  joined(name: number): string {
    return this.#joined[name] as string;
  }

  /** The numbers of the names that have these words, one after the other, as `joinedWords` has them. */
  with(words: string): Set<number> {
    return new Set(this.#joined.flatMap((joined, number) => (` ${joined} `.includes(` ${words} `) ? number : [])));
  }

  /** The numbers of a name's words. */
  wordsOf(name: number): number[] {
    const words: number[] = [];
    for (let at = name === 0 ? 0 : this.#ends.at(name - 1); at < this.#ends.at(name); at++)
      words.push(this.#words.at(at));
    return words;
  }

  /** The place of each name, by its number, in the order of names. */
  ranks(): Uint32Array {
    if (this.#sorted.length === this.#names.length) return this.#ranks;
    const compare = (a: number, b: number) => compareNames(this.#names[a] as string, this.#names[b] as string);
    const few = this.#names.length - this.#sorted.length <= fewNames;
    for (let number = this.#sorted.length; number < this.#names.length; number++) {
      this.#sorted.splice(few ? placeFor(number, this.#sorted, compare) : number, 0, number);
    }
    if (!few) this.#sorted.sort(compare);
    this.#ranks = new Uint32Array(this.#names.length);
    this.#sorted.forEach((number, rank) => {
      this.#ranks[number] = rank;
    });
    return this.#ranks;
  }
}

/** Where an item belongs in a sorted list. */
function placeFor(item: number, sorted: readonly number[], compare: (a: number, b: number) => number): number {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle] as number, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
