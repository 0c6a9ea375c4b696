import { z } from 'zod';
import { lengths } from './constants.ts';
import { idOut, instantOut, namePattern, optionalText, trimmed } from './wire.ts';

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

/** Digits in a last name, too, are refused with the words of first names (specification 5). */
function personName(missing: string) {
  return trimmed(lengths.name.max, missing)
    .min(1, { error: missing, abort: true })
    .regex(namePattern, 'First name should not contain numbers');
}

export const clientInput = z.object({
  first_name: personName('First name is required'),
  last_name: personName('Last name is required'),
  phone_number: z
    .string('Enter a valid number')
    .min(lengths.phone.min, { error: 'Enter a valid number', abort: true })
    .max(lengths.phone.max, `Must be ${lengths.phone.max} digits or fewer`)
    .regex(/^[0-9]+$/, 'Phone number must only contain digits'),
  notes: optionalText(lengths.clientNotes.max),
});
export type ClientInput = z.infer<typeof clientInput>;
