import type { Database, Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, invalid, notFound, tooManyRequests, unauthorized } from '#server/errors.ts';
import { lockProfessional } from '#server/features/professionals/queries.ts';
import { importBounds } from '#shared/constants.ts';
import type { ContactImport } from '#shared/contact-import.ts';
import { csvText } from '#shared/csv.ts';
import { type Mapping, recognisedMapping } from '#shared/rules/contact-file.ts';
import { countImport, findImport, takeBackImport, writeImport } from './import-queries.ts';
import { planImport, readRows } from './plan-import.ts';
import { listContacts, listKnown } from './queries.ts';
import { readContactFile } from './read-contact-file.ts';

type Given = { file: Uint8Array; dry_run: boolean; mapping?: Mapping | undefined };

/**
 * Brings the people of a file into the contacts, or says what it would bring. Nobody is mailed, the file is not kept.
 * 413 and 415 for what cannot be read, 422 for a mapping of columns that are not there, 409 for too many contacts, 429.
 */
export async function importContacts(
  db: Database,
  professional_id: string,
  { file, dry_run: is_dry_run, mapping: given }: Given,
): Promise<ContactImport> {
  const read = await readContactFile(file);
  const { columns } = read;
  const missing = Object.keys(given ?? {}).find((column) => !columns.includes(column));
  if (missing !== undefined) invalid(['query', 'mapping'], `The file has no column “${missing}”.`);
  const mapping = given ?? recognisedMapping(columns);
  const rows = await readRows(read, mapping);
  return transact(db, async (trx) => {
    (await lockProfessional(trx, professional_id)) ?? unauthorized();
    const known = await listKnown(trx, professional_id);
    const plan = await planImport(known, rows, importBounds.shown);
    if (plan.made.length > 0 && known.length + plan.made.length > importBounds.contacts)
      conflict(`You can have up to ${importBounds.contacts.toLocaleString('en-AU')} contacts.`);
    const counted = await countImport(trx, { professional_id, is_dry_run });
    if ('wait' in counted) return tooManyRequests(counted.wait);
    if (!is_dry_run) await writeImport(trx, { professional_id, id: counted.id }, plan);
    return { id: is_dry_run ? null : counted.id, columns, mapping, ...plan.rows };
  });
}

/** Takes an import back as far as nothing has changed since; again it has no effect. 409 after 7 days. */
export function undoImport(db: Database, professional_id: string, id: string): Promise<void> {
  return transact(db, async (trx) => {
    (await lockProfessional(trx, professional_id)) ?? unauthorized();
    const found = (await findImport(trx, { professional_id, id })) ?? notFound('Import');
    if (found.is_undone) return;
    if (found.is_old) conflict(`You can undo an import for ${importBounds.undoDays} days.`);
    await takeBackImport(trx, { professional_id, id });
  });
}

/** All contacts as a file, by name. */
export async function contactsCsv(db: Db, professionalId: string): Promise<string> {
  const { results } = await listContacts(db, professionalId, { sort: 'name', skip: 0, limit: 1_000_000 });
  const rows = results.map(({ name, phone_number, email, notes }) => [
    name,
    phone_number ?? '',
    email ?? '',
    notes ?? '',
  ]);
  return csvText([['name', 'phone_number', 'email', 'notes'], ...rows]);
}
