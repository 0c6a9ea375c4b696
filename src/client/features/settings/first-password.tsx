import { useMemo, useState } from 'react';
import formStyles from '#client/features/forms/form.module.css';
import { FormEnd } from '#client/features/forms/form-end.tsx';
import { NewPasswordField } from '#client/features/forms/new-password-field.tsx';
import { useSmallForm } from '#client/features/forms/small-form.ts';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { passwordProblem } from '#shared/rules/password.ts';
import { OwnCode, useOwnCode } from './own-code.tsx';

const failed = "Your password couldn't be set.";

/** Gives an account its first password, by a mailed code. */
export function FirstPassword({ onSet }: { onSet: () => void }) {
  const { client } = trpc.useUtils();
  const email = useSession((session) => session.email);
  const known = useMemo(() => (email === null ? [] : [email]), [email]);
  const [failure, setFailure] = useState<string>();
  const own = useOwnCode();
  const checks = { password: passwordProblem, code: own.codeProblem };
  const { form, problems, isBusy } = useSmallForm(checks, async ({ password, code }) => {
    setFailure(undefined);
    try {
      await client.auth.changePassword.mutate({ password, attempt: own.attempt, code });
    } catch (error) {
      const said = errorText(error, failed);
      if (statusOf(error) === 409) return { code: said };
      const found = fieldErrors(error);
      if (found.password ?? found.code) return { password: found.password, code: found.code };
      setFailure(said);
      return undefined;
    }
    onSet();
    return undefined;
  });

  return (
    <form className={formStyles.form} {...form}>
      {/* For password managers, which ask whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      <NewPasswordField name="password" label="New password" error={problems.password} known={known} />
      <OwnCode own={own} error={problems.code} />
      <FormEnd look="secondary" failure={failure} submitText="Set password" busy={isBusy} busyText="Setting..." />
    </form>
  );
}
