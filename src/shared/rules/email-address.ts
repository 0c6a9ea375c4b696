import { lengths, rawLength } from '../constants.ts';

/** Strict on purpose: quotes, comments, groups and lists can smuggle other addresses into headers. */
const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether a typed text is an accepted address, not too long as it is kept (contract 2). */
export function isEmailAddress(typed: string): boolean {
  const address = emailAddress(typed);
  return address.length <= lengths.email.max && emailPattern.test(address);
}

/**
 * An address as it is kept and compared: in lower case, an internationalised domain in its ASCII form. Before the @
 * only ASCII letters become lower-case: the Kelvin sign is not somebody's k.
 */
export function emailAddress(typed: string): string {
  const text = typed.trim();
  const domain = text.lastIndexOf('@') + 1;
  return text.slice(0, domain).replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) + asciiDomain(text.slice(domain));
}

function asciiDomain(typed: string): string {
  // What parses a domain takes ever longer for each letter of a long one.
  const isDomain = typed.length <= rawLength(lengths.email.max) && !/[\s/?#\\:%[\]]/.test(typed);
  const address = `http://${typed}`;
  return isDomain && /[^\0-\x7f]/.test(typed) && URL.canParse(address)
    ? new URL(address).hostname
    : typed.toLowerCase();
}
