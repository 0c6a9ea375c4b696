import { z } from 'zod';
import { id, instantOut, namePattern, optionalText, trimmed } from './wire.ts';

export const client = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  /** Null when there is none or the viewer may not see it (contract 4). */
  phone_number: z.string().nullable(),
  notes: z.string().nullable(),
  created_at: instantOut,
});
export type Client = z.infer<typeof client>;

/** Last names have the messages of first names (specification 5). */
const name = trimmed(100, 'First name is required')
  .min(1, { error: 'First name is required', abort: true })
  .regex(namePattern, 'First name should not contain numbers');

export const clientInput = z.object({
  first_name: name,
  last_name: name,
  phone_number: z
    .string('Enter a valid number')
    .min(6, { error: 'Enter a valid number', abort: true })
    .max(20, 'Must be 20 digits or fewer')
    .regex(/^[0-9]+$/, 'Phone number must only contain digits'),
  notes: optionalText(2_000),
});
export type ClientInput = z.infer<typeof clientInput>;
