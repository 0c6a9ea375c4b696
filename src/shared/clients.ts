import { z } from 'zod';
import { id, instantOut, namePattern, optionalText, trimmed } from './wire.ts';

export const client = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  /** Null where the viewer may not see it (contract 4). */
  phone_number: z.string().nullable(),
  notes: z.string().nullable(),
  created_at: instantOut,
});
export type Client = z.infer<typeof client>;

/** Last names reuse the wording of first names (specification 5). */
const name = trimmed(100).min(1, 'First name is required').regex(namePattern, 'First name should not contain numbers');

export const clientInput = z.object({
  first_name: name,
  last_name: name,
  phone_number: z
    .string()
    .min(6, 'Enter a valid number')
    .max(20, 'Must be 20 characters or fewer')
    .regex(/^[0-9]+$/, 'Phone number must only contain digits'),
  notes: optionalText(2_000),
});
export type ClientInput = z.infer<typeof clientInput>;
