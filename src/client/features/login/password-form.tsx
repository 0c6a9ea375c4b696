import { useState } from 'react';
import styles from '#client/features/forms/form.module.css';
import { useSmallForm } from '#client/features/forms/small-form.ts';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { isEmailAddress } from '#shared/rules/email-address.ts';
import { logIn } from './log-in.ts';
import { storedEntry, storeEntry } from './stored-code.ts';
import type { Ask } from './use-pending-code.ts';

const checks = {
  username: (text: string) =>
    text === '' ? 'Email is required' : /^\S+@\S+$/.test(text) ? undefined : 'Invalid email address',
  password: (text: string) => (text === '' ? 'Password is required' : undefined),
};

/** Specification 2, login; beside the password a code that is mailed. */
export function PasswordForm({ ask }: { ask: Ask }) {
  const utils = trpc.useUtils();
  const [failure, setFailure] = useState<string>();
  const [isByCode, setByCode] = useState(false);
  const [known] = useState(storedEntry);
  const { form, problems, isBusy, submit } = useSmallForm(checks, async ({ username, password }) => {
    setFailure(undefined);
    setByCode(false);
    try {
      const { access_token: token } = await utils.client.auth.login.mutate({ username, password });
      await logIn(utils, token);
    } catch (error) {
      setFailure(errorText(error, 'Invalid credentials or server error', 'An unexpected error occurred.'));
    }
    return undefined;
  });

  function askForCode() {
    return submit(['username'], async ({ username }) => {
      setFailure(undefined);
      setByCode(true);
      if (!isEmailAddress(username)) return { username: 'Invalid email address' };
      const refused = await ask({ email: username.trim() });
      setFailure(refused.failure);
      return { username: refused.email };
    });
  }

  return (
    <form className={styles.form} {...form}>
      <FormMessage>{failure}</FormMessage>
      <TextField
        label="Email"
        name="username"
        type="email"
        autoComplete="username"
        required
        defaultValue={known.email}
        onChange={({ target }) => storeEntry({ ...storedEntry(), email: target.value })}
        error={problems.username}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={problems.password}
      />
      <Button type="submit" wide busy={isBusy && !isByCode} disabled={isBusy} busyText="Logging in...">
        Login
      </Button>
      <Button
        look="secondary"
        wide
        busy={isBusy && isByCode}
        disabled={isBusy}
        busyText="Sending..."
        onClick={() => void askForCode()}
      >
        E-mail me a code
      </Button>
    </form>
  );
}
