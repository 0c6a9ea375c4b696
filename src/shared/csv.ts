/** Cells that a spreadsheet would take for a formula (contract 18 and 19), blanks before it aside. */
const formula = /^[ ]*[=+\-@\t\r]/;

/** A CSV file with BOM (RFC 4180, CRLF); a cell that looks like a formula gets an apostrophe before it. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

function cell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The cells of a file, blank lines too; what is quoted wrongly is taken as it stands. */
export function csvRecords(text: string, delimiter: ',' | ';' | '\t'): string[][] {
  const cells = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^${delimiter}\r\n]*))(${delimiter}|\r\n|\n|\r|$)`, 'gy');
  const records: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(cells)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== delimiter) records.push([]);
  }
  return records;
}
