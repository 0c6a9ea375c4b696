import { z } from 'zod';
import { lengths, roles } from './constants.ts';
import { email, idOut, instantOut, text, trimmed } from './wire.ts';

/**
 * Here `username` is the e-mail address (specification 3); in users and `currentUser` it is the person's name. Lengths
 * are limited, because hashing a long password is slow.
 */
export const loginInput = z.object({
  username: trimmed(lengths.email.max, 'Email is required').min(1, 'Email is required'),
  password: text(lengths.password.max, 'Password is required').min(1, 'Password is required'),
});
export type LoginInput = z.infer<typeof loginInput>;

export const loginAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_at: instantOut,
});

export const currentUser = z.object({
  id: idOut,
  role: z.enum(roles),
  email: z.string(),
  username: z.string(),
  professional_id: idOut.nullable(),
  client_id: idOut.nullable(),
  has_password: z.boolean(),
});
export type CurrentUser = z.infer<typeof currentUser>;

export const forgotInput = z.object({ email });
export const forgotAnswer = z.object({ message: z.string() });

/** Any string is accepted; a malformed token is simply unknown. */
export const linkToken = z.string('Token is required');

/** Of the account that the invitation leads to. */
export const invitation = z.object({ email: z.string(), name: z.string(), role: z.enum(roles) });
