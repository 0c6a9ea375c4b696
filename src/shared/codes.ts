import { z } from 'zod';
import { clientInput } from './clients.ts';
import { codeLength, codeMessages, isCode, withoutSpaces } from './rules/one-time-code.ts';
import { signupKinds } from './rules/signup-kinds.ts';
import { email, typed } from './wire.ts';

/** Schemas of one-time codes (contract 11). */

/** An attempt as it is given back; one of this form that nobody was given is an unknown one. */
export const attempt = z.string('Attempt is required').regex(/^[\w.~-]{1,64}$/, 'Invalid attempt');

export const code = typed(codeLength, codeMessages.form, codeMessages.form)
  .transform(withoutSpaces)
  .refine(isCode, codeMessages.form);

export const signupAnswer = z.object({ clients: z.enum(signupKinds) });

export const codeInput = z.object({ email, attempt: attempt.optional() });
/** `attempt` as for a login: the new code belongs to it, too. */
export const confirmationCodeInput = z.object({ attempt: attempt.optional() });
export const codeAnswer = z.object({ message: z.string(), attempt: z.string() });

/** Who signs up: the number may be left out. */
export const newClient = clientInput
  .pick({ first_name: true, last_name: true })
  .extend({ phone_number: z.preprocess((given) => given || undefined, clientInput.shape.phone_number.optional()) });

/** Names and number are anything here: `newClient` looks at them once the code was right and the address is new. */
export const verifyCodeInput = z
  .object({
    attempt,
    code,
    first_name: z.unknown().optional(),
    last_name: z.unknown().optional(),
    phone_number: z.unknown().optional(),
  })
  .meta({
    documentedAs: z.object({
      attempt,
      code: z.string().meta({ description: '6 digits' }),
      first_name: z.string().optional(),
      last_name: z.string().optional(),
      phone_number: z.string().optional(),
    }),
  });
export type VerifyCodeInput = z.infer<typeof verifyCodeInput>;
