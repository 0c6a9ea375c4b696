import { z } from 'zod';
import { lengths } from './constants.ts';
import { personMessages, phonePattern } from './rules/person.ts';
import { idOut, instantOut, optionalText, personName } from './wire.ts';

export const client = z.object({
  id: idOut,
  first_name: z.string(),
  last_name: z.string(),
  /** Null when there is none or the viewer may not see it (contract 4). */
  phone_number: z.string().nullable(),
  notes: z.string().nullable(),
  created_at: instantOut,
});
export type Client = z.infer<typeof client>;

/** Digits only: forms send what `phoneDigits` makes of a typed number. */
export const phoneNumber = z
  .string(personMessages.phone)
  .min(lengths.phone.min, { error: personMessages.phone, abort: true })
  .max(lengths.phone.max, personMessages.phoneTooLong)
  .regex(phonePattern, personMessages.phoneDigits);

export const clientInput = z.object({
  first_name: personName(personMessages.firstName, personMessages.letters),
  last_name: personName(personMessages.lastName, personMessages.letters),
  phone_number: phoneNumber,
  notes: optionalText(lengths.clientNotes.max),
});
export type ClientInput = z.infer<typeof clientInput>;
