import { z } from 'zod';
import { lengths, roles } from './constants.ts';
import { id, instantOut, text, trimmed } from './wire.ts';

/** Here `username` is the e-mail address (specification 3); in users and `currentUser` it is the person's name. Lengths are limited, because hashing a long password is slow. */
export const loginInput = z.object({
  username: trimmed(lengths.email.max, 'Email is required').min(1, 'Email is required'),
  password: text(lengths.password.max, 'Password is required').min(1, 'Password is required'),
});
export type LoginInput = z.infer<typeof loginInput>;

export const loginAnswer = z.object({ access_token: z.string(), token_type: z.literal('bearer'), expires_at: instantOut });

export const currentUser = z.object({
  id,
  role: z.enum(roles),
  email: z.string(),
  username: z.string(),
  professional_id: id.nullable(),
  client_id: id.nullable(),
});
