import { useState } from 'react';
import { answerOf, saveErrorText } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { TextField } from '#client/ui/text-field.tsx';
import type { RefusalReason } from '#shared/constants.ts';
import { OwnCode, useHasPassword, useOwnCode } from './own-code.tsx';

/** A password, or a code, without which nobody changes where money goes. */
export function useProof() {
  const hasPassword = useHasPassword();
  const own = useOwnCode();
  const [password, setPassword] = useState('');
  return {
    given:
      hasPassword === false
        ? { attempt: own.attempt, code: own.code || undefined }
        : { password: password || undefined },
    field: (error: string | undefined, autoFocus = false) =>
      hasPassword === false ? (
        <OwnCode own={own} error={error} />
      ) : (
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus={autoFocus}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={error}
        />
      ),
    reset: () => {
      own.reset();
      setPassword('');
    },
  };
}

const wrong: readonly RefusalReason[] = ['wrong_password', 'wrong_code'];

/** What a refusal says of the proof; undefined where it is about something else. */
export function proofProblem(error: unknown): string | undefined {
  if (wrong.some((reason) => reason === answerOf(error)?.reason)) return saveErrorText(error);
  const { password, code, attempt } = fieldErrors(error);
  return password ?? code ?? attempt;
}
