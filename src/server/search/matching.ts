import { Bits } from './numbers.ts';
import { type Sought, soughtOf } from './synonyms.ts';
import { type FoundWords, fits, WordIndex } from './word-index.ts';

/** So many words of searches are remembered until the next change; each takes a few bits per document. */
const remembered = 64;

/** Documents that have what was typed: at all, without a typing error, and that in their own text. */
type Matched = { any: Bits; sure: Bits; own: Bits };

/** Where a word or phrase of a search is found, and how well it fits words (`fits`). */
export type Match = {
  services: Matched;
  professionals: Matched;
  /** For each typed word how well each word fits it, by its number. */
  fit: Uint8Array[];
  /** Words, by their numbers, of which all together mean the same. */
  others: number[][];
};

type WordMatch = { services: Matched; professionals: Matched };

/** Which services a professional has, and whose a service is; one that changed is listed under another number. */
type Members = {
  servicesOf(professional: number): readonly number[];
  professionalOf(service: number): number;
  isListed(service: number): boolean;
};

/**
 * Finds words in the texts of services and professionals. A service is found by its professional's words, too, and a
 * professional by the services' (contract 3).
 */
export class Matching {
  readonly words = new WordIndex();
  #members: Members;
  /** For each word the services and the professionals whose own text has it. */
  #services: number[][] = [];
  #professionals: number[][] = [];
  #found = new Map<string, { match: WordMatch; words: FoundWords }>();
  #same = new Map<number, WordMatch>();

  constructor(members: Members) {
    this.#members = members;
  }

  enterService(service: number, words: Iterable<string>): void {
    this.#enter(this.#services, service, words);
  }

  enterProfessional(professional: number, words: Iterable<string>): void {
    this.#enter(this.#professionals, professional, words);
  }

  /** To be called after a change of what is listed, too: what was found is remembered until then. */
  forget(): void {
    this.#found.clear();
    this.#same.clear();
  }

  #enter(lists: number[][], document: number, words: Iterable<string>): void {
    this.forget();
    for (const word of words) {
      const number = this.words.numberOf(word);
      const list = lists[number];
      if (list) list.push(document);
      else lists[number] = [document];
    }
  }

  /** A match for each word or phrase of a search. */
  find(words: readonly string[]): Match[] {
    return soughtOf(words).map((sought) => this.#matchOf(sought));
  }

  #matchOf({ words, others }: Sought): Match {
    const typed = words.map((word) => this.#typed(word));
    const known = others
      .map((other) => other.map((word) => this.words.known(word)))
      .filter((other): other is number[] => other.every((word) => word !== undefined));
    const inPlace = known.map((other) => allOf(other.map((word) => this.#exactly(word))));
    const match = anyOf([allOf(typed.map(({ match }) => match)), ...inPlace]);
    return { ...match, fit: typed.map(({ words: found }) => fitOf(found, this.words.size)), others: known };
  }

  /** What a typed word finds, remembered until the next change. */
  #typed(word: string): { match: WordMatch; words: FoundWords } {
    const known = this.#found.get(word);
    if (known) return known;
    const words = this.words.find(word);
    const sure = words.words.filter((_, at) => (words.fit[at] as number) > fits.error);
    const found = { match: this.#documentsWith(words.words, sure), words };
    if (this.#found.size >= remembered) this.#found.clear();
    this.#found.set(word, found);
    return found;
  }

  /** What has exactly this word. */
  #exactly(word: number): WordMatch {
    const known = this.#same.get(word);
    if (known) return known;
    const found = this.#documentsWith([word], [word]);
    if (this.#same.size >= remembered) this.#same.clear();
    this.#same.set(word, found);
    return found;
  }

  #documentsWith(words: readonly number[], sure: readonly number[]): WordMatch {
    const ownServices = unionOf(this.#services, sure);
    const ownProfessionals = unionOf(this.#professionals, sure);
    const sureOnes = this.#shared(ownServices, ownProfessionals);
    const anyOnes =
      words.length === sure.length
        ? sureOnes
        : this.#shared(unionOf(this.#services, words), unionOf(this.#professionals, words));
    return {
      services: { any: anyOnes.services, sure: sureOnes.services, own: ownServices },
      professionals: { any: anyOnes.professionals, sure: sureOnes.professionals, own: ownProfessionals },
    };
  }

  /** With the services of the professionals, and the professionals of the services. */
  #shared(services: Bits, professionals: Bits): { services: Bits; professionals: Bits } {
    const ofProfessionals = new Bits();
    const ofServices = new Bits();
    professionals.forEach((professional) => {
      for (const service of this.#members.servicesOf(professional)) ofProfessionals.add(service);
    });
    services.forEach((service) => {
      if (this.#members.isListed(service)) ofServices.add(this.#members.professionalOf(service));
    });
    return { services: services.or([ofProfessionals]), professionals: professionals.or([ofServices]) };
  }
}

function unionOf(lists: readonly number[][], words: readonly number[]): Bits {
  const documents = new Bits();
  for (const word of words) for (const document of lists[word] ?? []) documents.add(document);
  return documents;
}

function allOf([first, ...others]: WordMatch[]): WordMatch {
  const joined = (of: (match: WordMatch) => Bits) =>
    first === undefined ? new Bits() : others.length === 0 ? of(first) : of(first).and(others.map(of));
  return joinedBy(joined);
}

function anyOf([first, ...others]: WordMatch[]): WordMatch {
  const joined = (of: (match: WordMatch) => Bits) =>
    first === undefined ? new Bits() : others.length === 0 ? of(first) : of(first).or(others.map(of));
  return joinedBy(joined);
}

function joinedBy(joined: (of: (match: WordMatch) => Bits) => Bits): WordMatch {
  return {
    services: {
      any: joined(({ services }) => services.any),
      sure: joined(({ services }) => services.sure),
      own: joined(({ services }) => services.own),
    },
    professionals: {
      any: joined(({ professionals }) => professionals.any),
      sure: joined(({ professionals }) => professionals.sure),
      own: joined(({ professionals }) => professionals.own),
    },
  };
}

function fitOf({ words, fit }: FoundWords, size: number): Uint8Array {
  const fits = new Uint8Array(size);
  for (let at = 0; at < words.length; at++) fits[words[at] as number] = fit[at] as number;
  return fits;
}
