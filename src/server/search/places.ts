import { isTimeZone } from '#shared/time.ts';
import {
  type Capital,
  capitals,
  distanceKm,
  type Gazetteer,
  isPostcode,
  type Locality,
  type Point,
  placeWords,
  splitState,
  wordsOfState,
} from './gazetteer.ts';
import { wordsOf } from './text.ts';
import { isWithinOneError } from './typing-errors.ts';

/** How far around the centre of a capital city its name reaches (contract 3), kilometres. */
const capitalKm = 25;
/** Rows of one name in a state that lie no further apart are one place with several postcodes, kilometres. */
const samePlaceKm = 10;

/** What people say around the name of a city. */
const aroundCity = new Set(['area', 'cbd', 'city', 'greater', 'inner', 'metro', 'metropolitan', 'of', 'region', 'the']);
const streetWords = new Set(
  (
    'street st road rd avenue ave lane ln drive dr parade pde court ct place pl crescent cres ' +
    'highway hwy terrace tce way boulevard blvd arcade square'
  ).split(' '),
);

/** The states of a time zone: of places of one name the one there is meant. */
const statesOfZone: Record<string, readonly string[]> = {
  'Australia/Adelaide': ['SA'],
  'Australia/Brisbane': ['QLD'],
  'Australia/Broken_Hill': ['NSW'],
  'Australia/Canberra': ['ACT', 'NSW'],
  'Australia/Darwin': ['NT'],
  'Australia/Eucla': ['WA'],
  'Australia/Hobart': ['TAS'],
  'Australia/Lindeman': ['QLD'],
  'Australia/Melbourne': ['VIC'],
  'Australia/Perth': ['WA'],
  'Australia/Sydney': ['NSW', 'ACT'],
};

/** Also of an alias, such as `Australia/Victoria`, and of a name in other case. */
function statesOf(timeZone: string): readonly string[] {
  const known = statesOfZone[timeZone];
  if (known || !isTimeZone(timeZone)) return known ?? [];
  return statesOfZone[new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone] ?? [];
}

/** What people say beside the name of the place where they work. */
const beside = new Set(
  (
    'area around at based cbd city district greater home in inner level mobile near outer region ' +
    'salon shop studio suburbs surrounds the unit visits'
  ).split(' '),
);
/** Regions that are no locality, and the one in their middle. */
const regions: Record<string, string> = {
  'central coast': 'gosford nsw',
  'gold coast': 'surfers paradise qld',
  'sunshine coast': 'maroochydore qld',
};

type Candidate = { locality: Locality; weight: number };

/**
 * The locality that a professional's text means, such as `Brunswick, Melbourne` or `Shop 3, 12 Barkly St, Footscray VIC
 * 3011`; undefined where it names none. Where several states have the name, that of the time zone is meant, then the
 * one nearest to a large city.
 */
export function understandPlace(gazetteer: Gazetteer, text: string, timeZone = ''): Locality | undefined {
  const known = understood.get(gazetteer) ?? new Map<string, Locality | undefined>();
  understood.set(gazetteer, known);
  const key = `${timeZone}\n${text}`;
  if (!known.has(key)) {
    if (known.size >= mostUnderstood) known.clear();
    known.set(key, understand(gazetteer, text, timeZone));
  }
  return known.get(key);
}

/** What texts mean: many share one, each rendered page asks, and comparing with all names takes a millisecond. */
const understood = new WeakMap<Gazetteer, Map<string, Locality | undefined>>();
const mostUnderstood = 2_000;

function understand(gazetteer: Gazetteer, text: string, timeZone: string): Locality | undefined {
  const segments = text.split(/[,;/|()\n•·–—]|\s-\s/).map((segment) => segmentOf(gazetteer, placeWords(segment)));
  const postcode = segments
    .flatMap((segment) => segment.postcode ?? [])
    .find((one) => gazetteer.withPostcode(one).length > 0);
  const state = segments.flatMap((segment) => segment.state ?? []).at(-1);
  const cities = segments.flatMap(({ words }) => words.flatMap((word) => capitals.get(word) ?? []));
  const zoneStates = statesOf(timeZone);

  function weightOf(locality: Locality): number {
    return (
      (postcode === locality.postcode ? 1000 : 0) +
      (cities.some((city) => city.state === locality.state) ? 200 : 0) +
      (zoneStates.includes(locality.state) ? 60 : 0) +
      (locality.is_delivery ? 30 : 0) -
      (locality.id / gazetteer.localities.length) * 20
    );
  }
  function best(candidates: Candidate[]): Locality | undefined {
    const possible = candidates.filter(({ locality }) => !state || locality.state === state);
    return possible.toSorted((a, b) => b.weight - a.weight)[0]?.locality;
  }

  const named = segments.flatMap(({ words }, index) =>
    namesIn(gazetteer, words).flatMap(({ found, weight }) =>
      found.map((locality) => ({ locality, weight: weight - index + weightOf(locality) })),
    ),
  );
  // Without its state a short word, or one with another first letter, is more likely a place abroad.
  const nearly = () =>
    segments.flatMap(({ words }) =>
      gazetteer
        .nearlyNamed(words)
        .filter(({ name }) => state !== undefined || (name.length > 6 && placeWords(name)[0]?.[0] === words[0]?.[0]))
        .map((locality) => ({ locality, weight: weightOf(locality) })),
    );
  const ofPostcode = () =>
    gazetteer.withPostcode(postcode ?? '').map((locality) => ({ locality, weight: weightOf(locality) }));
  const region = segments.flatMap(({ words }) => regions[words.join(' ')] ?? [])[0];
  if (region) return understandPlace(gazetteer, region);
  return best(named) ?? best(ofPostcode()) ?? best(nearly());
}

/** The words of a part of a text, without state, country and postcode. */
function segmentOf(
  gazetteer: Gazetteer,
  all: readonly string[],
): { words: string[]; state?: string; postcode?: string } {
  const postcode = all.find(isPostcode);
  const words = all.filter((word) => !isPostcode(word) && word !== 'australia');
  // `Western Australia` has lost its second word here.
  const whole = all.filter((word) => !isPostcode(word));
  const { rest, state } = splitState(whole);
  const named = state && gazetteer.named(words).length === 0 ? rest : words.length === 1 && state ? rest : words;
  const found = state && named === rest ? { state } : {};
  return { words: named, ...found, ...(postcode ? { postcode } : {}) };
}

/** Names of localities among these words, without those that a street is named after. */
function namesIn(gazetteer: Gazetteer, words: readonly string[]): { found: readonly Locality[]; weight: number }[] {
  const names: { found: readonly Locality[]; weight: number }[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) {
      const found = gazetteer.named(words.slice(from, to));
      if (found.length === 0) continue;
      const isWhole = to - from === words.length;
      const next = words[to];
      const namesStreet =
        next !== undefined && streetWords.has(next) && gazetteer.named(words.slice(to, to + 2)).length === 0;
      if (namesStreet) continue;
      const isCity = to - from === 1 && capitals.has(words[from] as string);
      // Of `New York` the second word is in Western Australia.
      const others = [...words.slice(0, from), ...words.slice(to)];
      const isPart =
        others.every((word) => beside.has(word)) || others.some((word) => streetWords.has(word) || /\d/.test(word));
      if (!isWhole && !isCity && to - from === 1 && !isPart) continue;
      names.push({
        found,
        weight: (isWhole ? 40 : 0) + 10 * (to - from) + (isCity ? -45 : 0) + (to === words.length ? 5 : 0),
      });
    }
  }
  return names;
}

/** Where a professional works, as far as it is understood. */
export type Place = {
  words: ReadonlySet<string>;
  /** Words of the state, and of the capital city it belongs to. */
  implied: ReadonlySet<string>;
  state?: string;
  postcodes: ReadonlySet<string>;
  point?: Point;
};

/** `locality` is what was understood of the text. */
export function placeOf(gazetteer: Gazetteer, text: string, locality: Locality | undefined): Place {
  const own = [...placeWords(text), ...wordsOf(text)];
  const typed = own.filter(isPostcode);
  if (!locality) {
    const states = text
      .split(/[,;/|()\n]/)
      .flatMap((part) => splitState(placeWords(part).filter((word) => !isPostcode(word))).state ?? []);
    const state = states.at(-1);
    return {
      words: new Set(own),
      implied: new Set(state ? wordsOfState(state) : []),
      postcodes: new Set(typed),
      ...(state ? { state } : {}),
    };
  }
  const { name, state, latitude, longitude } = locality;
  const rows = gazetteer
    .named(placeWords(name))
    .filter((other) => other.state === state && distanceKm(other, locality) <= samePlaceKm);
  const postcodes = typed.length > 0 ? typed : [locality.postcode, ...rows.map((row) => row.postcode)];
  const city = cityAt(locality);
  return {
    words: new Set([...own, ...placeWords(name), typed[0] ?? locality.postcode]),
    implied: new Set([...wordsOfState(state), ...(city ? [city.name.toLowerCase()] : [])]),
    state,
    postcodes: new Set(postcodes),
    point: { latitude, longitude },
  };
}

/** The capital city that reaches here. */
function cityAt(point: Point): Capital | undefined {
  return [...capitals.values()].find((capital) => distanceKm(capital, point) <= capitalKm);
}

/** A place to search in, as it was typed. */
type Whereabouts = {
  state?: string;
  postcode?: string;
  city?: Capital;
  /** Words of which each must be one of the place, and whether a locality has it in its name. */
  words: { word: string; isKnown: boolean }[];
  /** Whether the words are the name of a locality. */
  isName: boolean;
};

/**
 * What a visitor who types a place means (contract 3), `West Footscray VIC 3012` all but a capital city: a state, a
 * postcode, a capital city, else words. Undefined without anything that could be a place.
 */
export function whereaboutsOf(gazetteer: Gazetteer, text: string): Whereabouts | undefined {
  const all = placeWords(text);
  const postcode = all.find(isPostcode);
  const whole = all.filter((word) => word !== postcode);
  if (all.length === 0) return signsAlone(text);
  const withoutCountry =
    whole.length > 1 && stateOfAll(whole) === undefined ? whole.filter((word) => word !== 'australia') : whole;
  const { rest, state } = stateApart(gazetteer, withoutCountry);
  const given = { ...(state ? { state } : {}), ...(postcode ? { postcode } : {}) };
  const city = cityIn(rest, state);
  if (city) return { ...given, city, words: [], isName: false };
  const isCountry = rest.length === 1 && rest[0] === 'australia';
  const words = (isCountry ? [] : rest).map((word) => ({ word, isKnown: gazetteer.hasWord(word) }));
  return { ...given, words, isName: gazetteer.named(rest).length > 0 };
}

/** Whether a visitor's text names a place that exists: a state, a city, a postcode or a locality. */
export function isPlace(gazetteer: Gazetteer, text: string): boolean {
  const { state, city, postcode, words = [] } = whereaboutsOf(gazetteer, text) ?? {};
  if (postcode && gazetteer.withPostcode(postcode).length === 0) return false;
  if (words.length === 0) return [state, city, postcode].some((one) => one !== undefined);
  return understandPlace(gazetteer, text) !== undefined || gazetteer.suggest(text).length > 0;
}

/** A text of signs such as `%` is looked for as it is; undefined for punctuation, which is nowhere. */
function signsAlone(text: string): Whereabouts | undefined {
  const signs = wordsOf(text).map((word) => ({ word, isKnown: true }));
  return signs.length > 0 ? { words: signs, isName: true } : undefined;
}

function stateOfAll(words: readonly string[]): string | undefined {
  const { rest, state } = splitState(words);
  return rest.length === 0 ? state : undefined;
}

/** The state that a typed place ends with, or begins with; a state's name alone is the state. */
function stateApart(gazetteer: Gazetteer, words: readonly string[]): { rest: string[]; state?: string } {
  const alone = stateOfAll(words);
  if (alone) return { rest: [], state: alone };
  if (gazetteer.named(words).length > 0) return { rest: [...words] };
  const last = splitState(words);
  if (last.state) return last;
  const [first, ...others] = words;
  const state = first && stateOfAll([first]);
  return state && gazetteer.named(others).length > 0 ? { rest: others, state } : { rest: [...words] };
}

function cityIn(words: readonly string[], state: string | undefined): Capital | undefined {
  const names = words.filter((word) => !aroundCity.has(word));
  const city = names.length === 1 ? capitals.get(names[0] as string) : undefined;
  return city && (!state || city.state === state) ? city : undefined;
}

/** Whether somebody who works in this place is found by this. */
export function liesIn(place: Place, { state, postcode, city, words, isName }: Whereabouts): boolean {
  if (state && place.state !== state) return false;
  if (postcode && !place.postcodes.has(postcode)) return false;
  if (city && !isOfCity(place, city)) return false;
  return words.every((word) => hasWord(place, word, isName));
}

function isOfCity(place: Place, city: Capital): boolean {
  if (place.point && distanceKm(place.point, city) <= capitalKm) return true;
  const names = place.words.has(city.name.toLowerCase());
  return names && (place.state === undefined || place.state === city.state);
}

/** Of a name every word counts as it is; else a word may be a beginning, and one of no locality may have an error. */
function hasWord(place: Place, { word, isKnown }: Whereabouts['words'][number], isName: boolean): boolean {
  if (place.words.has(word)) return true;
  if (isName) return false;
  if (place.implied.has(word)) return true;
  for (const other of place.words) {
    if (other.startsWith(word) || (!isKnown && word.length >= 4 && isWithinOneError(word, other))) return true;
  }
  return false;
}
