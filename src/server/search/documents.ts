import type { Names } from './names.ts';
import { Bits, Numbers } from './numbers.ts';
import { firstOf } from './top.ts';

/** What is known of documents of one kind beside their words. Categories are sets of bits. */
export class Documents {
  readonly names: Names;
  readonly ids: string[] = [];
  readonly name = new Numbers();
  readonly professional = new Numbers();
  readonly categories = new Numbers();
  readonly price = new Numbers();
  readonly minutes = new Numbers();
  readonly live = new Bits();
  /** How many documents there are, and how many there were. */
  current = 0;
  retired = 0;

  constructor(names: Names) {
    this.names = names;
  }

  get next(): number {
    return this.ids.length;
  }

  add(one: {
    id: string;
    name: string;
    professional: number;
    categories: number;
    price: number;
    minutes: number;
  }): number {
    const number = this.ids.push(one.id) - 1;
    this.name.push(this.names.numberOf(one.name));
    this.professional.push(one.professional);
    this.categories.push(one.categories);
    this.price.push(one.price);
    this.minutes.push(one.minutes);
    this.live.add(number);
    this.current++;
    return number;
  }

  retire(number: number): void {
    this.live.delete(number);
    this.current--;
    this.retired++;
  }

  get outgrown(): boolean {
    return this.retired > this.current + 1_000;
  }
}

/** What documents are ordered by, lowest first. */
export type Key = (document: number) => number;

/** One page of these documents; those that all keys leave equal come by name, then by id. */
export function pageOf(
  { ids, name, names }: Documents,
  found: number[],
  keys: Key[],
  skip: number,
  limit: number,
): number[] {
  const ranks = names.ranks();
  // Looked up once for each, since sorting compares them many times.
  const columns = [...keys, (document: number) => ranks[name.at(document)] as number].map((key) =>
    columnOf(found, key),
  );
  const idAt = (at: number) => ids[found[at] as number] as string;
  const compare = (a: number, b: number) => {
    for (const column of columns) {
      const [one, other] = [column[a] as number, column[b] as number];
      if (one !== other) return one < other ? -1 : 1;
    }
    return idAt(a) < idAt(b) ? -1 : 1;
  };
  return firstOf(found.length, skip + limit, compare)
    .slice(skip)
    .map((at) => found[at] as number);
}

function columnOf(found: readonly number[], key: Key): Float64Array {
  const column = new Float64Array(found.length);
  for (let at = 0; at < found.length; at++) column[at] = key(found[at] as number);
  return column;
}
