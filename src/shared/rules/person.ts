import { lengths } from '../constants.ts';

/** Checks shared by forms and server, without zod, which public pages do not load. */

/** Letters and combining marks of any script, spaces, apostrophes, hyphens and full stops (contract 7). */
export const namePattern = /^[\p{L}\p{M} '’.-]+$/u;
export const phonePattern = /^[0-9]+$/;

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

/** The server takes digits only; users type `+61 (4) 00-111` (contract 7). */
export function phoneDigits(typed: string): string {
  return typed
    .trim()
    .replace(/^\+/, '')
    .replace(/[\s()-]/g, '');
}

function nameProblem(typed: string, missing: string): string | undefined {
  const name = typed.trim();
  if (name === '') return missing;
  if (name.length > lengths.name.max) return personMessages.nameTooLong;
  return namePattern.test(name) ? undefined : personMessages.letters;
}

/**
 * The message for each typed field of somebody who signs up; undefined when it is valid. The number may be left out.
 */
export const newClientChecks = {
  first_name: (typed: string) => nameProblem(typed, personMessages.firstName),
  last_name: (typed: string) => nameProblem(typed, personMessages.lastName),
  phone_number(typed: string): string | undefined {
    const digits = phoneDigits(typed);
    if (digits === '') return undefined;
    if (digits.length < lengths.phone.min) return personMessages.phone;
    if (digits.length > lengths.phone.max) return personMessages.phoneTooLong;
    return phonePattern.test(digits) ? undefined : personMessages.phoneDigits;
  },
};
