/** Letters that Unicode does not take apart into a letter and a mark. */
export const plainLetters: Record<string, string> = {
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  þ: 'th',
  ς: 'σ',
  '\u2010': '-',
};
const noPlainLetter = /[đðħıłŋøœæßþς\u2010]/g;

/**
 * What names are written with or without: apostrophes, so that `O'Brien`, `O’Brien` and `obrien` are one word, the
 * middle dot, geresh and gershayim, and what nobody sees.
 */
export const unwritten =
  "'’‘ʼʻ`´′·\u05f3\u05f4\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff";
const unwrittenPattern = new RegExp(`[${unwritten}]`, 'g');

/** A text as it is compared: lower case, without accents and apostrophes. `folded` of server/db is its twin in SQL. */
export function fold(text: string): string {
  const written = text.replace(unwrittenPattern, '');
  // Most texts are plain ASCII, in which there is nothing to take apart.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII itself
  if (/^[\x00-\x7f]*$/.test(written)) return written.toLowerCase();
  return written
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(noPlainLetter, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');
}
