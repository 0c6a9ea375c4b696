import type { Match } from './matching.ts';
import type { Names } from './names.ts';
import { joinedWords } from './text.ts';
import { fits } from './word-index.ts';

/** Points of a word of a search by where it is found best; the name counts most, a typing error least. */
const points = {
  inName: {
    [fits.whole]: 1000,
    [fits.beginning]: 850,
    [fits.inside]: 650,
    [fits.error]: 300,
    [fits.beginningWithError]: 250,
  },
  /** A synonym in the name. */
  sameMeaning: 900,
  own: 450,
  elsewhere: 350,
} as const;
/** What the name gets beyond its words. */
const bonus = { isSearch: 100_000, hasAll: 500, begins: 100, contains: 50, covered: 300 } as const;

/**
 * Tells how well a document fits a search, the exact name far before all others: by its number and that of its name.
 * `kind` says of which of both a number is.
 */
export function relevanceOf(
  search: string,
  matches: readonly Match[],
  names: Names,
  kind: 'services' | 'professionals',
): (document: number, name: number) => number {
  const typed = joinedWords(search);
  const found = matches.map((match) => match[kind]);
  const count = Math.max(1, matches.length);
  /** By name: its bonus and the points of each word, once looked at. */
  const bonuses = new Float64Array(names.size).fill(-1);
  const inName = new Uint16Array(names.size * count);

  function look(name: number): void {
    const words = names.wordsOf(name);
    const covered = new Set<number>();
    matches.forEach((match, at) => {
      inName[name * count + at] = pointsInName(match, words, covered);
    });
    const joined = names.joined(name);
    const whole = ` ${joined} `;
    const hasAll = matches.every((_, at) => (inName[name * count + at] as number) >= points.inName[fits.inside]);
    bonuses[name] =
      (joined === typed && typed !== '' ? bonus.isSearch : 0) +
      (hasAll ? bonus.hasAll : 0) +
      (whole.startsWith(` ${typed} `) ? bonus.begins : whole.includes(` ${typed} `) ? bonus.contains : 0) +
      (bonus.covered * covered.size) / Math.max(1, words.length);
  }

  return (document, name) => {
    if (bonuses[name] === -1) look(name);
    let sum = 0;
    for (let at = 0; at < found.length; at++) {
      const { own, sure } = found[at] as Match[typeof kind];
      const ofName = inName[name * count + at] as number;
      const ofText =
        ofName >= points.own ? 0 : own.has(document) ? points.own : sure.has(document) ? points.elsewhere : 0;
      sum += Math.max(ofName, ofText);
    }
    return Math.round((bonuses[name] as number) + sum / count);
  };
}

/** Enters the words that were found without an error into `covered`. */
function pointsInName({ fit, others }: Match, words: readonly number[], covered: Set<number>): number {
  let sum = 0;
  let missing = 0;
  for (const fitOfWord of fit) {
    let best = 0;
    for (const word of words) {
      const one = fitOfWord[word] ?? 0;
      if (one > fits.error) covered.add(word);
      best = Math.max(best, one);
    }
    if (best === 0) missing++;
    sum += pointsOfFit(best);
  }
  const typed = sum / fit.length / (missing > 0 ? 2 : 1);
  const same = others.find((other) => other.every((word) => words.includes(word)));
  if (!same) return typed;
  for (const word of same) covered.add(word);
  return Math.max(typed, points.sameMeaning);
}

function pointsOfFit(fit: number): number {
  return (points.inName as Record<number, number>)[fit] ?? 0;
}
