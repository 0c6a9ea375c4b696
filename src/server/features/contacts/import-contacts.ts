import { isDeepStrictEqual } from 'node:util';
import type { Database, Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import {
  conflict,
  invalid,
  notFound,
  refuseLargeBody,
  tooLarge,
  tooManyRequests,
  unauthorized,
  unavailable,
  wrongType,
} from '#server/errors.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { createThread } from '#server/process/thread.ts';
import { bodySizes, importBounds } from '#shared/constants.ts';
import type { ContactImport } from '#shared/contact-import.ts';
import { csvText } from '#shared/csv.ts';
import type { ImportChoices, Mapping } from '#shared/rules/contact-file.ts';
import type { Asked, Planned } from './contact-thread.ts';
import { countImport, findImport, importWait, takeBackImport, writeImport } from './import-queries.ts';
import { listContacts, listKnown } from './queries.ts';

type Given = ImportChoices & { file: Uint8Array; dry_run: boolean; mapping?: Mapping | undefined };

/**
 * Brings the people of a file into the contacts, or says what it would bring. Nobody is mailed, the file is not kept.
 * 413 and 415 for what cannot be read, 422 for a mapping of columns that are not there and a file that takes too long,
 * 409 for too many contacts, 429.
 */
export async function importContacts(
  db: Database,
  professional_id: string,
  { file, dry_run: is_dry_run, mapping: given, ...choices }: Given,
): Promise<ContactImport> {
  const whose = { professional_id, is_dry_run };
  const wait = await importWait(db, whose);
  if (wait !== undefined) tooManyRequests(wait);
  for (let tries = 0; tries < triesAtMost; tries++) {
    const known = await listKnown(db, professional_id);
    const { columns, mapping, plan } = await planned(professional_id, { file, mapping: given, known, ...choices });
    const done = await transact(db, async (trx) => {
      (await lockProfessional(trx, professional_id)) ?? unauthorized();
      // It was planned without the lock.
      const isPlanned = is_dry_run || isDeepStrictEqual(await listKnown(trx, professional_id), known);
      if (!isPlanned) return undefined;
      if (plan.made.length > 0 && known.length + plan.made.length > importBounds.contacts)
        conflict(`You can have up to ${importBounds.contacts.toLocaleString('en-AU')} contacts.`);
      const counted = await countImport(trx, whose);
      if ('wait' in counted) return tooManyRequests(counted.wait);
      if (!is_dry_run) await writeImport(trx, { professional_id, id: counted.id }, plan);
      return { id: is_dry_run ? null : counted.id, columns, mapping, ...plan.rows };
    });
    if (done) return done;
  }
  return unavailable(2);
}

/** Plans of one import, when others change the contacts meanwhile. */
const triesAtMost = 5;

/** Reads and plans: 5,000 rows of 5 MB take a third of this time, 20 MB of vCards a tenth. */
const inThread = createThread<Asked, Planned>(new URL('./contact-thread.ts', import.meta.url), {
  name: 'contacts',
  longest: 3_000,
  memoryMb: 512,
});

async function planned(professional_id: string, asked: Asked) {
  const answer = await inThread(professional_id, asked);
  if (answer === undefined) return invalid(['body', 'file'], 'Reading the file takes too long.');
  if ('missing' in answer) return invalid(['query', 'mapping'], `The file has no column “${answer.missing}”.`);
  if (!('why' in answer)) return answer;
  switch (answer.why) {
    case 'type':
      return wrongType('Save it as CSV first.');
    case 'bytes':
      return refuseLargeBody(bodySizes.contacts);
    case 'rows':
      return tooLarge(`The file has more than ${importBounds.rows.toLocaleString('en-AU')} rows.`);
    case 'broken':
      return invalid(['body', 'file'], "The file isn't a whole CSV file.");
  }
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
