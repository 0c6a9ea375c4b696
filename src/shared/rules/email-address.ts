import { lengths } from '../constants.ts';

/** Strict on purpose: quotes, comments, groups and lists can smuggle other addresses into headers. */
const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether a lower-case text is an accepted address, not too long (contract 2). */
export function isEmailAddress(text: string): boolean {
  return text.length <= lengths.email.max && emailPattern.test(text);
}
