import { isEmailAddress } from './email-address.ts';

/** Checks shared by form and server, without zod, which public pages do not load. */

export const waitlistRoles = ['Hairdresser', 'Barber', 'Client'] as const;

/** Length of a name (specification 9), UTF-16 units. */
export const nameBounds = { min: 2, max: 100 } as const;

export const waitlistMessages = {
  nameTooShort: 'Name must be at least 2 characters long',
  nameTooLong: 'Name must be 100 characters or fewer',
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
