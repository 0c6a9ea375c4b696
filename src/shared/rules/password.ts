import { lengths } from '../constants.ts';

/** Checks shared by form and server, without zod, which public pages do not load. */

const { min, max } = lengths.password;

export const passwordMessages = {
  tooShort: `Password must be at least ${min} characters long`,
  tooLong: `Password must be ${max} characters or fewer`,
} as const;

/**
 * The message for a typed password; undefined when its length is right. Only the server knows which ones are too
 * common.
 */
export function passwordProblem(typed: string): string | undefined {
  if (typed.length < min) return passwordMessages.tooShort;
  return typed.length > max ? passwordMessages.tooLong : undefined;
}
