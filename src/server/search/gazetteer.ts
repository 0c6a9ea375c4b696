import { fold } from '#shared/rules/fold.ts';
import { wordsOf } from './text.ts';
import { isWithinOneError } from './typing-errors.ts';

/** A locality with one of its postcodes. Ids are in the order of importance: that of the most important one is 1. */
export type Locality = {
  id: number;
  name: string;
  state: string;
  postcode: string;
  latitude: number;
  longitude: number;
  is_delivery: boolean;
};

export type Point = { latitude: number; longitude: number };
export type Capital = Point & { name: string; state: string };

/** Codes of the states and how people write their names, as words (`placeWords`). */
const stateNames: Record<string, readonly string[]> = {
  ACT: ['act', 'australian capital territory'],
  NSW: ['nsw', 'new south wales'],
  NT: ['nt', 'north territory', 'northern territory'],
  QLD: ['qld', 'queensland'],
  SA: ['sa', 'south australia'],
  TAS: ['tas', 'tasmania', 'tassie'],
  VIC: ['vic', 'victoria'],
  WA: ['wa', 'west australia', 'western australia'],
};
const stateOfName = new Map(
  Object.entries(stateNames).flatMap(([state, names]) => names.map((name) => [name, state] as const)),
);

/** The centres of the capital cities, by their name as a word. */
export const capitals = new Map<string, Capital>(
  (
    [
      ['Melbourne', 'VIC', -37.8136, 144.9631],
      ['Sydney', 'NSW', -33.8688, 151.2093],
      ['Brisbane', 'QLD', -27.4698, 153.0251],
      ['Perth', 'WA', -31.9523, 115.8613],
      ['Adelaide', 'SA', -34.9285, 138.6007],
      ['Hobart', 'TAS', -42.8821, 147.3272],
      ['Darwin', 'NT', -12.4634, 130.8456],
      ['Canberra', 'ACT', -35.2809, 149.13],
    ] as const
  ).map(([name, state, latitude, longitude]) => [name.toLowerCase(), { name, state, latitude, longitude }]),
);

const abbreviations: Record<string, string> = {
  mt: 'mount',
  saint: 'st',
  nth: 'north',
  sth: 'south',
};

/** Words of a place in their order, with what people shorten written out; `N.S.W.` is one word. */
export function placeWords(text: string): string[] {
  const joined = text.includes('.') ? text.replace(/\b(\p{L})\.(?=\p{L}\b)/gu, '$1') : text;
  return (fold(joined).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => abbreviations[word] ?? word);
}

/** Words without their last ones where those name a state. */
export function splitState(words: readonly string[]): { rest: string[]; state?: string } {
  for (const length of [3, 2, 1]) {
    const state = words.length >= length ? stateOfName.get(words.slice(-length).join(' ')) : undefined;
    if (state) return { rest: words.slice(0, -length), state };
  }
  return { rest: [...words] };
}

const sides = new Set(['north', 'south', 'east', 'west', 'upper', 'lower', 'central']);

/** `west footscray` for `footscray west`, and the reverse. */
function turned(words: readonly string[]): string | undefined {
  const [first, last] = [words[0], words.at(-1)];
  if (words.length < 2 || first === undefined || last === undefined) return undefined;
  if (sides.has(first)) return [...words.slice(1), first].join(' ');
  return sides.has(last) ? [last, ...words.slice(0, -1)].join(' ') : undefined;
}

const postcodePattern = /^\d{4}$/;
const digitsPattern = /^\d+$/;

/** Most words of a name that is looked up. */
const mostWords = 6;

/** All localities of Australia, found by name and postcode. */
export class Gazetteer {
  /** The most important first. */
  readonly localities: readonly Locality[];
  #byId: Map<number, Locality>;
  #byName = new Map<string, Locality[]>();
  #byPostcode = new Map<string, Locality[]>();
  /** ` footscray` for each locality: a blank before each word, so that one look finds where a word begins. */
  #names: string[];
  #words = new Set<string>();

  constructor(localities: readonly Locality[]) {
    this.localities = [...localities].sort((a, b) => a.id - b.id);
    this.#byId = new Map(this.localities.map((one) => [one.id, one]));
    const turnedNames: [string, Locality][] = [];
    this.#names = this.localities.map((locality) => {
      const words = placeWords(locality.name);
      const name = words.join(' ');
      enter(this.#byName, name, locality);
      enter(this.#byPostcode, locality.postcode, locality);
      const other = turned(words);
      if (other) turnedNames.push([other, locality]);
      for (const word of words) this.#words.add(word);
      return ` ${name}`;
    });
    const own = new Set(this.#byName.keys());
    for (const [name, locality] of turnedNames) if (!own.has(name)) enter(this.#byName, name, locality);
  }

  byId(id: number): Locality | undefined {
    return this.#byId.get(id);
  }

  /** Localities of this name, the most important first. */
  named(words: readonly string[]): readonly Locality[] {
    if (words.length === 0 || words.length > mostWords) return [];
    return this.#byName.get(words.join(' ')) ?? [];
  }

  withPostcode(postcode: string): readonly Locality[] {
    return this.#byPostcode.get(postcode) ?? [];
  }

  /** Whether the word is one of a locality's name. */
  hasWord(word: string): boolean {
    return this.#words.has(word);
  }

  /** Localities whose name is this but for one typing error, the most important first. */
  nearlyNamed(words: readonly string[]): readonly Locality[] {
    const typed = words.join(' ');
    if (typed.length < 5) return [];
    return this.localities.filter((_, index) => isWithinOneError(typed, (this.#names[index] as string).slice(1)));
  }

  /**
   * What somebody who types a place may mean, best first: a name or its beginning, with or without state and postcode.
   * A name with a typing error is found when there is none as it was typed.
   */
  suggest(search: string): Locality[] {
    const typed = placeWords(search).filter((word) => word !== 'australia');
    const postcodes = typed.filter((word) => digitsPattern.test(word));
    const { rest, state } = this.#stateApart(typed.filter((word) => !digitsPattern.test(word)));
    if (rest.length === 0 && postcodes.length === 0) return [];
    const fits = (locality: Locality) =>
      (!state || locality.state === state) && postcodes.every((postcode) => locality.postcode.startsWith(postcode));
    const exact = rest.length === 0 ? [] : this.named(rest);
    const name = ` ${rest.join(' ')}`;
    const ranked: Locality[][] = [[], [], [], []];
    for (let at = 0; at < this.localities.length; at++) {
      const locality = this.localities[at] as Locality;
      const listed = this.#names[at] as string;
      if (!rest.every((word) => listed.includes(` ${word}`)) || !fits(locality)) continue;
      // Boxes come after all places of delivery, however well they fit.
      ranked[locality.is_delivery ? (listed.startsWith(name) ? 0 : 1) : listed.startsWith(name) ? 2 : 3]?.push(
        locality,
      );
    }
    const found = [...exact.filter((one) => one.is_delivery && fits(one)), ...ranked.flat()];
    const nearly = found.length > 0 ? [] : this.nearlyNamed(rest).filter(fits);
    const byKey = new Map([...found, ...nearly].map((one) => [`${fold(one.name)} ${one.state} ${one.postcode}`, one]));
    return [...byKey.values()];
  }

  /** A name that ends like a state's, such as `Port Victoria`, is a name; a state alone is looked up as a name, too. */
  #stateApart(words: readonly string[]): { rest: string[]; state?: string } {
    if (this.named(words).length > 0) return { rest: [...words] };
    const { rest, state } = splitState(words);
    return state && rest.length > 0 ? { rest, state } : { rest: [...words] };
  }
}

function enter(index: Map<string, Locality[]>, key: string, locality: Locality): void {
  const known = index.get(key);
  if (known) known.push(locality);
  else index.set(key, [locality]);
}

export function isPostcode(word: string): boolean {
  return postcodePattern.test(word);
}

/** Kilometres between two points along the earth's surface. */
export function distanceKm(a: Point, b: Point): number {
  const radians = Math.PI / 180;
  const dLat = Math.sin(((b.latitude - a.latitude) * radians) / 2);
  const dLng = Math.sin(((b.longitude - a.longitude) * radians) / 2);
  const part = dLat * dLat + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * dLng * dLng;
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(part)));
}

/** All words that name a state. */
export function wordsOfState(state: string): string[] {
  return (stateNames[state] ?? []).flatMap((name) => wordsOf(name));
}
