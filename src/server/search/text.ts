import { searchBounds } from '#shared/constants.ts';
import { fold } from '#shared/rules/fold.ts';

/** An underscore is part of a word that has a letter or digit, and a percent sign of its number. */
const wordPattern = /(?<!_)_*[\p{L}\p{N}][\p{L}\p{N}_]*(?:(?<=\p{N})%)?/gu;
/** Signs that are words of their own: all but those that sentences and names are written with. */
const signPattern = /[^\p{L}\p{N}\p{Z}\p{C}\p{M}.,;:!?"“”„«»()[\]{}\-–—/&…·•]/gu;

/** The different words of a text, in its order: runs of letters and digits, and signs such as `%` or an emoji. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  return [...new Set([...(folded.match(wordPattern) ?? []), ...(folded.match(signPattern) ?? [])])];
}

/** Words that join what is searched for, and are not searched for themselves. */
const joiningWords = new Set(['a', 'an', 'and', 'at', 'for', 'in', 'me', 'my', 'near', 'of', 'the', 'with']);

/**
 * The words of a search that count (contract 3): the first six different ones without those that only join others;
 * signs only where they stand alone. Undefined without any text, and none for nothing but punctuation.
 */
export function searchWords(search: string | undefined): string[] | undefined {
  if (search === undefined || search.trim() === '') return undefined;
  const words = new Set<string>();
  for (const part of fold(search).split(/\s+/)) {
    for (const word of part.match(wordPattern) ?? part.match(signPattern) ?? []) words.add(word);
  }
  const counted = [...words].slice(0, searchBounds.words);
  const sought = counted.filter((word) => !joiningWords.has(word));
  return sought.length > 0 ? sought : counted;
}

/** How many letters a word has, whatever its script. */
export function lettersOf(word: string): number {
  // A word in UTF-16 is at least as long as it has letters; only long ones need no counting.
  return word.length < 4 ? [...word].length : word.length;
}

/** The words of a text in their order with a blank between them, so that texts that differ in signs alone are equal. */
export function joinedWords(text: string): string {
  return (fold(text).match(wordPattern) ?? []).join(' ');
}
