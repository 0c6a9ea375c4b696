import { useState } from 'react';
import styles from '#client/features/forms/form.module.css';
import { FormBesideOrnament } from '#client/features/forms/form-beside-ornament.tsx';
import { useSmallForm } from '#client/features/forms/small-form.ts';
import { errorText } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { pagePath, pages } from '#shared/pages.ts';
import { waitlistChecks } from '#shared/rules/waitlist-entry.ts';

const checks = { email: waitlistChecks.email };

/** Asks for a link to a new password. The answer is the same whether the address has an account or not. */
export function ForgotPassword() {
  const { client } = trpc.useUtils();
  const [sentTo, setSentTo] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const { form, problems, isBusy } = useSmallForm(checks, async ({ email }) => {
    setFailure(undefined);
    setSentTo(undefined);
    try {
      await client.auth.forgot.mutate({ email });
      setSentTo(email.trim());
    } catch (error) {
      const { email: atField } = fieldErrors(error);
      if (atField) return { email: atField };
      setFailure(errorText(error, 'Something went wrong.', 'An unexpected error occurred.'));
    }
    return undefined;
  });
  return (
    <Page title={pages.forgotPassword.title}>
      <FormBesideOrnament ornament={<Ornament pattern="coil" id="forgot" pair={2} width={280} height={308} />}>
        <PageHeading lead="Tell us your email and we'll send you a link to choose a new one.">
          Forgot your password?
        </PageHeading>
        <form className={styles.form} {...form}>
          <FormMessage>{failure}</FormMessage>
          <FormMessage tone="good">
            {sentTo &&
              `If ${sentTo} has an account, we've emailed a link. It works once, for one hour. Check your spam folder, too.`}
          </FormMessage>
          <TextField label="Email" name="email" type="email" autoComplete="username" required error={problems.email} />
          <Button type="submit" wide busy={isBusy} busyText="Sending...">
            Send me a link
          </Button>
        </form>
        <p className={styles.aside}>
          <Link to={pagePath('login')}>Back to the login</Link>
        </p>
      </FormBesideOrnament>
    </Page>
  );
}
