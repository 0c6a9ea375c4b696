import { type ReactNode, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import formStyles from '#client/features/forms/form.module.css';
import { FormEnd } from '#client/features/forms/form-end.tsx';
import { NewPasswordField } from '#client/features/forms/new-password-field.tsx';
import { schemaResolver } from '#client/features/forms/schema-resolver.ts';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { showFieldErrors } from '#client/lib/form-errors.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { FormMessage } from '#client/ui/message.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { type PasswordChange, passwordChange } from '#shared/users.ts';
import { FirstPassword } from './first-password.tsx';
import { useHasPassword } from './own-code.tsx';
import { SettingsSection } from './settings-section.tsx';

const fields = ['current_password', 'password'] as const;
const empty: PasswordChange = { current_password: '', password: '' };

/** Sets the first password of an account without one, and changes it from then on. */
export function PasswordSection() {
  const { auth } = trpc.useUtils();
  const hasPassword = useHasPassword();
  const [done, setDone] = useState<string>();
  const told = done && <FormMessage tone="good">{done}</FormMessage>;

  function onDone(text: string) {
    setDone(text);
    void auth.sessions.invalidate();
    void auth.me.invalidate();
  }

  if (hasPassword === undefined) return <SettingsSection title="Password">{null}</SettingsSection>;
  if (!hasPassword) {
    return (
      <SettingsSection
        title="Password"
        lead={
          "You log in with a code we email you. With a password there's no waiting for an email; " +
          'setting one ends your sessions on all other devices.'
        }
      >
        {told}
        <FirstPassword onSet={() => onDone('Your password is set, and all other devices are logged out.')} />
      </SettingsSection>
    );
  }
  return (
    <SettingsSection title="Password" lead="A new password ends your sessions on all other devices.">
      <ChangePassword
        told={told}
        onStart={() => setDone(undefined)}
        onDone={() => onDone('Your password is changed, and all other devices are logged out.')}
      />
    </SettingsSection>
  );
}

interface ChangePasswordProps {
  told: ReactNode;
  onStart: () => void;
  onDone: () => void;
}

function ChangePassword({ told, onStart, onDone }: ChangePasswordProps) {
  const email = useSession((session) => session.email);
  const change = trpc.auth.changePassword.useMutation();
  const [failure, setFailure] = useState<string>();
  const [changes, setChanges] = useState(0);
  const known = useMemo(() => (email === null ? [] : [email]), [email]);
  const { register, handleSubmit, reset, setError, formState } = useForm<PasswordChange, unknown, PasswordChange>({
    defaultValues: empty,
    resolver: schemaResolver(passwordChange, (entry: PasswordChange) => entry),
  });
  const { errors, isSubmitting } = formState;
  // In the order in which they stand, in which the first with an error gets the focus.
  const current = register('current_password');
  const { name, ...wired } = register('password');

  async function submit(input: PasswordChange) {
    setFailure(undefined);
    onStart();
    try {
      await change.mutateAsync(input);
      reset(empty);
      onDone();
      setChanges(changes + 1);
    } catch (error) {
      const said = errorText(error, "Your password couldn't be changed.");
      if (statusOf(error) === 409)
        setError('current_password', { type: 'server', message: said }, { shouldFocus: true });
      else if (!showFieldErrors(error, fields, setError)) setFailure(said);
    }
  }

  return (
    <form className={formStyles.form} onSubmit={handleSubmit(submit)} noValidate>
      {/* For password managers, which ask whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        error={errors.current_password?.message}
        {...current}
      />
      {/* A new one after each change, because the old one shows how strong its text was. */}
      <NewPasswordField
        key={changes}
        label="New password"
        error={errors.password?.message}
        known={known}
        name={name}
        wired={wired}
      />
      {told}
      <FormEnd
        look="secondary"
        failure={failure}
        submitText="Change password"
        busy={isSubmitting}
        busyText="Changing..."
      />
    </form>
  );
}
