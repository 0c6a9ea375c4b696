import { lengths } from '#shared/constants.ts';
import type { ContactImport } from '#shared/contact-import.ts';
import { notesTooLong, paragraph, type ReadRow, shownEntry } from '#shared/rules/contact-file.ts';
import { fold } from '#shared/rules/fold.ts';
import { comparedDigits, phoneDigits } from '#shared/rules/person.ts';
import type { Known } from './queries.ts';

/** What an import puts into a contact: a new one's all, of a known one what was empty and the notes that were added. */
type Put = {
  name: string | null;
  phone_number: string | null;
  email: string | null;
  notes: string | null;
  blocked: boolean;
};
export type ImportPlan = {
  rows: Pick<ContactImport, 'rows' | 'new' | 'known' | 'faulty' | 'partial' | 'preview'>;
  made: (Put & { name: string })[];
  /** `notes` as they are then. */
  filled: { id: string; is_guest: boolean; put: Put; notes: string | null }[];
};

/** A contact while the rows are gone through; without an id one that an earlier row made. */
type Person = Omit<Known, 'id'> & { id: string | null; put: Put };

export type NumberedRow = ReadRow & { row: number };
type Given = Omit<ReadRow, 'problem' | 'partial'>;

/** Says of each row whether it is somebody new, known or faulty, and what it adds (contract 18). */
export function planImport(known: readonly Known[], rows: readonly NumberedRow[], shown: number): ImportPlan {
  const people = new People(known);
  const plan: ImportPlan = {
    rows: { rows: rows.length, new: 0, known: 0, faulty: [], partial: [], preview: [] },
    made: [],
    filled: [],
  };
  for (const { row, problem: read, partial, ...given } of rows) {
    const { person, entry } = read === undefined ? people.find(given) : { person: undefined, entry: given };
    const problem = read ?? (person ? fill(person, entry) : notesOf(entry).length > most ? notesTooLong : undefined);
    const state = problem === undefined ? (person ? 'known' : 'new') : 'faulty';
    if (problem !== undefined) plan.rows.faulty.push({ row, problem });
    else if (person) {
      plan.rows.known++;
      people.index(person, entry.email);
    } else {
      plan.rows.new++;
      people.add(entry);
    }
    if (problem === undefined) plan.rows.partial.push(...partial.map((why) => ({ row, problem: why })));
    if (plan.rows.preview.length < shown) {
      const { name, phone_number, email } = entry;
      plan.rows.preview.push({
        row,
        state,
        ...shownEntry({ name, phone_number, email, notes: notesOf(entry) || null }),
      });
    }
  }
  for (const { id, is_guest, put, name, notes } of people.all) {
    if (id === null) plan.made.push({ ...put, name, notes });
    else if (put.blocked || (put.phone_number ?? put.email ?? put.notes))
      plan.filled.push({ id, is_guest, put, notes });
  }
  return plan;
}

const most = lengths.contactNotes.max;
const nothing: Put = { name: null, phone_number: null, email: null, notes: null, blocked: false };
const notesOf = ({ notes }: Given) => notes.join(paragraph);

/** Adds to a contact what it lacks. Returns what is wrong with the row then. */
function fill(person: Person, { phone_number, email, notes, blocked }: Given): string | undefined {
  let joined = person.notes;
  const added = notes.filter((one) => {
    if (hasNotes(joined, one)) return false;
    joined = joined === null ? one : joined + paragraph + one;
    return true;
  });
  if (joined !== null && joined.length > most && added.length > 0) return notesTooLong;
  if (added.length > 0) {
    person.put.notes = [...(person.put.notes === null ? [] : [person.put.notes]), ...added].join(paragraph);
    person.notes = joined;
  }
  if (blocked && !person.blocked) person.put.blocked = person.blocked = true;
  if (!person.is_guest) return undefined;
  if (person.phone_number === null && phone_number !== null)
    person.put.phone_number = person.phone_number = phone_number;
  if (person.email === null && email !== null) person.put.email = person.email = email;
  return undefined;
}

/** Blanks around them aside, which no import brings. */
export function hasNotes(notes: string | null, more: string): boolean {
  return notes !== null && `${paragraph}${notes.trim()}${paragraph}`.includes(`${paragraph}${more}${paragraph}`);
}

/** The contacts by what they are known by. */
class People {
  readonly all: Person[] = [];
  /** By what is known and the first word of the name, which is the same for whom it is to mean. */
  private readonly byEmail = new Map<string, Set<Person>>();
  private readonly byNumber = new Map<string, Set<Person>>();
  private readonly byName = new Map<string, Set<Person>>();
  /** All addresses that somebody is found by. */
  private readonly emails = new Set<string>();

  constructor(known: readonly Known[]) {
    for (const one of known) {
      const person = { ...one, put: { ...nothing } };
      this.all.push(person);
      this.index(person, person.is_guest ? person.email : null);
    }
  }

  add({ name, phone_number, email, notes, blocked }: Given): void {
    const own = { name, phone_number, email, blocked, notes: notes.join(paragraph) || null };
    const person: Person = { id: null, is_guest: true, ...own, last_visit: null, put: own };
    this.all.push(person);
    this.index(person, email);
  }

  /** `email` also finds a client whose row gave it, although it is not kept. */
  index(person: Person, email: string | null): void {
    const put = (map: Map<string, Set<Person>>, key: string) => {
      const found = map.get(key);
      if (found) found.add(person);
      else map.set(key, new Set([person]));
    };
    const first = firstWord(person.name);
    if (email !== null) {
      put(this.byEmail, `${email} ${first}`);
      this.emails.add(email);
    }
    if (person.phone_number !== null) put(this.byNumber, `${comparable(person.phone_number)} ${first}`);
    if (person.phone_number === null && person.email === null) put(this.byName, nameKey(person.name));
  }

  /** Whom a row means, if anybody, and the row as it is kept then. */
  find(row: Given): { person: Person | undefined; entry: Given } {
    const { name, email } = row;
    const person = email === null ? undefined : best(this.byEmail.get(`${email} ${firstWord(name)}`), () => row);
    if (person) return { person, entry: withoutName(row, person) };
    if (email === null || !this.emails.has(email)) return this.findOther(row, row);
    // Somebody else's address: it becomes a note, but of a client, who looks after their own.
    const entry = { ...row, email: null };
    return this.findOther(entry, { ...entry, notes: [...row.notes, email] });
  }

  private findOther(ofClient: Given, ofGuest: Given): { person: Person | undefined; entry: Given } {
    const { name, typed, phone_number, email } = ofClient;
    const rowFor = (person: Person) => (person.is_guest ? ofGuest : ofClient);
    const found = (): Person | undefined => {
      if (phone_number !== null) {
        const same = this.byNumber.get(`${comparable(phone_number)} ${firstWord(name)}`);
        return best(email === null ? same : [...(same ?? [])].filter((one) => one.email === null), rowFor);
      }
      if (email !== null) return undefined;
      const called = (one: string) => best(this.byName.get(nameKey(one)), rowFor);
      return called(typed) ?? called(name);
    };
    const person = found();
    const entry = person ? rowFor(person) : ofGuest;
    return { person, entry: person ? withoutName(entry, person) : entry };
  }
}

/** A name that is longer than a guest's may be is known, not noted, where the client is called so. */
function withoutName(row: Given, { name }: Person): Given {
  return nameKey(name) === nameKey(row.typed) ? { ...row, notes: row.notes.filter((one) => one !== row.typed) } : row;
}

function comparable(number: string): string {
  const digits = phoneDigits(number);
  return digits.length < comparedDigits ? digits : digits.slice(-comparedDigits);
}

const nameKey = (name: string) => fold(name).replace(/\s+/g, ' ').trim();
const firstWord = (name: string) => nameKey(name).split(' ')[0] ?? '';

/**
 * Of several the one to whom the row adds nothing, so that the same file never adds twice; else the one with the newest
 * visit.
 */
function best(people: Iterable<Person> | undefined, rowFor: (person: Person) => Given): Person | undefined {
  const [...all] = people ?? [];
  if (all.length < 2) return all[0];
  return (
    all.find((one) => addsNothing(one, rowFor(one))) ??
    all.reduce((newest, one) => ((one.last_visit ?? '') > (newest.last_visit ?? '') ? one : newest))
  );
}

function addsNothing(person: Person, { phone_number, email, notes, blocked }: Given): boolean {
  if (blocked && !person.blocked) return false;
  if (!notes.every((one) => hasNotes(person.notes, one))) return false;
  return (
    !person.is_guest ||
    ((phone_number === null || person.phone_number !== null) && (email === null || person.email !== null))
  );
}
