import { useState } from 'react';
import styles from '#client/features/forms/form.module.css';
import { MailedLinkPage } from '#client/features/forms/mailed-link-page.tsx';
import { NewPasswordField } from '#client/features/forms/new-password-field.tsx';
import { useSmallForm } from '#client/features/forms/small-form.ts';
import { useMailedToken } from '#client/features/forms/use-mailed-token.ts';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { pagePath, pages } from '#shared/pages.ts';
import { passwordProblem } from '#shared/rules/password.ts';

const checks = { password: passwordProblem };

/** Target of the mailed link to a new password. Opening it uses nothing up. */
export function ResetPassword() {
  const token = useMailedToken();
  const [outcome, setOutcome] = useState<'done' | 'dead'>();
  return (
    <MailedLinkPage
      title={pages.resetPassword.title}
      heading="Choose a new password"
      pattern="coil"
      id="reset"
      pair={2}
    >
      {outcome === 'done' ? (
        <Changed />
      ) : token === null || outcome === 'dead' ? (
        <DeadLink />
      ) : (
        <ResetForm token={token} onEnd={setOutcome} />
      )}
    </MailedLinkPage>
  );
}

function ResetForm({ token, onEnd }: { token: string; onEnd: (outcome: 'done' | 'dead') => void }) {
  const { client } = trpc.useUtils();
  const [failure, setFailure] = useState<string>();
  const { form, problems, isBusy } = useSmallForm(checks, async ({ password }) => {
    setFailure(undefined);
    try {
      await client.auth.reset.mutate({ token, password });
      onEnd('done');
    } catch (error) {
      const atField = fieldErrors(error).password;
      if (atField) return { password: atField };
      if (statusOf(error) === 400) onEnd('dead');
      else setFailure(errorText(error, 'Something went wrong.', 'An unexpected error occurred.'));
    }
    return undefined;
  });
  return (
    <form className={styles.form} {...form}>
      <FormMessage>{failure}</FormMessage>
      <NewPasswordField name="password" label="New password" error={problems.password} />
      <Button type="submit" wide busy={isBusy} busyText="Saving...">
        Save my password
      </Button>
    </form>
  );
}

function Changed() {
  return (
    <>
      <FormMessage tone="good">Your password is changed, and you are logged out on every device.</FormMessage>
      <ButtonLink to={pagePath('login')}>Log in</ButtonLink>
    </>
  );
}

function DeadLink() {
  return (
    <Failure text="This link is no longer valid.">
      <p className="soft">A link works once, for one hour. Only the last password you saved works.</p>
      <ButtonLink to={pagePath('forgotPassword')}>Send me a new link</ButtonLink>
    </Failure>
  );
}
