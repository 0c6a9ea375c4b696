import { searchBounds } from '#shared/constants.ts';
import { Numbers } from './numbers.ts';
import { lettersOf } from './text.ts';
import { beginsWithinOneError, isWithinOneError } from './typing-errors.ts';

/** So many new words are looked at one by one before the joined text is made anew. */
const longestTail = 500;

/** How well a word that was found fits what was typed: the higher the better, 0 is not at all. */
export const fits = { whole: 10, beginning: 8, inside: 6, error: 4, beginningWithError: 3 } as const;

/** Words that were found for a typed one, and how well each fits (`fits`). */
export type FoundWords = { words: number[]; fit: number[] };

/** A word of nothing but digits is a number: one digit more or less is another one. */
const number = /^\p{N}+%?$/u;

/** All different words, numbered as they come, and which of them a typed word finds. */
export class WordIndex {
  #words: string[] = [];
  #numbers = new Map<string, number>();
  /** One bit for each letter of a word, by which most words are told apart from a typed one without reading them. */
  #letters = new Numbers();
  /**
   * The first words between line feeds, so that a single pass finds all that contain a text, and where each of them
   * starts.
   */
  #joined = '\n';
  #starts = new Numbers();

  get size(): number {
    return this.#words.length;
  }

  numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#words.length;
    this.#numbers.set(word, number);
    this.#words.push(word);
    this.#letters.push(letterBits(word));
    return number;
  }

  known(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  /** The words that a typed word finds (contract 3). */
  find(typed: string): FoundWords {
    const found: FoundWords = { words: [], fit: [] };
    const enter = (word: number, fit: number) => {
      found.words.push(word);
      found.fit.push(fit);
    };
    for (const word of this.#containing(typed)) enter(word, fitOf(typed, this.#words[word] as string));
    if (lettersOf(typed) >= searchBounds.errorFrom && !number.test(typed)) this.#nearly(typed, enter);
    return found;
  }

  /** Words that contain the typed one, or begin with it where it is short. */
  #containing(typed: string): number[] {
    if (this.#words.length - this.#starts.length > longestTail) this.#join();
    const sought = lettersOf(typed) < searchBounds.anywhereFrom ? `\n${typed}` : typed;
    const shift = sought.length - typed.length;
    const found: number[] = [];
    for (let at = this.#joined.indexOf(sought); at !== -1; ) {
      const word = this.#wordAt(at + shift);
      found.push(word);
      at = this.#joined.indexOf(sought, this.#starts.at(word) + (this.#words[word] as string).length);
    }
    for (let word = this.#starts.length; word < this.#words.length; word++) {
      if (`\n${this.#words[word]}`.includes(sought)) found.push(word);
    }
    return found;
  }

  /** Words that are, or begin with, the typed one but for one typing error. */
  #nearly(typed: string, enter: (word: number, fit: number) => void): void {
    const letters = letterBits(typed);
    for (let number = 0; number < this.#words.length; number++) {
      // One error leaves out at most one letter of those that were typed.
      const missing = letters & ~this.#letters.at(number);
      if ((missing & (missing - 1)) !== 0) continue;
      const word = this.#words[number] as string;
      if (word.length < typed.length - 1 || word.includes(typed)) continue;
      if (isWithinOneError(typed, word)) enter(number, fits.error);
      else if (beginsWithinOneError(typed, word)) enter(number, fits.beginningWithError);
    }
  }

  #join(): void {
    let end = this.#joined.length;
    for (let number = this.#starts.length; number < this.#words.length; number++) {
      this.#starts.push(end);
      end += (this.#words[number] as string).length + 1;
    }
    this.#joined = `\n${this.#words.join('\n')}\n`;
  }

  /** The word that lies at this place of the joined text. */
  #wordAt(place: number): number {
    let low = 0;
    for (let high = this.#starts.length - 1; low < high; ) {
      const middle = (low + high + 1) >>> 1;
      if (this.#starts.at(middle) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function fitOf(typed: string, word: string): number {
  if (word === typed) return fits.whole;
  return word.startsWith(typed) ? fits.beginning : fits.inside;
}

function letterBits(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}
