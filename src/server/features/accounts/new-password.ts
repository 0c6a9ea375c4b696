import { createRequire } from 'node:module';
import { lengths } from '#shared/constants.ts';
import { password } from '#shared/wire.ts';

type Dictionaries = { dictionary: Record<'passwords-common', string[]> };
let common: ReadonlySet<string> | undefined;

/**
 * Those of the 10,000 most common passwords that are long enough; the dictionary begins with the most common one.
 * Loaded when somebody chooses the first password: it takes 19 MiB, which processes that never see one do not need.
 */
function commonPasswords(): ReadonlySet<string> {
  if (!common) {
    const { dictionary }: Dictionaries = createRequire(import.meta.url)('@zxcvbn-ts/language-common');
    common = new Set(
      dictionary['passwords-common'].slice(0, 10_000).filter(({ length }) => length >= lengths.password.min),
    );
  }
  return common;
}

/** A password that somebody chooses: `user create` and logins also take common ones, which were set before. */
export const newPassword = password.refine(
  (chosen) => !commonPasswords().has(chosen.toLowerCase()),
  'This password is too common: others guess it first. Choose another one.',
);
