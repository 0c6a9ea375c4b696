import { type FormEvent, useState } from 'react';
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
    text === '' ? 'Email is required' : /.@./.test(text) && !/\s/.test(text) ? undefined : 'Invalid email address',
  password: (text: string) => (text === '' ? 'Password is required' : undefined),
};

interface LoginFormProps {
  ask: Ask;
  /** Somebody new needs no password: the code comes first, and `hasPassword` says whether a password is taken at all. */
  isNew: boolean;
  hasPassword: boolean;
}

/** Specification 2, login; beside the password a code that is mailed, for one address. */
export function LoginForm({ ask, isNew, hasPassword }: LoginFormProps) {
  const utils = trpc.useUtils();
  const [failure, setFailure] = useState<string>();
  const [isByCode, setByCode] = useState(isNew);
  const [known] = useState(storedEntry);
  const { form, problems, isBusy, values, submit } = useSmallForm(checks, byPassword);

  async function byPassword({ username, password }: Record<keyof typeof checks, string>) {
    setFailure(undefined);
    setByCode(false);
    try {
      const { access_token: token } = await utils.client.auth.login.mutate({ username, password });
      await logIn(utils, token);
    } catch (error) {
      setFailure(errorText(error, 'Invalid credentials or server error', 'An unexpected error occurred.'));
    }
    return undefined;
  }

  function askForCode() {
    return submit(['username'], async ({ username }) => {
      setFailure(undefined);
      setByCode(true);
      if (!isEmailAddress(username)) return { username: 'Invalid email address' };
      const refused = await ask(username.trim());
      setFailure(refused.failure);
      return { username: refused.email };
    });
  }

  /** Enter sends the password where one is typed. */
  function onSubmit(event: FormEvent) {
    if (!isNew || values().password !== '') return form.onSubmit(event);
    event.preventDefault();
    void askForCode();
  }

  const email = (
    <TextField
      label="Email"
      name="username"
      type="email"
      autoComplete={isNew && !hasPassword ? 'email' : 'username'}
      required
      defaultValue={known.email}
      hint={isNew && "We'll email you a 6-digit code. No password needed."}
      onChange={({ target }) => storeEntry({ email: target.value })}
      error={problems.username}
    />
  );
  const code = (
    <Button
      type={isNew ? 'submit' : 'button'}
      look={isNew ? 'primary' : 'secondary'}
      wide
      busy={isBusy && isByCode}
      disabled={isBusy}
      busyText="Sending..."
      onClick={isNew ? undefined : () => void askForCode()}
    >
      Email me a code
    </Button>
  );
  const password = (
    <TextField
      label="Password"
      name="password"
      type="password"
      autoComplete="current-password"
      required={!isNew}
      error={problems.password}
    />
  );
  const login = (
    <Button
      type={isNew ? 'button' : 'submit'}
      look={isNew ? 'secondary' : 'primary'}
      wide
      busy={isBusy && !isByCode}
      disabled={isBusy}
      busyText="Logging in..."
      onClick={isNew ? () => void submit(['username', 'password'], byPassword) : undefined}
    >
      Login
    </Button>
  );
  return (
    <form className={styles.form} {...form} onSubmit={onSubmit}>
      <FormMessage>{failure}</FormMessage>
      {email}
      {isNew && code}
      {isNew && hasPassword && <p className="soft">Have a password? Log in with it.</p>}
      {hasPassword && password}
      {hasPassword && login}
      {!isNew && code}
    </form>
  );
}
