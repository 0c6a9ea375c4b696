import { useState } from 'react';
import formStyles from '#client/features/forms/form.module.css';
import { FormEnd } from '#client/features/forms/form-end.tsx';
import { useSmallForm } from '#client/features/forms/small-form.ts';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { TextField } from '#client/ui/text-field.tsx';
import { isEmailAddress } from '#shared/rules/email-address.ts';
import { OwnCode, useOwnCode } from './own-code.tsx';

const failed = "Your email couldn't be changed.";

/** Asks for another address; `onSent` hears to which one a link goes. */
export function EmailByCode({ onSent }: { onSent: (email: string) => void }) {
  const { client } = trpc.useUtils();
  const own = useOwnCode();
  const [failure, setFailure] = useState<string>();
  const [email, setEmail] = useState('');
  const checks = {
    email: (typed: string) => (isEmailAddress(typed) ? undefined : 'Invalid email address'),
    code: own.codeProblem,
  };

  const { form, problems, isBusy } = useSmallForm(checks, async ({ email: to, code }) => {
    setFailure(undefined);
    try {
      await client.auth.requestEmail.mutate({ email: to, attempt: own.attempt, code });
    } catch (error) {
      const said = errorText(error, failed);
      if (statusOf(error) === 409) return { code: said };
      const found = fieldErrors(error);
      if (found.email ?? found.code) return { email: found.email, code: found.code };
      setFailure(said);
      return undefined;
    }
    own.reset();
    setEmail('');
    onSent(to.trim());
    return undefined;
  });

  return (
    <form className={formStyles.form} {...form}>
      <TextField
        label="New email"
        name="email"
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        error={problems.email}
      />
      <OwnCode own={own} error={problems.code} />
      <FormEnd look="secondary" failure={failure} submitText="Change email" busy={isBusy} busyText="Sending..." />
    </form>
  );
}
