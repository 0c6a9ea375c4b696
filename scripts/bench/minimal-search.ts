import { placeWords, splitState, wordsOfState } from '#server/search/gazetteer.ts';
import { soughtOf } from '#server/search/synonyms.ts';
import { joinedWords, lettersOf, searchWords, wordsOf } from '#server/search/text.ts';
import { beginsWithinOneError, isWithinOneError } from '#server/search/typing-errors.ts';

/** A listed service: id, name, its own text, its professional's, and their location. */
export type Listed = readonly [id: string, name: string, text: string, ofProfessional: string, location: string];
export type MinimalSearch = (search: string, skip: number, limit: number) => { ids: string[]; total: number };

/** What has a word: in the service's own text, and there or in its professional's. A bit for each service. */
type Places = { own: Int32Array; all: Int32Array };
/** What a word or phrase finds: at all, without a typing error, and that in the service's own text. */
type Found = { any: Int32Array; sure: Int32Array; own: Int32Array };
/** By name: the points of the phrase in it, and the words of it that the phrase covers. */
type Phrase = Found & { points: Uint16Array; covered: string[][] };

/** Points as in `relevance.ts`. */
const points = { whole: 1000, beginning: 850, inside: 650, error: 300, beginningWithError: 250 };
const [sameMeaning, inOwnText, elsewhere] = [900, 450, 350];

/**
 * The minimal server's search: an inverted index of services in order of name and id, made once, with a bit for each
 * service that matches. Words, synonyms and typing errors are ours; of places it knows the words of the location and
 * its state.
 */
export function minimalSearch(services: readonly Listed[]): MinimalSearch {
  const size = (services.length + 31) >>> 5;
  const none = new Int32Array(size);
  const vocabulary = new Map<string, Places>();
  const names: { joined: string; words: string[] }[] = [];
  const nameOf = new Uint32Array(services.length);
  const wordsOfProfessional = new Map<string, string[]>();
  services.forEach(([, name, text, ofProfessional, location], number) => {
    if (name !== services[number - 1]?.[1]) names.push({ joined: joinedWords(name), words: wordsOf(name) });
    nameOf[number] = names.length - 1;
    const enter = (word: string, isOwn: boolean) => {
      const places = vocabulary.get(word) ?? { own: new Int32Array(size), all: new Int32Array(size) };
      vocabulary.set(word, places);
      for (const bits of isOwn ? [places.own, places.all] : [places.all])
        bits[number >>> 5] = at(bits, number >>> 5) | (1 << (number & 31));
    };
    const professional = `${ofProfessional} ${location}`;
    const others = wordsOfProfessional.get(professional) ?? [...wordsOf(ofProfessional), ...wordsOfPlace(location)];
    wordsOfProfessional.set(professional, others);
    for (const word of wordsOf(text)) enter(word, true);
    for (const word of others) enter(word, false);
  });

  const joinBits = (lists: Int32Array[]) => {
    const bits = new Int32Array(size);
    for (const list of lists) for (let i = 0; i < size; i++) bits[i] = at(bits, i) | at(list, i);
    return bits;
  };
  const commonBits = (lists: Int32Array[]) => {
    const bits = new Int32Array(size).fill(lists.length > 0 ? -1 : 0);
    for (const list of lists) for (let i = 0; i < size; i++) bits[i] = at(bits, i) & at(list, i);
    return bits;
  };
  const combined = (all: Found[], combine: (lists: Int32Array[]) => Int32Array): Found => ({
    any: combine(all.map(({ any }) => any)),
    sure: combine(all.map(({ sure }) => sure)),
    own: combine(all.map(({ own }) => own)),
  });
  const placesOf = (word: string) => vocabulary.get(word) ?? { own: none, all: none };

  /** Words that a typed one finds, with their points. */
  function wordsFor(typed: string): Map<string, number> {
    const found = new Map<string, number>();
    for (const word of vocabulary.keys()) {
      const fit = fitOf(typed, word);
      if (fit > 0) found.set(word, fit);
    }
    return found;
  }

  const known = new Map<string, Phrase>();
  /** What a phrase or the like of it finds; remembered, as nothing changes. */
  function phraseOf({ words, others }: ReturnType<typeof soughtOf>[number]): Phrase {
    const key = words.join(' ');
    const before = known.get(key);
    if (before) return before;
    const fits = words.map(wordsFor);
    const typed = fits.map((fit): Found => {
      const all = [...fit.keys()];
      const sure = all.filter((word) => (fit.get(word) ?? 0) > points.error);
      return {
        any: joinBits(all.map((word) => placesOf(word).all)),
        sure: joinBits(sure.map((word) => placesOf(word).all)),
        own: joinBits(sure.map((word) => placesOf(word).own)),
      };
    });
    const same = others.filter((other) => other.every((word) => vocabulary.has(word)));
    const exactly = same.map((other) =>
      combined(
        other.map(placesOf).map(({ own, all }) => ({ any: all, sure: all, own })),
        commonBits,
      ),
    );
    const inNames = names.map((name) => pointsIn(name.words, fits, same));
    const phrase = {
      ...combined([combined(typed, commonBits), ...exactly], joinBits),
      points: Uint16Array.from(inNames, (one) => one.points),
      covered: inNames.map((one) => one.covered),
    };
    known.set(key, phrase);
    return phrase;
  }

  /** By name what it gets beyond its words. */
  function bonusOf(name: number, typed: string, phrases: Phrase[]): number {
    const { joined, words } = names[name] as (typeof names)[number];
    const whole = ` ${joined} `;
    const covered = new Set(phrases.flatMap((phrase) => phrase.covered[name] as string[]));
    return (
      (joined === typed && typed !== '' ? 100_000 : 0) +
      (phrases.every((phrase) => at(phrase.points, name) >= points.inside) ? 500 : 0) +
      (whole.startsWith(` ${typed} `) ? 100 : whole.includes(` ${typed} `) ? 50 : 0) +
      (300 * covered.size) / Math.max(1, words.length)
    );
  }

  return (search, skip, limit) => {
    const phrases = soughtOf(searchWords(search) ?? []).map(phraseOf);
    const matches = commonBits(phrases.map(({ any }) => any));
    const typed = joinedWords(search);
    const bonuses = new Float64Array(names.length).fill(-1);
    const wanted = skip + limit;
    /** The best services until now, best first, and their points. */
    const best: number[] = [];
    const scores: number[] = [];
    let total = 0;
    for (let i = 0; i < size; i++) {
      for (let rest = at(matches, i); rest !== 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest);
        const number = i * 32 + bit;
        const name = at(nameOf, number);
        total++;
        if (at(bonuses, name) === -1) bonuses[name] = bonusOf(name, typed, phrases);
        let sum = 0;
        for (const { points: inNames, own, sure } of phrases) {
          const inName = at(inNames, name);
          const inText = (at(own, i) >>> bit) & 1 ? inOwnText : (at(sure, i) >>> bit) & 1 ? elsewhere : 0;
          sum += Math.max(inName, inText);
        }
        const score = Math.round(at(bonuses, name) + sum / phrases.length);
        if (best.length === wanted && score <= at(scores, wanted - 1)) continue;
        let place = best.length;
        while (place > 0 && at(scores, place - 1) < score) place--;
        best.splice(place, 0, number);
        scores.splice(place, 0, score);
        if (best.length > wanted) {
          best.pop();
          scores.pop();
        }
      }
    }
    return { ids: best.slice(skip).map((number) => services[number]?.[0] ?? ''), total };
  };
}

/** The words of a location such as `Footscray, VIC`, and of the state in it. */
function wordsOfPlace(location: string): string[] {
  const state = location.split(',').flatMap((part) => splitState(placeWords(part)).state ?? []);
  return [...placeWords(location), ...wordsOf(location), ...state.slice(-1).flatMap((one) => [...wordsOfState(one)])];
}

/** The points of a phrase in a name, and which of its words the phrase covers. */
function pointsIn(
  words: string[],
  fits: Map<string, number>[],
  same: string[][],
): { points: number; covered: string[] } {
  const covered: string[] = [];
  let sum = 0;
  let missing = false;
  for (const fit of fits) {
    const all = words.map((word) => fit.get(word) ?? 0);
    covered.push(...words.filter((_, place) => at(all, place) > points.error));
    const best = Math.max(0, ...all);
    if (best === 0) missing = true;
    sum += best;
  }
  const typed = sum / fits.length / (missing ? 2 : 1);
  const other = same.find((one) => one.every((word) => words.includes(word)));
  if (!other) return { points: typed, covered };
  return { points: Math.max(typed, sameMeaning), covered: [...covered, ...other] };
}

/** How well a word fits a typed one, in points; 0 is not at all. */
function fitOf(typed: string, word: string): number {
  if (word === typed) return points.whole;
  if (word.startsWith(typed)) return points.beginning;
  if (word.includes(typed)) return lettersOf(typed) < 3 ? 0 : points.inside;
  if (lettersOf(typed) < 4 || /^\p{N}+%?$/u.test(typed)) return 0;
  if (isWithinOneError(typed, word)) return points.error;
  return beginsWithinOneError(typed, word) ? points.beginningWithError : 0;
}

/** A number of a list, within its bounds. */
const at = (list: ArrayLike<number>, index: number) => list[index] as number;
