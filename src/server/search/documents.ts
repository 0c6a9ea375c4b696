import type { Names } from './names.ts';
import { Bits, Numbers } from './numbers.ts';
import { Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

/** What is known of a document beside its words. Categories and specializations are sets of bits. */
export type Document = {
  id: string;
  name: string;
  text: string;
  location: number;
  categories: number;
  specializations: number;
  price_cents: number;
  minutes: number;
};

/** Absent filters let everything pass. `locations` has a 1 for each location that does. */
export type Filter = {
  words: string[];
  locations?: Uint8Array;
  categories?: number;
  specializations?: number;
  price_from: number;
  price_to: number;
  minutes_to: number;
};

export type Order = { by: 'name' } | { by: 'price' } | { by: 'relevance'; search: string };

/** How many documents each category and specialization has, by its bit, when its own filter is left out. */
export type Counts = { ofCategory: Uint32Array; ofSpecialization: Uint32Array };

/** Documents of one kind, numbered as they come. A changed document gets a new number. */
export class Documents {
  #names: Names;
  #vocabulary = new Vocabulary();
  #ids: string[] = [];
  #name = new Numbers();
  #location = new Numbers();
  #categories = new Numbers();
  #specializations = new Numbers();
  #price = new Numbers();
  #minutes = new Numbers();
  #live = new Bits(0);
  /** How many documents there are, and how many there were. */
  live = 0;
  retired = 0;

  constructor(names: Names) {
    this.#names = names;
  }

  add(document: Document): number {
    const number = this.#ids.length;
    this.#ids.push(document.id);
    this.#name.push(this.#names.numberOf(document.name));
    this.#location.push(document.location);
    this.#categories.push(document.categories);
    this.#specializations.push(document.specializations);
    this.#price.push(document.price_cents);
    this.#minutes.push(document.minutes);
    this.#vocabulary.add(number, wordsOf(document.text));
    this.#live.add(number);
    this.live++;
    return number;
  }

  retire(number: number): void {
    this.#live.delete(number);
    this.live--;
    this.retired++;
  }

  /** The documents that pass the filter; their counts are entered into `counts`, if given. */
  find(
    { words, locations, categories, specializations, price_from, price_to, minutes_to }: Filter,
    counts?: Counts,
  ): number[] {
    const found: number[] = [];
    this.#live.and(words.map((word) => this.#vocabulary.documentsWith(word))).forEach((number) => {
      if (locations && !locations[this.#location.at(number)]) return;
      const price = this.#price.at(number);
      if (price < price_from || price > price_to || this.#minutes.at(number) > minutes_to) return;
      const hasCategory = categories === undefined || (this.#categories.at(number) & categories) !== 0;
      const hasSpecialization =
        specializations === undefined || (this.#specializations.at(number) & specializations) !== 0;
      if (hasCategory && hasSpecialization) found.push(number);
      if (counts && hasSpecialization) countBits(counts.ofCategory, this.#categories.at(number));
      if (counts && hasCategory) countBits(counts.ofSpecialization, this.#specializations.at(number));
    });
    return found;
  }

  /** The ids of one page of these documents. Those that the order leaves equal come by name, then by id. */
  page(numbers: number[], order: Order, skip: number, limit: number): string[] {
    const keyOf = this.#keyOf(order);
    const ranks = this.#names.ranks();
    // Looked up once for each, since sorting compares them many times.
    const keys = new Float64Array(numbers.length);
    const names = new Uint32Array(numbers.length);
    for (let position = 0; position < numbers.length; position++) {
      const number = numbers[position] as number;
      keys[position] = keyOf(number);
      names[position] = ranks[this.#name.at(number)] as number;
    }
    const idAt = (position: number) => this.#ids[numbers[position] as number] as string;
    const compare = (a: number, b: number) =>
      (keys[a] as number) - (keys[b] as number) ||
      (names[a] as number) - (names[b] as number) ||
      (idAt(a) < idAt(b) ? -1 : 1);
    return firstOf(numbers.length, skip + limit, compare)
      .slice(skip)
      .map(idAt);
  }

  /** What documents are ordered by first, lowest first. */
  #keyOf(order: Order): (number: number) => number {
    if (order.by === 'name') return () => 0;
    if (order.by === 'price') return (number) => this.#price.at(number);
    const score = this.#names.scores(order.search);
    return (number) => -score(this.#name.at(number));
  }
}

function countBits(counts: Uint32Array, bits: number): void {
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const bit = 31 - Math.clz32(rest & -rest);
    counts[bit] = (counts[bit] as number) + 1;
  }
}

/** The first `count` of the numbers below `size` in order: a heap holds them, with the last of them on top. */
function firstOf(size: number, count: number, compare: (a: number, b: number) => number): number[] {
  const heap: number[] = [];
  const isAfter = (position: number, other: number) => compare(heap[position] as number, heap[other] as number) > 0;
  const swap = (position: number, other: number) => {
    [heap[position], heap[other]] = [heap[other] as number, heap[position] as number];
  };
  for (let item = 0; item < size; item++) {
    if (heap.length < count) {
      let position = heap.push(item) - 1;
      for (let above = (position - 1) >> 1; position > 0 && isAfter(position, above); above = (position - 1) >> 1) {
        swap(position, above);
        position = above;
      }
    } else if (compare(item, heap[0] as number) < 0) {
      heap[0] = item;
      for (let position = 0, below = 1; below < count; below = 2 * position + 1) {
        if (below + 1 < count && isAfter(below + 1, below)) below++;
        if (!isAfter(below, position)) break;
        swap(position, below);
        position = below;
      }
    }
  }
  return heap.sort(compare);
}
