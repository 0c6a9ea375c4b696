import { useState } from 'react';
import { TextField } from '#client/ui/text-field.tsx';
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
    reset: own.reset,
  };
}
