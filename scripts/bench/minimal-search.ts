/** A listed service: id, name, and the text in which words are searched. */
export type Listed = readonly [id: string, name: string, text: string];
export type MinimalSearch = (search: string, skip: number, limit: number) => { ids: string[]; total: number };

/**
 * The minimal server's search: an inverted index of services that come by name, then id; it is made once and never
 * changed. A service's number is its place in that order, so that those of one name lie side by side: names are ordered
 * by how well they fit, and matches are taken name by name until the page is full. What matches is a bit for each
 * service, and the total a count of bits: no match is visited for it.
 */
export function minimalSearch(services: readonly Listed[]): MinimalSearch {
  const size = (services.length + 31) >>> 5;
  const ofWord = new Map<string, Int32Array>();
  /** The different names in lower case, and where the numbers of each begin. */
  const names: string[] = [];
  const begins: number[] = [];
  const trigramsOfName: number[] = [];
  const namesWith = new Map<string, number[]>();
  services.forEach(([, name, text], number) => {
    if (name !== services[number - 1]?.[1]) {
      const trigrams = trigramsOf(name);
      for (const trigram of trigrams) {
        const list = namesWith.get(trigram);
        if (list) list.push(names.length);
        else namesWith.set(trigram, [names.length]);
      }
      trigramsOfName.push(trigrams.size);
      names.push(name.toLowerCase());
      begins.push(number);
    }
    for (const word of text.toLowerCase().split(/\s+/)) {
      const bits = ofWord.get(word) ?? new Int32Array(size);
      bits[number >>> 5] = at(bits, number >>> 5) | (1 << (number & 31));
      ofWord.set(word, bits);
    }
  });
  begins.push(services.length);
  const joined = names.join('\n');
  const nameAt = Uint32Array.from(names.flatMap((name, number) => Array<number>(name.length + 1).fill(number)));

  const found = new Map<string, Int32Array>();
  /** What has a word that contains this one; remembered, as nothing changes. */
  function servicesWith(word: string): Int32Array {
    const known = found.get(word);
    if (known) return known;
    const bits = new Int32Array(size);
    for (const [other, own] of ofWord) {
      if (other.includes(word)) for (let i = 0; i < size; i++) bits[i] = at(bits, i) | at(own, i);
    }
    found.set(word, bits);
    return bits;
  }

  const matches = new Int32Array(size);
  function match(words: Int32Array[]): number {
    let total = 0;
    for (let i = 0; i < size; i++) {
      let bits = -1;
      for (const own of words) bits &= at(own, i);
      matches[i] = bits;
      if (bits !== 0) total += ones(bits);
    }
    return total;
  }

  const shared = new Int32Array(names.length);
  const scores = new Float64Array(names.length);
  /** The names that have anything of the search, best first. All others fit equally badly. */
  function orderNames(search: string): number[] {
    const fitting: number[] = [];
    scores.fill(0);
    shared.fill(0);
    const lower = search.toLowerCase();
    for (let place = joined.indexOf(lower); place !== -1; place = joined.indexOf(lower, place + 1)) {
      const name = at(nameAt, place);
      if (at(scores, name) === 0) fitting.push(name);
      scores[name] = 2;
    }
    const wanted = trigramsOf(search);
    for (const trigram of wanted) {
      for (const name of namesWith.get(trigram) ?? []) {
        if (at(scores, name) === 0 && at(shared, name) === 0) fitting.push(name);
        shared[name] = at(shared, name) + 1;
      }
    }
    for (const name of fitting) {
      const both = at(shared, name);
      scores[name] = at(scores, name) + Math.fround(both / (at(trigramsOfName, name) + wanted.size - both));
    }
    return fitting.sort((a, b) => at(scores, b) - at(scores, a) || a - b);
  }

  return (search, skip, limit) => {
    const total = match(search.toLowerCase().split(/\s+/).map(servicesWith));
    const ids: string[] = [];
    let passed = 0;
    /** Adds the matches of a name; whether all are there that are wanted. */
    function take(name: number): boolean {
      for (
        let number = at(begins, name);
        number < at(begins, name + 1) && passed < Math.min(total, skip + limit);
        number++
      ) {
        if ((at(matches, number >>> 5) & (1 << (number & 31))) === 0) continue;
        if (passed++ >= skip) ids.push(services[number]?.[0] ?? '');
      }
      return passed === Math.min(total, skip + limit);
    }
    if (!orderNames(search).some(take)) names.some((_, name) => at(scores, name) === 0 && take(name));
    return { ids, total };
  };
}

/** A number of a list, within its bounds. */
const at = (list: ArrayLike<number>, index: number) => list[index] as number;

/** The trigrams of pg_trgm: of each word, two blanks before it and one behind. */
function trigramsOf(text: string): Set<string> {
  const all = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[a-z0-9]+/g)) {
    const padded = `  ${word} `;
    for (let i = 0; i + 3 <= padded.length; i++) all.add(padded.slice(i, i + 3));
  }
  return all;
}

/** How many bits are set. */
function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
