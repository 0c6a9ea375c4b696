import { lengths, rawLength } from '../constants.ts';
import { cutText } from '../cut-text.ts';
import { emailAddress, isEmailAddress } from './email-address.ts';
import { fold } from './fold.ts';
import { hasLetter, nameOf, namePattern, phoneDigits, phonePattern } from './person.ts';

/** What of a contact a column of a file holds. */
export const importFields = ['name', 'first_name', 'last_name', 'phone_number', 'email', 'notes'] as const;
export type ImportField = (typeof importFields)[number];
/** The field of each column that is read. */
export type Mapping = Record<string, ImportField>;

/** A row as it would be kept, and what is wrong with it. */
export type ReadRow = {
  name: string;
  phone_number: string | null;
  email: string | null;
  notes: string | null;
  problem?: string;
};

/**
 * How Fresha, Booksy, Square, Google, Outlook, vCards and our own file name their columns, as `headerOf` writes them.
 */
const recognised: [ImportField, RegExp][] = [
  ['name', /^((full|client|customer|contact|display) )?name$|^(client|customer|fn)$/],
  ['first_name', /^(first|given) ?name$|^forename$/],
  ['last_name', /^(last|family) ?name$|^surname$/],
  [
    'phone_number',
    /^((mobile|cell|primary|home|work|business|contact) ?)?(tele)?phone( number)?( \d)?( value)?$|^(mobile|cell)( number)?$|^contact number$|^tel$/,
  ],
  ['email', /^(primary |client |customer )?e ?mail( address)?( \d)?( value)?$/],
  ['notes', /^((client|customer|internal|staff) )?(notes?|memo|comments?|remarks?|description)$/],
];

/** Of a header longer than any that is known, the beginning is enough. */
const headerOf = (column: string) =>
  fold(column.slice(0, 100))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The mapping of the columns that other products' files have. */
export function recognisedMapping(columns: readonly string[]): Mapping {
  const found = columns.flatMap((column): [string, ImportField][] => {
    const header = headerOf(column);
    const field = recognised.find(([, names]) => names.test(header))?.[0];
    return field ? [[column, field]] : [];
  });
  const has = (field: ImportField) => found.some(([, one]) => one === field);
  // Beside a surname alone, `Name` is the other one.
  const nameIsFirst = has('last_name') && !has('first_name');
  return Object.fromEntries(
    found.map(([column, field]) => [column, field === 'name' && nameIsFirst ? 'first_name' : field]),
  );
}

/** What a file of ours, and of others, puts before a cell that a spreadsheet would take for a formula. */
const guarded = /^'(?=[ ]*[=+\-@\t\r])/;
/** Between several numbers or addresses in one cell. */
const severalNumbers = / ::: |[/;\r\n]/;
const severalAddresses = / ::: |[;,\s]/;
/** An Australian number whose first zero a spreadsheet took for nothing. */
const withoutZero = /^[23478]\d{8}$/;

const firstOf = (cell: string, separator: RegExp) =>
  cell
    .split(separator)
    .map((part) => part.trim())
    .find((part) => part !== '') ?? '';

/** A number as contacts have it, whether it is one or not; '' for none. */
export function importedNumber(cell: string): string {
  const first = firstOf(cell, severalNumbers);
  if (first.length > rawLength(lengths.phone.max)) return first;
  const digits = phoneDigits(first.replace(/^'|^tel:/i, '').replace(/\.0$/, ''));
  return withoutZero.test(digits) ? `0${digits}` : digits;
}

/** A name with what names may hold alone, no longer than they may be. */
function importedName(typed: string): string {
  const kept = Array.from(nameOf(typed), (letter) =>
    namePattern.test(letter) ? letter : /\p{N}/u.test(letter) ? '' : ' ',
  );
  const name = nameOf(kept.join('').replace(/\s+/g, ' '));
  return nameOf(
    name
      .slice(0, lengths.name.max)
      .toWellFormed()
      .replace(/\ufffd$/, ''),
  );
}

/** A row of cells, by the fields of their columns. */
export function readRow(cells: readonly string[], fields: readonly (ImportField | undefined)[]): ReadRow {
  const long = cells.findIndex((cell, index) => fields[index] && cell.length > rawLength(lengths.contactNotes.max));
  if (long >= 0) return tooLongRow(cells[long] ?? '', fields[long]);
  const cellsOf = (field: ImportField) =>
    cells.flatMap((cell, index) => {
      const text = fields[index] === field ? storable(cell).replace(guarded, '').trim() : '';
      return text === '' ? [] : [text];
    });
  const [first = ''] = cellsOf('first_name');
  const [last = ''] = cellsOf('last_name');
  const typed = (cellsOf('name')[0] ?? `${first} ${last}`).replace(/\s+/g, ' ').trim();
  const [phone = ''] = cellsOf('phone_number').map(importedNumber);
  const [address = ''] = cellsOf('email').map((cell) => firstOf(cell.replace(/^mailto:/i, ''), severalAddresses));
  const name = importedName(typed);
  const notes = [...new Set([...cellsOf('notes'), ...(name === nameOf(typed) ? [] : [typed])])].join('\n\n');
  const row = {
    name,
    phone_number: phone || null,
    email: address === '' ? null : emailAddress(address),
    notes: notes || null,
  };
  const problem = problemOf(row, typed);
  return problem === undefined ? row : { ...shown(row, typed), problem };
}

/** A row with a cell that is looked at no further. */
function tooLongRow(cell: string, field: ImportField | undefined): ReadRow {
  const problem = field === 'phone_number' ? numberTooLong : field === 'email' ? badAddress : notesTooLong;
  return { name: cutText(cell.trim(), lengths.name.max), phone_number: null, email: null, notes: null, problem };
}

/** As much of a faulty row as people need to find it. */
function shown({ name, phone_number, email, notes }: ReadRow, typed: string): ReadRow {
  const cut = (text: string | null, { max }: { max: number }) => text && cutText(text, max);
  return {
    name: cutText(name || typed, lengths.name.max),
    phone_number: cut(phone_number, lengths.name),
    email: cut(email, lengths.email),
    notes: cut(notes, lengths.contactNotes),
  };
}

/** A text that PostgreSQL can store. */
function storable(cell: string): string {
  return cell.replaceAll('\0', '').toWellFormed();
}

function problemOf({ name, phone_number, email, notes }: Omit<ReadRow, 'problem'>, typed: string): string | undefined {
  if (typed === '') return "There's no name.";
  if (!hasLetter(name)) return 'The name has no letters.';
  if (phone_number !== null && !phonePattern.test(phone_number)) return 'The phone number must only contain digits.';
  if (phone_number !== null && phone_number.length < lengths.phone.min) return 'The phone number is too short.';
  if (phone_number !== null && phone_number.length > lengths.phone.max) return numberTooLong;
  if (email !== null && !isEmailAddress(email)) return badAddress;
  if (notes !== null && notes.length > lengths.contactNotes.max) return notesTooLong;
  return undefined;
}

const numberTooLong = 'The phone number is too long.';
const badAddress = "The email address isn't right.";
export const notesTooLong = `The notes are longer than ${lengths.contactNotes.max.toLocaleString('en-AU')} characters.`;
