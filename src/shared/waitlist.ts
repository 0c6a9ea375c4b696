import { z } from 'zod';
import { linkToken } from './auth.ts';
import { lengths } from './constants.ts';
import { publicUrl } from './public-url.ts';
import { nameOf } from './rules/person.ts';
import { isTold, waitlistMessages, waitlistRoles } from './rules/waitlist-entry.ts';
import {
  clean,
  email,
  idOut,
  instantOut,
  longPage,
  optionalTrimmed,
  queryBoolean,
  shownOrNull,
  text,
  trimmed,
  typed,
} from './wire.ts';

/** No control characters, because names are printed in lists on terminals. */
const printable = /^\P{Cc}*$/u;

export const signupInput = z.object({
  name: typed(lengths.waitlistName.max, waitlistMessages.nameTooShort, waitlistMessages.nameTooLong)
    .overwrite(nameOf)
    .refine((name) => name.length >= lengths.waitlistName.min, { error: waitlistMessages.nameTooShort, abort: true })
    .refine((name) => name.length <= lengths.waitlistName.max, { error: waitlistMessages.nameTooLong, abort: true })
    .refine(isTold, { error: waitlistMessages.nameTooShort, abort: true })
    .refine((name) => clean(name) && printable.test(name), 'Must not contain invalid characters'),
  email,
  role: z.enum(waitlistRoles, waitlistMessages.role),
  location: optionalTrimmed(lengths.location.max),
  link: trimmed(lengths.url.max)
    .refine((value) => value === '' || publicUrl(value), waitlistMessages.link)
    .nullish()
    .transform((value) => value || null),
});
export type SignupInput = z.infer<typeof signupInput>;

export const signupAnswer = z.object({ message: z.string() });

export const verifyInput = z.object({ token: linkToken });
export const verifyAnswer = z.object({ email: z.string() });

export const entryStatuses = ['unverified', 'verified', 'approved', 'declined'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** An entry as admins see it. */
export const waitlistEntry = z.object({
  id: idOut,
  name: z.string(),
  email: z.string(),
  role: z.enum(waitlistRoles),
  location: z.string().nullable(),
  link: z.string().nullable(),
  status: z.enum(entryStatuses),
  created_at: instantOut,
  verified_at: instantOut.nullable(),
  note: z.string().nullable(),
});
export type WaitlistEntry = z.infer<typeof waitlistEntry>;

export const waitlistQuery = longPage.extend({
  status: z.enum(entryStatuses).optional(),
  /** Whether its address has an account. */
  accepted: queryBoolean.optional(),
});

/** The applicant reads the reason. */
export const declineInput = { reason: optionalTrimmed(lengths.declineReason.max) };
/** For admins only; null or an empty text removes it. */
export const noteInput = {
  note: text(lengths.waitlistNote.max, 'Note is required').nullable().transform(shownOrNull),
};
