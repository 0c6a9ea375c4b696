import { MINUTE } from '../constants.ts';

/** What server and screens know of one-time codes (contract 11), without zod, which public pages do not load. */

export const codeLength = 6;
/** For how long a code counts from the call that asked for it, milliseconds. */
export const codeLifetime = 10 * MINUTE;
/** How long after that call it is still mailed, milliseconds. */
export const mailedWithin = 5 * MINUTE;
/** Wrong codes after which an attempt is over. */
export const wrongTriesAtMost = 5;

export const codeMessages = {
  sent: 'If that address can be written to, a code is on its way.',
  wrong: 'That code is not right, or no longer valid.',
  form: `Enter the ${codeLength} digits of the code`,
} as const;

const wholeCode = new RegExp(`^[0-9]{${codeLength}}$`);

/** A typed or pasted code without its spaces. */
export function withoutSpaces(typed: string): string {
  return typed.replace(/\s/g, '');
}

/** Whether a text without spaces has the form of a code. */
export function isCode(text: string): boolean {
  return wholeCode.test(text);
}
