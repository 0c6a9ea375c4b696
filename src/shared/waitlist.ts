import { z } from 'zod';
import { nameBounds, waitlistMessages, waitlistRoles } from './rules/waitlist-entry.ts';
import { clean, email } from './wire.ts';

/** A name goes into lists and onto terminals: one line, without control characters. */
const printable = /^\P{Cc}*$/u;

export const signupInput = z.object({
  name: z
    .string(waitlistMessages.nameTooShort)
    .trim()
    .refine((name) => name.length >= nameBounds.min, { error: waitlistMessages.nameTooShort, abort: true })
    .refine((name) => name.length <= nameBounds.max, { error: waitlistMessages.nameTooLong, abort: true })
    .refine((name) => clean(name) && printable.test(name), 'Must not contain invalid characters'),
  email,
  role: z.enum(waitlistRoles, waitlistMessages.role),
});
export type SignupInput = z.infer<typeof signupInput>;

export const signupAnswer = z.object({ message: z.string() });

/** Whatever else the token may be, it is one that we do not know. */
export const verifyInput = z.object({ token: z.string('Token is required') });
export const verifyAnswer = z.object({ email: z.string() });
