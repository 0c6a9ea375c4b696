/** What of a client's notes is read first, by the words that say so. */
type NoteFacts = { formula: string | undefined; careful: string[] };

const formulaWord = /\bformula\b/i;
const carefulWord = /\b(allerg\w*|sensitiv\w*|reacts?|reaction|patch test\w*|careful|warning)\b/i;
const most = 3;

/** The newest line with a formula and those that warn; notes have the newest day first. */
export function factsOfNotes(notes: string): NoteFacts {
  const lines = notes
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return {
    formula: lines.find((line) => formulaWord.test(line)),
    careful: [...new Set(lines.filter((line) => carefulWord.test(line)))].slice(0, most),
  };
}
