import { serve } from '#server/process/thread.ts';
import { importBounds } from '#shared/constants.ts';
import { columnsOf, type ImportChoices, type Mapping, readRow, recognisedMapping } from '#shared/rules/contact-file.ts';
import { type ImportPlan, planImport } from './plan-import.ts';
import type { Known } from './queries.ts';
import { readContactFile, type Unread, UnreadFile } from './read-contact-file.ts';

export type Asked = ImportChoices & { file: Uint8Array; mapping: Mapping | undefined; known: Known[] };
/** `missing`: a column that a mapping names and the file does not have. */
export type Planned = { columns: string[]; mapping: Mapping; plan: ImportPlan } | { missing: string } | { why: Unread };

serve(({ file, mapping: given, known, ...choices }: Asked): Planned => {
  try {
    const { columns, records } = readContactFile(file);
    const names = new Set(columns);
    const missing = Object.keys(given ?? {}).find((column) => !names.has(column));
    if (missing !== undefined) return { missing };
    const mapping = given ?? recognisedMapping(columns);
    const read = columnsOf(columns, mapping);
    const rows = records.map(({ row, cells }) => ({ row, ...readRow(cells, read, { header: columns, ...choices }) }));
    return { columns, mapping, plan: planImport(known, rows, importBounds.shown) };
  } catch (error) {
    if (error instanceof UnreadFile) return { why: error.why };
    throw error;
  }
});
