import { z } from 'zod';
import { attempt, code } from './codes.ts';
import { lengths } from './constants.ts';
import { email, idOut, instantOut, password, text } from './wire.ts';

/** The kinds of emails that a user can switch off. */
export const emailKinds = ['booking', 'reminder', 'message'] as const;
export type EmailKind = (typeof emailKinds)[number];

const kinds = z.object({
  booking: z.boolean(),
  reminder: z.boolean(),
  message: z.boolean(),
} satisfies Record<EmailKind, z.ZodBoolean>);

export const channels = ['mail', 'in_app', 'push'] as const;
export type Channel = (typeof channels)[number];

/**
 * What a user hears of, by channel. Emails about the account's security are always sent. `push_details`: a locked phone
 * shows names and texts of others, too.
 */
export const preferences = z.object({ mail: kinds, in_app: kinds, push: kinds, push_details: z.boolean() });
export type Preferences = z.infer<typeof preferences>;

/** What is absent stays as it is. */
export const preferencesChange = z
  .object({ mail: kinds.partial(), in_app: kinds.partial(), push: kinds.partial(), push_details: z.boolean() })
  .partial();
export type PreferencesChange = z.infer<typeof preferencesChange>;

export const session = z.object({
  id: idOut,
  created_at: instantOut,
  /** To the hour. */
  last_seen_at: instantOut,
  /** `Chrome on Windows`; null where it is not known. */
  device: z.string().nullable(),
  current: z.boolean(),
});

/** A password that is only compared. */
function knownPassword(missing: string) {
  return text(lengths.password.max, missing).min(1, missing);
}

const current_password = knownPassword('Current password is required');

/** An account without a password confirms by a code instead. */
const codeInstead = { attempt: attempt.optional(), code: code.optional() };

export const passwordChange = z.object({ current_password, password });
export type PasswordChange = z.infer<typeof passwordChange>;
export const passwordInput = passwordChange.partial({ current_password: true }).extend(codeInstead);
export type PasswordInput = z.infer<typeof passwordInput>;

export const emailChange = z.object({ current_password, email });
export type EmailChange = z.infer<typeof emailChange>;
export const emailInput = emailChange.partial({ current_password: true }).extend(codeInstead);
export type EmailInput = z.infer<typeof emailInput>;
export const emailChangeAnswer = z.object({ message: z.string() });
export const confirmedEmail = z.object({ email: z.string() });
/** What a mailed link asks to confirm: the account that has `current_email` moves to `email`. */
export const pendingEmail = z.object({ current_email: z.string(), email: z.string() });

/** What proves who somebody is, where an account's password or code confirms something. */
export const proof = { password: knownPassword('Password is required').optional(), ...codeInstead };

/** `confirm`: confirmed bookings ahead may be cancelled. */
export const accountDeletion = z.object({
  ...proof,
  confirm: z.boolean().default(false),
});
export type AccountDeletion = z.infer<typeof accountDeletion>;
