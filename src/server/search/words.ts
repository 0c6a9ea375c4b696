import { searchBounds } from '#shared/constants.ts';

/** The different words of a search that count, in lower case (contract 3). */
export function searchWords(search: string | undefined): string[] {
  return wordsOf(search ?? '').slice(0, searchBounds.words);
}

/** The different words of a text between white space, in lower case. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().split(/\s+/))].filter((word) => word !== '');
}

/** Whether a word is so short that it is found only where a word begins. */
export function findsBeginnings(word: string): boolean {
  return [...word].length < searchBounds.anywhereFrom;
}
