import type { ContactImport } from '#shared/contact-import.ts';
import { cellText, csvRecords, csvText, fileText } from '#shared/csv.ts';
import { headerAt } from '#shared/rules/contact-file.ts';

/**
 * The rows of a file that cannot be added, as they stand there, with their number and what is wrong, to be set right and
 * imported again; of vCards the number and what is wrong alone.
 */
export function rowsToFix(file: Uint8Array, { columns, faulty }: Pick<ContactImport, 'columns' | 'faulty'>): string {
  const text = fileText(file).replace(/^sep=[,;\t]\r?\n/i, '');
  const records = ([',', ';', '\t'] as const)
    .map((delimiter) => csvRecords(text, delimiter))
    .map((all) => all.slice(headerAt(all)))
    .find(([header]) => JSON.stringify(header) === JSON.stringify(columns));
  const cells = (row: number) => (records ? columns.map((_, index) => cellText(records[row - 1]?.[index] ?? '')) : []);
  return csvText([
    [...(records ? columns : []), 'row', 'problem'],
    ...faulty.map(({ row, problem }) => [...cells(row), String(row), problem]),
  ]);
}
