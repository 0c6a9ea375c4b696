import { lengths, rawLength } from '../constants.ts';
import { cutText } from '../cut-text.ts';
import { isBlank } from './blank.ts';
import { emailAddress, isEmailAddress } from './email-address.ts';
import { fold } from './fold.ts';
import { hasLetter, nameOf, namePattern, phoneDigits, phonePattern } from './person.ts';

/** What of a contact a column of a file holds. */
export const importFields = ['name', 'first_name', 'last_name', 'phone_number', 'email', 'notes'] as const;
export type ImportField = (typeof importFields)[number];
/** The field of each column that is read. */
export type Mapping = Record<string, ImportField>;
/** The columns of each field, in the order in which they are read. */
export type Columns = Record<ImportField, number[]>;

/** What is shown of a row as it would be kept. */
type Entry = { name: string; phone_number: string | null; email: string | null; notes: string | null };
/** A row: its notes one by one, what was typed and is not kept among them, and what is wrong. */
export type ReadRow = Omit<Entry, 'notes'> & {
  notes: string[];
  /** The name as it was typed. */
  typed: string;
  /** Whether a column says that the professional does not want them. */
  blocked: boolean;
  /** Why a number or address stands in the notes alone. */
  partial: string[];
  problem?: string;
};
/** `lenient`: a number or address that cannot be kept becomes a note. `rest_in_notes`: so do columns that lead nowhere. */
export type ImportChoices = { lenient: boolean; rest_in_notes: boolean };

const whose = '(?:client|customer|guest|contact)';
/** How other products' files, Google, Outlook, vCards and our own file name their columns, as `headerOf` writes them. */
const recognised: [ImportField, RegExp][] = [
  ['name', new RegExp(`^(${whose} )?((full|display) )?name$|^(client|customer|fn)$`)],
  ['first_name', new RegExp(`^(${whose} )?((first|given) ?name|forename)$`)],
  ['last_name', new RegExp(`^(${whose} )?((last|family) ?name|surname)$`)],
  [
    'phone_number',
    /^(?=(.* )?((tele)?phone|tel|mobile|cell(ular|phone)?)( |$)|(sms|contact) number$)((client|customer|guest|contact|mobile|cell(ular|phone)?|sms|home|work|business|company|main|primary|other|preferred|(tele)?phone|tel|number|no|value|\d)( |$))+$/,
  ],
  ['email', new RegExp(`^(${whose} |(primary|home|work|personal|business) )?e ?mail( address| \\d| value)*$`)],
  ['notes', new RegExp(`^(${whose} |(internal|staff) )?(notes?|memo|comments?|remarks?|description)$`)],
];
const saysMobile = /\b(mobile|cell(ular|phone)?)\b/;

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

/** Records with anything in them among which a header is looked for. */
const headerWithin = 20;

/**
 * Where a file's header stands: below blank records, and below a title, which has fewer cells and names no column that
 * is known.
 */
export function headerAt(records: readonly (readonly string[])[]): number {
  const rows: { at: number; cells: number; isTitle: boolean; hasName: boolean }[] = [];
  for (let at = 0; at < records.length && rows.length < headerWithin; at++) {
    const cells = (records[at] ?? []).filter((cell) => cell.trim() !== '');
    const fields: string[] = Object.values(recognisedMapping(cells));
    const hasName = fields.some((field) => field.includes('name'));
    if (cells.length > 0) rows.push({ at, cells: cells.length, isTitle: fields.length === 0, hasName });
  }
  const [first, second] = rows;
  const named = rows.findIndex(({ hasName }) => hasName);
  const cells = rows[named]?.cells ?? 0;
  if (named > 0 && rows.slice(0, named).every((row) => row.isTitle && row.cells < cells)) return rows[named]?.at ?? 0;
  const isTitled = first?.isTitle && first.cells === 1 && second !== undefined && second.cells > 1;
  return (isTitled ? second : first)?.at ?? 0;
}

/** The columns that a mapping names; numbers that say to be mobile ones come first. */
export function columnsOf(header: readonly string[], mapping: Mapping): Columns {
  const isMobile = (index: number) => saysMobile.test(headerOf(header[index] ?? ''));
  const of = (field: ImportField) =>
    [...header.keys()].filter((index) => {
      const column = header[index] ?? '';
      return Object.hasOwn(mapping, column) && mapping[column] === field;
    });
  const all = Object.fromEntries(importFields.map((field) => [field, of(field)])) as Columns;
  const numbers = all.phone_number;
  return { ...all, phone_number: [...numbers.filter(isMobile), ...numbers.filter((index) => !isMobile(index))] };
}

/** Between several numbers or addresses in one cell. */
const severalNumbers = / ::: |[/;\r\n]/;
const severalAddresses = / ::: |[;,\s]/;
/** An Australian number whose first zero a spreadsheet took for nothing. */
const withoutZero = /^[23478]\d{8}$/;
/** No number of the world has more digits (E.164); two of them that a blank parts have. */
const longestNumber = 15;

const firstOf = (cell: string, separator: RegExp) =>
  cell
    .split(separator)
    .map((part) => part.trim())
    .find((part) => part !== '') ?? '';

/** A number as contacts have it, whether it is one or not; '' for none. */
export function importedNumber(cell: string): string {
  const first = firstOf(cell, severalNumbers);
  if (first.length > rawLength(lengths.phone.max)) return first;
  const digits = phoneDigits(first.replace(/^'|^tel:/i, '').replace(/\.0+$/, ''));
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

const saysBlocked = /(^| )(blocked|banned|blacklisted)( |$)/;
const yes = /^(yes|y|true|1|x|✓|blocked|banned)$/i;
const no = /^(no|n|false|0)$/i;

/** What the columns that lead nowhere say of a row: lines of its notes, and whether somebody is blocked. */
function restOf(cells: readonly string[], header: readonly string[], columns: Columns) {
  const read = new Set(Object.values(columns).flat());
  const rest = [...header.keys()].flatMap((index) => {
    const text = storable(cells[index] ?? '').trim();
    return read.has(index) || isBlank(text) ? [] : [{ column: (header[index] ?? '').trim(), text }];
  });
  const isOfBlocking = ({ column }: { column: string }) => saysBlocked.test(headerOf(column));
  const lines = rest
    .filter((cell) => !(isOfBlocking(cell) && (yes.test(cell.text) || no.test(cell.text))))
    .map(({ column, text }) => (column === '' ? text : `${storable(column)}: ${text}`));
  return { lines, blocked: rest.some((cell) => isOfBlocking(cell) && yes.test(cell.text)) };
}

/** A row of cells, of a file with this header. */
export function readRow(
  cells: readonly string[],
  columns: Columns,
  { header, lenient, rest_in_notes }: { header: readonly string[] } & ImportChoices,
): ReadRow {
  const isLong = (index: number) => (cells[index]?.length ?? 0) > rawLength(lengths.contactNotes.max);
  const long = importFields.find((field) => columns[field].some(isLong));
  if (long) return tooLongRow(long);
  const cellsOf = (field: ImportField) =>
    columns[field].map((index) => storable(cells[index] ?? '').trim()).filter((text) => !isBlank(text));
  const [first = ''] = cellsOf('first_name');
  const [last = ''] = cellsOf('last_name');
  const typed = (cellsOf('name')[0] ?? `${first} ${last}`).replace(/\s+/g, ' ').trim();
  const [typedPhone = ''] = cellsOf('phone_number');
  const [typedAddress = ''] = cellsOf('email');
  const phone = importedNumber(typedPhone) || null;
  const address = firstOf(typedAddress.replace(/^mailto:/i, ''), severalAddresses);
  const email = address === '' ? null : emailAddress(address);
  const name = importedName(typed);
  const numberFault = lenient ? faultOfNumber(phone) : undefined;
  const addressFault = lenient ? faultOfAddress(email) : undefined;
  const rest = rest_in_notes ? restOf(cells, header, columns) : { lines: [], blocked: false };
  const notes = [
    ...cellsOf('notes'),
    ...(name === nameOf(typed) ? [] : [typed]),
    ...(numberFault === undefined ? [] : [typedPhone]),
    ...(addressFault === undefined ? [] : [typedAddress]),
    ...(rest.lines.length > 0 ? [rest.lines.join('\n')] : []),
  ];
  const row = {
    name,
    phone_number: numberFault === undefined ? phone : null,
    email: addressFault === undefined ? email : null,
    notes: [...new Set(notes)],
    typed,
    blocked: rest.blocked,
    partial: [numberFault, addressFault].filter((fault) => fault !== undefined),
  };
  const problem = problemOf(row, typed);
  return problem === undefined ? row : { ...row, name: name || typed, problem };
}

/** A row with a cell that is not even looked at. */
function tooLongRow(field: ImportField): ReadRow {
  const problem = field === 'phone_number' ? numberTooLong : field === 'email' ? badAddress : notesTooLong;
  return { name: '', phone_number: null, email: null, notes: [], typed: '', blocked: false, partial: [], problem };
}

/** As much of a row as is shown of it. */
export function shownEntry({ name, phone_number, email, notes }: Entry): Entry {
  const cut = (text: string | null, { max }: { max: number }) => text && cutText(text, max);
  return {
    name: cutText(name, lengths.name.max),
    phone_number: cut(phone_number, lengths.name),
    email: cut(email, lengths.email),
    notes: cut(notes, lengths.contactNotes),
  };
}

/** Between notes that were joined. */
export const paragraph = '\n\n';

/** A text that PostgreSQL can store. */
function storable(cell: string): string {
  return cell.replaceAll('\0', '').toWellFormed();
}

function problemOf({ name, phone_number, email, notes }: Omit<ReadRow, 'problem'>, typed: string): string | undefined {
  if (typed === '') return "There's no name.";
  if (!hasLetter(name)) return 'The name has no letters.';
  const isLong = notes.join(paragraph).length > lengths.contactNotes.max;
  return faultOfNumber(phone_number) ?? faultOfAddress(email) ?? (isLong ? notesTooLong : undefined);
}

function faultOfNumber(number: string | null): string | undefined {
  if (number === null) return undefined;
  if (!phonePattern.test(number)) return 'The phone number must only contain digits.';
  if (number.length < lengths.phone.min) return 'The phone number is too short.';
  return number.length > longestNumber ? numberTooLong : undefined;
}

function faultOfAddress(address: string | null): string | undefined {
  return address === null || isEmailAddress(address) ? undefined : badAddress;
}

const numberTooLong = 'The phone number is too long.';
const badAddress = "The email address isn't right.";
export const notesTooLong = `The notes are longer than ${lengths.contactNotes.max.toLocaleString('en-AU')} characters.`;
