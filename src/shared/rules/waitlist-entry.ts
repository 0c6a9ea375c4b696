import { lengths } from '../constants.ts';
import { isEmailAddress } from './email-address.ts';

/** Checks shared by form and server, without zod, which public pages do not load. */

export const waitlistRoles = ['Hairdresser', 'Barber', 'Client'] as const;

const nameBounds = lengths.waitlistName;

export const waitlistMessages = {
  nameTooShort: `Name must be at least ${nameBounds.min} characters long`,
  nameTooLong: `Name must be ${nameBounds.max} characters or fewer`,
  email: 'Invalid email address',
  role: 'Role is required',
} as const;

/** The message for each typed field; undefined when it is valid. */
export const waitlistChecks = {
  name(typed: string): string | undefined {
    const { length } = typed.trim();
    if (length < nameBounds.min) return waitlistMessages.nameTooShort;
    return length > nameBounds.max ? waitlistMessages.nameTooLong : undefined;
  },
  email(typed: string): string | undefined {
    return isEmailAddress(typed.trim().toLowerCase()) ? undefined : waitlistMessages.email;
  },
  role(chosen: string): string | undefined {
    return waitlistRoles.some((role) => role === chosen) ? undefined : waitlistMessages.role;
  },
};
