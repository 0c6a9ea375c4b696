import { lengths } from '../constants.ts';
import { publicUrl } from '../public-url.ts';
import { isEmailAddress } from './email-address.ts';
import { nameOf } from './person.ts';

/** Checks shared by form and server, without zod, which public pages do not load. */

export const waitlistRoles = ['Hairdresser', 'Barber', 'Client'] as const;

const nameBounds = lengths.waitlistName;

export const waitlistMessages = {
  nameTooShort: `Name must be at least ${nameBounds.min} characters long`,
  nameTooLong: `Name must be ${nameBounds.max} characters or fewer`,
  email: 'Invalid email address',
  role: 'Role is required',
  link: 'Must be a valid URL',
} as const;

/** Whether a name is more than punctuation. Businesses sign up, too: digits and signs are names here. */
export function isTold(name: string): boolean {
  return /[\p{L}\p{N}\p{S}]/u.test(name);
}

/** A link as it is typed, `instagram.com/you` too. */
export function linkOf(typed: string): string {
  const link = typed.trim();
  return link === '' || link.includes(':') ? link : `https://${link}`;
}

/** The message for each typed field; undefined when it is valid. */
export const waitlistChecks = {
  name(typed: string): string | undefined {
    const name = nameOf(typed);
    if (name.length < nameBounds.min) return waitlistMessages.nameTooShort;
    if (name.length > nameBounds.max) return waitlistMessages.nameTooLong;
    return isTold(name) ? undefined : waitlistMessages.nameTooShort;
  },
  email(typed: string): string | undefined {
    return isEmailAddress(typed) ? undefined : waitlistMessages.email;
  },
  role(chosen: string): string | undefined {
    return waitlistRoles.some((role) => role === chosen) ? undefined : waitlistMessages.role;
  },
  location: () => undefined,
  link(typed: string): string | undefined {
    const link = linkOf(typed);
    return link === '' || publicUrl(link) ? undefined : waitlistMessages.link;
  },
};
