import { type RawBuilder, sql } from 'kysely';
import { plainLetters, unwritten } from '#shared/rules/fold.ts';
import type { Db } from './connect.ts';

/** The clock of every decision: the database's, the same value throughout a transaction. */
export const clockNow = sql<string>`clock_now()`;

/** The least of all ids: a list begins after it. */
export const nilId = '00000000-0000-0000-0000-000000000000';

/** An instant or interval in whole milliseconds, instants since 1970; a string names a column. */
export function epochMs(value: string | RawBuilder<unknown>) {
  return sql<number>`(date_part('epoch', ${typeof value === 'string' ? sql.ref(value) : value}) * 1000)::bigint`;
}

/** An instant as answers have it, for JSON that PostgreSQL builds. */
export function isoText(instant: RawBuilder<unknown>) {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The database's time now, epoch milliseconds. */
export async function databaseNow(db: Db): Promise<number> {
  const { now } = await db.selectNoFrom(epochMs(clockNow).as('now')).executeTakeFirstOrThrow();
  return now;
}

/** A `like` pattern that finds the text anywhere, with its wildcards escaped. */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The last characters among which there are marks, but for variation selectors, which stand far behind. */
const lastMarks = 0x1ffff;
const selectors = '\u{e0100}-\u{e01ef}';
let knownMarks: string | undefined;

/**
 * Runs of the combining marks that `fold` drops, as a class of PostgreSQL's regular expressions. Found at the first
 * use, as that takes about 20 ms.
 */
function marks(): string {
  if (knownMarks !== undefined) return knownMarks;
  const runs = [selectors];
  for (let at = 0, from = -1; at <= lastMarks; at++) {
    const isMark = /\p{M}/u.test(String.fromCodePoint(at));
    if (isMark && from === -1) from = at;
    if (isMark || from === -1) continue;
    runs.push(`${String.fromCodePoint(from)}-${String.fromCodePoint(at - 1)}`);
    from = -1;
  }
  knownMarks = `[${runs.join('')}]`;
  return knownMarks;
}

/** A text in SQL as `fold` of shared/rules makes it; null is empty. */
export function folded(text: RawBuilder<unknown>) {
  const letters = Object.entries(plainLetters);
  const single = letters.filter(([, plain]) => plain.length === 1);
  const from = single.map(([letter]) => letter).join('');
  const to = single.map(([, plain]) => plain).join('');
  const lower = sql`translate(lower(regexp_replace(normalize(translate(${text}, ${unwritten}, ''), NFKD), ${marks()}, '', 'g')
    collate "pg_c_utf8"), ${from}, ${to})`;
  const plain = letters
    .filter(([, plain]) => plain.length > 1)
    .reduce((inner, [letter, plain]) => sql`replace(${inner}, ${letter}, ${plain})`, lower);
  return sql<string>`normalize(${plain}, NFC)`;
}

/**
 * `= any($1)` for a list of any length: it is one parameter, so that the text of the statement does not depend on the
 * length.
 */
export function anyOf<T extends string | number>(list: readonly T[], type: 'uuid' | 'text' | 'int') {
  return sql<T>`any(${list}::${sql.raw(type)}[])`;
}

/**
 * Whether an id is in a list of a statement's, as a check of rows that another condition finds. PostgreSQL takes `=
 * any` of a list that it does not know yet for ten look-ups, finds them dear and plans anew for each call, which costs
 * more than the call.
 */
export function isAmong(id: string, list: RawBuilder<string[] | null>) {
  return sql<boolean>`array_position(${list}::uuid[], ${sql.ref(id)}) is not null`;
}

/** Conditions of which all must hold; without any, all rows fit. */
export function allOf(conditions: RawBuilder<boolean>[]) {
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`;
}
