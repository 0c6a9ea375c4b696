import { z } from 'zod';
import { lengths } from './constants.ts';
import { id, instantOut, password, text } from './wire.ts';

const kinds = z.object({ booking: z.boolean(), reminder: z.boolean() });

/** What a user hears of, by channel. Emails about the account's security are always sent. */
export const preferences = z.object({ mail: kinds, in_app: kinds });
export type Preferences = z.infer<typeof preferences>;

export const session = z.object({
  id,
  created_at: instantOut,
  /** To the hour. */
  last_seen_at: instantOut,
  /** `Chrome on Windows`; null where it is not known. */
  device: z.string().nullable(),
  current: z.boolean(),
});

export const passwordChange = z.object({
  current_password: text(lengths.password.max, 'Current password is required').min(1, 'Current password is required'),
  password,
});
export type PasswordChange = z.infer<typeof passwordChange>;
