import type { ContactImport } from '#shared/contact-import.ts';
import { csvRecords, csvText } from '#shared/csv.ts';

/**
 * The rows of a file that cannot be added, as they stand there, with their number and what is wrong, to be set right and
 * imported again; of vCards the number and what is wrong alone.
 */
export function rowsToFix(file: Uint8Array, { columns, faulty }: Pick<ContactImport, 'columns' | 'faulty'>): string {
  const text = decode(file).replace(/^sep=[,;\t]\r?\n/i, '');
  const records = ([',', ';', '\t'] as const)
    .map((delimiter) => csvRecords(text, delimiter))
    .find(([header]) => JSON.stringify(header) === JSON.stringify(columns));
  const cells = (row: number) => (records ? columns.map((_, index) => records[row - 1]?.[index] ?? '') : []);
  return csvText([
    [...(records ? columns : []), 'row', 'problem'],
    ...faulty.map(({ row, problem }) => [...cells(row), String(row), problem]),
  ]);
}

/** As the server reads it: by its mark, else UTF-8, else what spreadsheets of Windows write. */
function decode(file: Uint8Array): string {
  const [first, second] = file;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(file);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}
