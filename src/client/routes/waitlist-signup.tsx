import { useState } from 'react';
import { useNavigate } from 'react-router';
import formStyles from '#client/features/forms/form.module.css';
import { FormBesideOrnament } from '#client/features/forms/form-beside-ornament.tsx';
import { useSmallForm } from '#client/features/forms/small-form.ts';
import { newcomerAddress } from '#client/features/login/requested-booking.ts';
import { useClientSignup } from '#client/features/login/use-client-signup.ts';
import { storeSignup } from '#client/features/waitlist/stored-signup.ts';
import { errorText } from '#client/lib/errors.ts';
import { isLossSaid } from '#client/lib/lost-calls.ts';
import { useHydrated } from '#client/lib/ready.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { notify } from '#client/ui/notify.ts';
import { Ornament } from '#client/ui/ornament.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { SelectField, TextField } from '#client/ui/text-field.tsx';
import { contactEmail, lengths } from '#shared/constants.ts';
import { pagePath, pages } from '#shared/pages.ts';
import { linkOf, waitlistChecks, waitlistRoles } from '#shared/rules/waitlist-entry.ts';
import styles from './waitlist-signup.module.css';

/** Specification 2, waitlist signup. */
export function WaitlistSignup() {
  return (
    <Page title={pages.waitlistSignup.title}>
      <FormBesideOrnament ornament={<Ornament pattern="braid" id="waitlist" pair={5} width={360} height={480} />}>
        <PageHeading>Join the Beta: Tools for Stylists Who Care and Clients Who Value Quality</PageHeading>
        <p className={styles.notice}>
          <strong>After you sign up, check your inbox and your spam folder.</strong> We send you a link to verify your
          email: only verified addresses are added to the list.
        </p>
        <noscript>
          <p>This form needs JavaScript. Please allow it for Saluni, or write to {contactEmail}.</p>
        </noscript>
        <SignupForm />
      </FormBesideOrnament>
    </Page>
  );
}

/** The form runs the same checks as the server. */
function SignupForm() {
  const { client } = trpc.useUtils();
  const navigate = useNavigate();
  const isOpen = useClientSignup() === 'open';
  const isHydrated = useHydrated();
  const [role, setRole] = useState('');
  const isClient = role === 'Client';
  // The navigation to the home page clears the form.
  const { form, problems, isBusy } = useSmallForm(waitlistChecks, async ({ name, email, role, location, link }) => {
    const known = waitlistRoles.find((one) => one === role);
    if (known === undefined) return undefined;
    try {
      await client.waitlist.signup.mutate({ name, email, role: known, location, link: linkOf(link) });
    } catch (error) {
      const message = errorText(error, 'Something went wrong.', 'An unexpected error occurred.');
      notify.failure(error, message);
      return isLossSaid() ? undefined : { email: message };
    }
    storeSignup(email);
    notify.success('Thanks! Check your inbox to verify your email and reserve your spot.');
    await navigate(pagePath('home'));
    return undefined;
  });

  return (
    <form className={formStyles.form} {...form}>
      <TextField label="Name" name="name" autoComplete="name" required error={problems.name} />
      <TextField label="Email" name="email" type="email" autoComplete="email" required error={problems.email} />
      <SelectField
        label="Role"
        name="role"
        required
        defaultValue=""
        emptyLabel="Select your role"
        options={waitlistRoles.map((role) => ({ value: role, label: role }))}
        error={problems.role}
        onChange={({ target }) => setRole(target.value)}
      />
      {role !== '' && !isClient && (
        <>
          <TextField
            label="Where you work (optional)"
            name="location"
            autoComplete="address-level2"
            maxLength={lengths.location.max}
            hint="Your suburb or city."
            error={problems.location}
          />
          <TextField
            label="Link to your work (optional)"
            name="link"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={lengths.url.max}
            hint="Your website or Instagram, for example."
            error={problems.link}
          />
        </>
      )}
      {isOpen && isClient && <ClientsWay />}
      <Button type="submit" wide disabled={!isHydrated} busy={isBusy} busyText="Submitting...">
        Reserve My Spot
      </Button>
      <p className={styles.note}>Professionals are reviewed. Your spot is confirmed after verification.</p>
      {isOpen && !isClient && <ClientsWay />}
    </form>
  );
}

/** Clients need no waitlist where they may sign themselves up. */
function ClientsWay() {
  return (
    <p className={styles.notice}>
      <strong>Just want to book?</strong> No need to wait: <Link to={newcomerAddress}>sign up with a code</Link>.
    </p>
  );
}
