import { useState } from 'react';
import { useForm } from 'react-hook-form';
import formStyles from '#client/features/forms/form.module.css';
import { FormEnd } from '#client/features/forms/form-end.tsx';
import { schemaResolver } from '#client/features/forms/schema-resolver.ts';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { showFieldErrors } from '#client/lib/form-errors.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { FormMessage } from '#client/ui/message.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { type EmailChange, emailChange } from '#shared/users.ts';
import { EmailByCode } from './email-by-code.tsx';
import { useHasPassword } from './own-code.tsx';
import { SettingsSection } from './settings-section.tsx';

const fields = ['email', 'current_password'] as const;
const empty: EmailChange = { email: '', current_password: '' };

/** The address changes only once the link that goes to the new one was opened. */
export function EmailSection() {
  const email = useSession((session) => session.email);
  const hasPassword = useHasPassword();
  const [sentTo, setSentTo] = useState<string>();
  return (
    <SettingsSection
      title="Email"
      lead={
        <>
          You log in with <strong>{email}</strong>, and our emails go there.
        </>
      }
    >
      {sentTo && (
        <FormMessage tone="good">
          We've emailed a link to <strong>{sentTo}</strong>. Your email changes once you confirm it there, within 24
          hours.
        </FormMessage>
      )}
      {hasPassword && <EmailByPassword onSent={setSentTo} />}
      {hasPassword === false && <EmailByCode onSent={setSentTo} />}
    </SettingsSection>
  );
}

/** `onSent` hears to which address a link goes; undefined at first. */
function EmailByPassword({ onSent }: { onSent: (email: string | undefined) => void }) {
  const change = trpc.auth.requestEmail.useMutation();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, reset, setError, formState } = useForm<EmailChange, unknown, EmailChange>({
    defaultValues: empty,
    resolver: schemaResolver(emailChange, (entry: EmailChange) => entry),
  });
  const { errors, isSubmitting } = formState;

  async function submit(input: EmailChange) {
    setFailure(undefined);
    onSent(undefined);
    try {
      await change.mutateAsync(input);
      reset(empty);
      onSent(input.email);
    } catch (error) {
      const said = errorText(error, "Your email couldn't be changed.");
      if (statusOf(error) === 409)
        setError('current_password', { type: 'server', message: said }, { shouldFocus: true });
      else if (!showFieldErrors(error, fields, setError)) setFailure(said);
    }
  }

  return (
    <form className={formStyles.form} onSubmit={handleSubmit(submit)} noValidate>
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        error={errors.current_password?.message}
        {...register('current_password')}
      />
      <FormEnd look="secondary" failure={failure} submitText="Change email" busy={isSubmitting} busyText="Sending..." />
    </form>
  );
}
