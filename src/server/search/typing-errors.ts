/**
 * Whether two words are the same but for at most one typing error: a letter missing, added or wrong, or two neighbours
 * swapped.
 */
export function isWithinOneError(typed: string, word: string): boolean {
  if (Math.abs(typed.length - word.length) > 1) return false;
  let start = 0;
  while (start < typed.length && start < word.length && typed[start] === word[start]) start++;
  let typedEnd = typed.length;
  let wordEnd = word.length;
  while (typedEnd > start && wordEnd > start && typed[typedEnd - 1] === word[wordEnd - 1]) {
    typedEnd--;
    wordEnd--;
  }
  const typedRest = typedEnd - start;
  const wordRest = wordEnd - start;
  if (typedRest <= 1 && wordRest <= 1) return true;
  return typedRest === 2 && wordRest === 2 && typed[start] === word[start + 1] && typed[start + 1] === word[start];
}

/** Shorter words have too many others that begin like them. */
const shortestBeginning = 5;

/**
 * Whether a word begins with what was typed but for one error before its last letter: `briad` finds `braids`. An error
 * at the end would find every word that begins a letter shorter.
 */
export function beginsWithinOneError(typed: string, word: string): boolean {
  if (typed.length < shortestBeginning || word.length < typed.length) return false;
  const last = typed[typed.length - 1];
  for (let length = typed.length - 1; length <= typed.length + 1 && length <= word.length; length++) {
    if (word[length - 1] !== last) continue;
    const beginning = word.slice(0, length);
    if (!typed.startsWith(beginning) && isWithinOneError(typed, beginning)) return true;
  }
  return false;
}
