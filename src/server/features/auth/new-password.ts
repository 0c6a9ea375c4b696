import { dictionary } from '@zxcvbn-ts/language-common';
import { lengths } from '#shared/constants.ts';
import { password } from '#shared/wire.ts';

/** Those of the 10,000 most common passwords that are long enough; the dictionary begins with the most common one. */
const common = new Set(dictionary['passwords-common'].slice(0, 10_000).filter(({ length }) => length >= lengths.password.min));

/** A password that somebody chooses: `user create` and logins also take common ones, which were set before. */
export const newPassword = password.refine(
  (chosen) => !common.has(chosen.toLowerCase()),
  'This password is too common: others guess it first. Choose another one.',
);
