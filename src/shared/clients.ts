import { z } from 'zod';
import { lengths } from './constants.ts';
import { namePattern, personMessages, phonePattern } from './rules/person.ts';
import { idOut, instantOut, optionalText, trimmed } from './wire.ts';

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

function personName(missing: string) {
  return trimmed(lengths.name.max, missing)
    .min(1, { error: missing, abort: true })
    .regex(namePattern, personMessages.letters);
}

export const clientInput = z.object({
  first_name: personName(personMessages.firstName),
  last_name: personName(personMessages.lastName),
  phone_number: z
    .string(personMessages.phone)
    .min(lengths.phone.min, { error: personMessages.phone, abort: true })
    .max(lengths.phone.max, personMessages.phoneTooLong)
    .regex(phonePattern, personMessages.phoneDigits),
  notes: optionalText(lengths.clientNotes.max),
});
export type ClientInput = z.infer<typeof clientInput>;
