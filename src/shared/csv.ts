/**
 * Cells that a spreadsheet would take for a formula (contract 18 and 19), whatever blanks of any kind, marks that nobody
 * sees and apostrophes stand before it.
 */
const formula = /^[\s'\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]*[=+\-@\t\r\n＝＋－＠]/u;

/** A CSV file with BOM (RFC 4180, CRLF); a cell that looks like a formula gets an apostrophe before it. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')}`;
}

function written(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What a cell says: without the apostrophe of `csvText`, and of `="0412"`, which keeps a spreadsheet's zeros, `0412`. */
export function cellText(cell: string): string {
  if (cell.startsWith("'") && formula.test(cell.slice(1))) return cell.slice(1);
  return /^="(.*)"$/s.exec(cell.trim())?.[1]?.replaceAll('""', '"') ?? cell;
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

/** The text of a file: by its mark, else UTF-8 if most of it is that, else as spreadsheets of Windows write it. */
export function fileText(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder().decode(bytes);
  if ((first === 0xef && second === 0xbb && third === 0xbf) || !text.includes('\ufffd')) return text;
  let [right, wrong] = [0, 0];
  for (const letter of text)
    if (letter === '\ufffd') wrong++;
    else if (letter > '\u007f') right++;
  return right >= wrong ? text : new TextDecoder('windows-1252').decode(bytes);
}
