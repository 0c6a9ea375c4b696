import { Numbers } from './numbers.ts';

/** The order of the collation `en-x-icu`, in which PostgreSQL sorts names (decision 005). */
const collator = new Intl.Collator('en');

function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Up to so many new names are inserted one by one into the sorted ones; more are sorted all together. */
const fewNames = 50;

/** The different names of documents: their order, and how well they fit a search. */
export class Names {
  #names: string[] = [];
  #lower: string[] = [];
  #numbers = new Map<string, number>();
  #sorted: number[] = [];
  #ranks = new Uint32Array(0);
  /** The trigrams of all names, one name after the other, and where those of each name end. */
  #trigrams = new Numbers();
  #ends = new Numbers();
  #trigramNumbers = new Map<string, number>();
  #partOfTrigram: RegExp;

  /** `unicode` says whether pg_trgm takes letters beyond ASCII for letters, which depends on the database's locale. */
  constructor(unicode: boolean) {
    this.#partOfTrigram = unicode ? /[\p{L}\p{N}]+/gu : /[a-z0-9]+/g;
  }

  /** The number of a name, which it gets when it is first seen. */
  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#numbers.set(name, number);
    this.#names.push(name);
    this.#lower.push(name.toLowerCase());
    for (const trigram of this.#trigramsOf(name)) {
      const seen = this.#trigramNumbers.get(trigram) ?? this.#trigramNumbers.size;
      this.#trigramNumbers.set(trigram, seen);
      this.#trigrams.push(seen);
    }
    this.#ends.push(this.#trigrams.length);
    return number;
  }

  /** The position of each name, by its number, in the order of names. */
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

  /** Tells how well a name fits, by its number: 2 for one that contains the search, plus pg_trgm's `similarity`. */
  scores(search: string): (name: number) => number {
    const lower = search.toLowerCase();
    const wanted = this.#trigramsOf(search);
    const isWanted = new Uint8Array(this.#trigramNumbers.size);
    for (const trigram of wanted) {
      const number = this.#trigramNumbers.get(trigram);
      if (number !== undefined) isWanted[number] = 1;
    }
    const known = new Float64Array(this.#names.length).fill(-1);
    return (name) => {
      const before = known[name] as number;
      if (before >= 0) return before;
      const start = name === 0 ? 0 : this.#ends.at(name - 1);
      const end = this.#ends.at(name);
      let shared = 0;
      for (let at = start; at < end; at++) shared += isWanted[this.#trigrams.at(at)] as number;
      // PostgreSQL's real has 24 bits; what is equal there must be equal here.
      const similarity = shared === 0 ? 0 : Math.fround(shared / (end - start + wanted.size - shared));
      const score = similarity + ((this.#lower[name] as string).includes(lower) ? 2 : 0);
      known[name] = score;
      return score;
    };
  }

  #trigramsOf(text: string): Set<string> {
    const trigrams = new Set<string>();
    for (const [word] of text.toLowerCase().matchAll(this.#partOfTrigram)) {
      const letters = [' ', ' ', ...word, ' '];
      for (let at = 0; at + 2 < letters.length; at++) trigrams.add(letters.slice(at, at + 3).join(''));
    }
    return trigrams;
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
