import { lengths } from '../constants.ts';

/** Checks shared by forms and server, without zod, which public pages do not load. */

/**
 * Letters and combining marks of any script, spaces, apostrophes, hyphens, full stops, a middle dot, geresh, gershayim
 * and joiners (contract 7). U+02BB and U+02BC are letters to Unicode.
 */
export const namePattern = /^[\p{L}\p{M}\p{Zs}'’‘′.·\u05f3\u05f4\u2010\u2011\u200c-\u200d-]+$/u;
export const phonePattern = /^[0-9]+$/;

/**
 * Marks of direction, of emoji and of keys, and what is as invisible and means nothing in a name or number: neither
 * joiners nor what chooses a letter's form in Mongolian, Chinese and Japanese.
 */
const invisible = /(?!\u200c|\u200d|\u180b|\u180c|\u180d|\u180f|[\u{e0100}-\u{e01ef}])[\p{DI}\p{Me}\u2800]/gu;
/** Joiners, with the letters between which they stand; those of others say nothing. */
const joiners = /([\p{L}\p{M}]?)([\u200c\u200d]+)(?=([\p{L}\p{M}]?))/gu;

/** A name as it is kept: as it was typed, without what nobody sees. */
export function nameOf(typed: string): string {
  return typed
    .replace(invisible, '')
    .replace(joiners, (_, before: string, run: string, after: string) => before + (before && after ? run : ''))
    .trim();
}

/** A name without a letter is none; an apostrophe is no letter. */
export function hasLetter(name: string): boolean {
  return /[^\P{L}ʻʼ]/u.test(name);
}

const tooLong = (max: number, what: string) => `Must be ${max} ${what} or fewer`;

/** Digits in a last name, too, are refused with the words of first names (specification 5). */
export const personMessages = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  letters: 'First name should not contain numbers',
  nameTooLong: tooLong(lengths.name.max, 'characters'),
  phone: 'Enter a valid number',
  phoneDigits: 'Phone number must only contain digits',
  phoneTooLong: tooLong(lengths.phone.max, 'digits'),
} as const;

/** What people write between digits, also as U+00B7 or any dash. */
const separators = /[\s.·[\]\p{Pd}\u2212\u200c\u200d]/gu;
/** A country's code without its `+`, and the zero that is dialled inside of that country only. */
const bracketedZero = /^(\+?(?:00)?[1-9]\d{0,2})\(0\)/;
/** The same zero without brackets, where no number of the country begins with one: AU, NZ and UK. */
const trunkZero = /^(6[14]|44)0(?=\d{8})/;
/** How calls abroad begin: 00 in most countries, 0011 in Australia. */
const abroad = /^(?:\+|00(?:11)?(?=[1-9]))/;

/**
 * A number as it is kept: the server takes digits only, people type `+61 (0)412 345-678` (contract 7). What is no
 * number stays none.
 */
export function phoneDigits(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(separators, '')
    .replace(bracketedZero, '$1')
    .replace(/[()]/g, '')
    .replace(abroad, '')
    .replace(trunkZero, '$1');
}

/** So many last digits are the same in all writings of one number, with and without the country's code. */
export const comparedDigits = 9;

/**
 * How a kept number is dialled: with `+` where it begins with a country's code, as those of ten digits and more do that
 * begin neither with a zero nor, of ten digits, as 1300 and 1800 do.
 */
export function dialled(number: string): string {
  const digits = phoneDigits(number);
  const isInternational = /^(?:[2-9]\d{9}|[1-9]\d{10})/.test(digits);
  return isInternational ? `+${digits}` : digits;
}

/** What is wrong with a typed name; undefined for a good one. */
function nameProblem(typed: string, missing: string): string | undefined {
  const name = nameOf(typed);
  if (name === '') return missing;
  if (name.length > lengths.name.max) return personMessages.nameTooLong;
  if (!namePattern.test(name)) return personMessages.letters;
  return hasLetter(name) ? undefined : missing;
}

/**
 * The message for each typed field of somebody who signs up; undefined when it is valid. The number may be left out.
 */
export const newClientChecks = {
  first_name: (typed: string) => nameProblem(typed, personMessages.firstName),
  last_name: (typed: string) => nameProblem(typed, personMessages.lastName),
};
