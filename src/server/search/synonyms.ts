import { isWithinOneError } from './typing-errors.ts';

/** Words of the trade that mean the same (contract 3), as `text.ts` compares them: without accents and apostrophes. */
const groups: readonly (readonly string[])[] = [
  ['locs', 'loc', 'dreadlocks', 'dreadlock', 'dreads', 'dread', 'locks'],
  ['cornrows', 'cornrow', 'canerows', 'canerow', 'corn rows', 'cane rows'],
  ['silk press', 'press'],
  ['braids', 'braid', 'braiding', 'plaits', 'plait', 'plaiting'],
  ['sew in', 'sewin', 'weave', 'weaves'],
  ['wig', 'wigs', 'lace front', 'lace fronts', 'lacefront'],
  ['two strand', '2 strand', 'double strand'],
  ['skin fade', 'bald fade', 'zero fade'],
  ['retwist', 're twist', 'retwisting', 'palm roll', 'loc maintenance'],
  ['relaxer', 'relaxers', 'perm', 'perms'],
  ['blowout', 'blow out', 'blow dry', 'blowdry', 'blow wave', 'blowwave'],
  ['haircut', 'haircuts', 'hair cut', 'cut', 'cuts'],
  ['color', 'colour', 'coloring', 'colouring', 'dye', 'tint'],
  ['colorist', 'colourist'],
  ['highlights', 'highlight', 'foils'],
  ['line up', 'lineup', 'edge up', 'edgeup', 'shape up', 'shapeup'],
  ['wash and go', 'wash n go', 'wash go'],
  ['updo', 'up do', 'upstyle', 'up style', 'updos'],
  ['kids', 'kid', 'children', 'child', 'childrens', 'boys', 'girls'],
  ['men', 'mens', 'gents', 'gentlemens', 'male'],
  ['women', 'womens', 'ladies', 'female'],
  ['hairdresser', 'hairdressers', 'hair stylist', 'stylist', 'stylists'],
  ['barber', 'barbers', 'barbershop', 'barbering'],
  ['curly', 'curls', 'curl'],
  ['shampoo', 'wash'],
  ['grey', 'gray'],
  ['bridal', 'wedding', 'bride'],
  ['afro', 'natural hair'],
  ['deep conditioning', 'deep condition', 'deep treatment', 'hydration'],
  ['extensions', 'extension', 'tape ins', 'weft'],
  ['beard', 'beards', 'facial hair'],
  ['shave', 'shaving', 'cut throat', 'wet shave'],
  ['scalp', 'dandruff'],
  ['passion twists', 'passion twist', 'spring twists'],
  ['st', 'saint'],
  ['faux locs', 'fake locs', 'goddess locs'],
];

const phrases = groups.flatMap((group) =>
  group.map((phrase) => ({
    words: phrase.split(' '),
    others: group.filter((other) => other !== phrase).map((other) => other.split(' ')),
  })),
);
const longestFirst = phrases.toSorted((a, b) => b.words.length - a.words.length);
const singleWords = phrases.flatMap(({ words }) => (words.length === 1 ? words : []));
/** Shorter words are too near to others to be taken for a word of the trade with an error. */
const shortestWithError = 6;

/** A word or phrase of a search, of which every word must be found, and what may be found in its place. */
export type Sought = { words: string[]; others: string[][] };

/** Takes a search apart into words and phrases of the trade; the order of words does not matter. */
export function soughtOf(searchWords: readonly string[]): Sought[] {
  const left = new Set(searchWords);
  const found: (Sought & { at: number })[] = [];
  for (const { words, others } of longestFirst) {
    if (!words.every((word) => left.has(word))) continue;
    for (const word of words) left.delete(word);
    found.push({ words, others, at: searchWords.indexOf(words[0] as string) });
  }
  for (const word of left) found.push({ words: [word], others: meant(word), at: searchWords.indexOf(word) });
  return found.sort((a, b) => a.at - b.at).map(({ words, others }) => ({ words, others }));
}

/** What stands for a word with a typing error, if it can only be one word of the trade. */
function meant(word: string): string[][] {
  if (word.length < shortestWithError) return [];
  const near = singleWords.filter((other) => isWithinOneError(word, other));
  const others = near.flatMap(
    (one) => phrases.find(({ words }) => words.length === 1 && words[0] === one)?.others ?? [],
  );
  return [...new Map(others.map((other) => [other.join(' '), other])).values()];
}
