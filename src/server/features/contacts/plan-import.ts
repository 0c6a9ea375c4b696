import { inTurns } from '#server/process/in-turns.ts';
import { lengths } from '#shared/constants.ts';
import type { ContactImport } from '#shared/contact-import.ts';
import { type ImportField, type Mapping, notesTooLong, type ReadRow, readRow } from '#shared/rules/contact-file.ts';
import { fold } from '#shared/rules/fold.ts';
import { comparedDigits, phoneDigits } from '#shared/rules/person.ts';
import type { Known } from './queries.ts';
import type { ContactFile } from './read-contact-file.ts';

/** What an import puts into a contact: a new one's all, of a known one what was empty and the notes that were added. */
type Put = { name: string | null; phone_number: string | null; email: string | null; notes: string | null };
export type ImportPlan = {
  rows: Pick<ContactImport, 'rows' | 'new' | 'known' | 'faulty' | 'preview'>;
  made: (Put & { name: string })[];
  /** `notes` as they are then. */
  filled: { id: string; is_guest: boolean; put: Put; notes: string | null }[];
};

/** A contact while the rows are gone through; without an id one that an earlier row made. */
type Person = Omit<Known, 'id'> & { id: string | null; put: Put };

type NumberedRow = ReadRow & { row: number };

/** The rows of a file by the fields of a mapping. */
export async function readRows({ columns, records }: ContactFile, mapping: Mapping): Promise<NumberedRow[]> {
  const fields = columns.map((column): ImportField | undefined => mapping[column]);
  const rows: NumberedRow[] = [];
  for await (const [, { row, cells }] of inTurns(records)) rows.push({ row, ...readRow(cells, fields) });
  return rows;
}

/** Says of each row whether it is somebody new, known or faulty, and what it adds (contract 18). */
export async function planImport(
  known: readonly Known[],
  rows: readonly NumberedRow[],
  shown: number,
): Promise<ImportPlan> {
  const people = new People(known);
  const plan: ImportPlan = {
    rows: { rows: rows.length, new: 0, known: 0, faulty: [], preview: [] },
    made: [],
    filled: [],
  };
  for await (const [, { row, problem: read, ...entry }] of inTurns(rows)) {
    const person = read === undefined ? people.find(entry) : undefined;
    const problem = read ?? (person && fill(person, entry));
    const state = problem === undefined ? (person ? 'known' : 'new') : 'faulty';
    if (problem !== undefined) plan.rows.faulty.push({ row, problem });
    else if (person) {
      plan.rows.known++;
      people.index(person, entry.email);
    } else {
      plan.rows.new++;
      people.add(entry);
    }
    if (plan.rows.preview.length < shown) plan.rows.preview.push({ row, state, ...entry });
  }
  for (const { id, is_guest, put, name, notes } of people.all) {
    if (id === null) plan.made.push({ ...put, name, notes });
    else if (put.phone_number ?? put.email ?? put.notes) plan.filled.push({ id, is_guest, put, notes });
  }
  return plan;
}

const nothing: Put = { name: null, phone_number: null, email: null, notes: null };

/** Adds to a contact what it lacks. Returns what is wrong with the row then. */
function fill(person: Person, { phone_number, email, notes }: ReadRow): string | undefined {
  const joined = joinedNotes(person.notes, notes);
  if (joined !== null && joined.length > lengths.contactNotes.max && joined !== person.notes) return notesTooLong;
  if (joined !== person.notes) {
    person.put.notes = joinedNotes(person.put.notes, notes);
    person.notes = joined;
  }
  if (!person.is_guest) return undefined;
  if (person.phone_number === null && phone_number !== null)
    person.put.phone_number = person.phone_number = phone_number;
  if (person.email === null && email !== null) person.put.email = person.email = email;
  return undefined;
}

const paragraph = '\n\n';

/** Notes with others after an empty line, unless they have those already. */
function joinedNotes(notes: string | null, more: string | null): string | null {
  if (notes === null || more === null) return notes ?? more;
  return hasNotes(notes, more) ? notes : notes + paragraph + more;
}

function hasNotes(notes: string | null, more: string): boolean {
  return notes !== null && `${paragraph}${notes}${paragraph}`.includes(`${paragraph}${more}${paragraph}`);
}

/** The contacts by what they are known by. */
class People {
  readonly all: Person[] = [];
  private readonly byEmail = new Map<string, Person[]>();
  private readonly byNumber = new Map<string, Person[]>();
  private readonly byName = new Map<string, Person[]>();

  constructor(known: readonly Known[]) {
    for (const one of known) {
      const person = { ...one, put: { ...nothing } };
      this.all.push(person);
      this.index(person, person.is_guest ? person.email : null);
    }
  }

  add({ name, phone_number, email, notes }: ReadRow): void {
    const own = { name, phone_number, email, notes };
    const person: Person = { id: null, is_guest: true, ...own, last_visit: null, put: own };
    this.all.push(person);
    this.index(person, email);
  }

  /** `email` also finds a client whose row gave it, although it is not kept. */
  index(person: Person, email: string | null): void {
    const put = (map: Map<string, Person[]>, key: string) => {
      const found = map.get(key);
      if (!found) map.set(key, [person]);
      else if (!found.includes(person)) found.push(person);
    };
    if (email !== null) put(this.byEmail, email);
    if (person.phone_number !== null) put(this.byNumber, comparable(person.phone_number));
    if (person.phone_number === null && person.email === null) put(this.byName, nameKey(person.name));
  }

  find(row: ReadRow): Person | undefined {
    const { name, phone_number, email } = row;
    const byEmail = email === null ? undefined : best(this.byEmail.get(email), row);
    if (byEmail) return byEmail;
    if (phone_number !== null) {
      const first = firstWord(name);
      const same = this.byNumber.get(comparable(phone_number));
      return best(
        same?.filter((one) => (one.email === null || email === null) && firstWord(one.name) === first),
        row,
      );
    }
    if (email !== null) return undefined;
    return best(
      this.byName.get(nameKey(name))?.filter((one) => one.phone_number === null && one.email === null),
      row,
    );
  }
}

function comparable(number: string): string {
  const digits = phoneDigits(number);
  return digits.length < comparedDigits ? digits : digits.slice(-comparedDigits);
}

const nameKey = (name: string) => fold(name).replace(/\s+/g, ' ').trim();
const firstWord = (name: string) => nameKey(name).split(' ')[0];

/**
 * Of several the one to whom the row adds nothing, so that the same file never adds twice; else the one with the newest
 * visit.
 */
function best(people: readonly Person[] | undefined, row: ReadRow): Person | undefined {
  if (!people || people.length < 2) return people?.[0];
  return (
    people.find((one) => addsNothing(one, row)) ??
    people.reduce((newest, one) => ((one.last_visit ?? '') > (newest.last_visit ?? '') ? one : newest))
  );
}

function addsNothing(person: Person, { phone_number, email, notes }: ReadRow): boolean {
  if (notes !== null && !hasNotes(person.notes, notes)) return false;
  return (
    !person.is_guest ||
    ((phone_number === null || person.phone_number !== null) && (email === null || person.email !== null))
  );
}
