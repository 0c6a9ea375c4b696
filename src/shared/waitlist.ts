import { z } from 'zod';
import { lengths } from './constants.ts';
import { waitlistMessages, waitlistRoles } from './rules/waitlist-entry.ts';
import { clean, email } from './wire.ts';

/** No control characters, because names are printed in lists on terminals. */
const printable = /^\P{Cc}*$/u;

export const signupInput = z.object({
  name: z
    .string(waitlistMessages.nameTooShort)
    .trim()
    .refine((name) => name.length >= lengths.waitlistName.min, { error: waitlistMessages.nameTooShort, abort: true })
    .refine((name) => name.length <= lengths.waitlistName.max, { error: waitlistMessages.nameTooLong, abort: true })
    .refine((name) => clean(name) && printable.test(name), 'Must not contain invalid characters'),
  email,
  role: z.enum(waitlistRoles, waitlistMessages.role),
});
export type SignupInput = z.infer<typeof signupInput>;

export const signupAnswer = z.object({ message: z.string() });

/** Any string is accepted; a malformed token is simply unknown. */
export const verifyInput = z.object({ token: z.string('Token is required') });
export const verifyAnswer = z.object({ email: z.string() });
