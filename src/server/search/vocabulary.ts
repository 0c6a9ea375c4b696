import { Bits, Numbers } from './numbers.ts';
import { findsBeginnings } from './words.ts';

/** So many words are searched one by one before the joined text is made anew. */
const longestTail = 500;

/** So many words of searches are remembered until the next change; each takes a bit per document. */
const remembered = 64;

/** What ICU, and with it PostgreSQL's `[:alnum:]`, counts as part of a word. */
const partOfWord = /[\p{L}\p{Nd}]$/u;

/** The words of all documents, each with the numbers of the documents that contain it. */
export class Vocabulary {
  #words: string[] = [];
  #numbers = new Map<string, number>();
  #documents: number[][] = [];
  /**
   * The first words between line feeds, so that a single pass finds all that contain a text, and where each of them
   * starts.
   */
  #joined = '\n';
  #starts = new Numbers();
  #found = new Map<string, Bits>();

  /** Enters the words of a document. */
  add(document: number, words: Iterable<string>): void {
    this.#found.clear();
    for (const word of words) {
      const known = this.#numbers.get(word);
      if (known !== undefined) {
        (this.#documents[known] as number[]).push(document);
        continue;
      }
      this.#numbers.set(word, this.#words.length);
      this.#words.push(word);
      this.#documents.push([document]);
    }
  }

  /** The documents that have a word which contains this one, or begins with it when it is short. */
  documentsWith(word: string): Bits {
    const known = this.#found.get(word);
    if (known) return known;
    const documents = new Bits(0);
    for (const number of this.#wordsWith(word)) {
      for (const document of this.#documents[number] as number[]) documents.add(document);
    }
    if (this.#found.size >= remembered) this.#found.clear();
    this.#found.set(word, documents);
    return documents;
  }

  #wordsWith(word: string): number[] {
    if (this.#words.length - this.#starts.length > longestTail) this.#join();
    const found: number[] = [];
    for (
      let at = nextMatch(this.#joined, word, 0);
      at !== -1;
      at = nextMatch(this.#joined, word, this.#endOf(found.at(-1) ?? 0))
    ) {
      found.push(this.#wordAt(at));
    }
    for (let number = this.#starts.length; number < this.#words.length; number++) {
      if (nextMatch(this.#words[number] as string, word, 0) !== -1) found.push(number);
    }
    return found;
  }

  #join(): void {
    let end = this.#joined.length;
    for (let number = this.#starts.length; number < this.#words.length; number++) {
      this.#starts.push(end);
      end += (this.#words[number] as string).length + 1;
    }
    this.#joined = `\n${this.#words.join('\n')}\n`;
  }

  #endOf(number: number): number {
    return this.#starts.at(number) + (this.#words[number] as string).length;
  }

  /** The word that lies at this position of the joined text. */
  #wordAt(position: number): number {
    let low = 0;
    for (let high = this.#starts.length - 1; low < high; ) {
      const middle = (low + high + 1) >>> 1;
      if (this.#starts.at(middle) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Where the text has the word next, from a position on; -1 when nowhere. */
function nextMatch(text: string, word: string, from: number): number {
  const anywhere = !findsBeginnings(word);
  let at = text.indexOf(word, from);
  while (at !== -1 && !anywhere && partOfWord.test(text.slice(Math.max(0, at - 2), at)))
    at = text.indexOf(word, at + 1);
  return at;
}
