import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { notify } from '#client/ui/notify.ts';
import { Ornament } from '#client/ui/ornament.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { SelectField, TextField } from '#client/ui/text-field.tsx';
import { pages } from '#shared/pages.ts';
import { type WaitlistRole, waitlistChecks, waitlistRoles } from '#shared/rules/waitlist-entry.ts';
import styles from './waitlist-signup.module.css';

interface Entry {
  name: string;
  email: string;
  role: WaitlistRole | '';
}

/** Specification 2, waitlist signup. */
export function WaitlistSignup() {
  return (
    <Page title="Join the beta">
      <div className={styles.split}>
        <div className={styles.form}>
          <PageHeading>Join the Beta: Tools for Stylists Who Care and Clients Who Value Quality</PageHeading>
          <p className={styles.notice}>
            <strong>After you sign up, check your inbox and your spam folder.</strong> We send you a link to verify your email: only
            verified addresses are added to the list.
          </p>
          <SignupForm />
        </div>
        <div className={styles.picture}>
          <Ornament pattern="braid" id="waitlist" pair={5} width={520} height={760} />
        </div>
      </div>
    </Page>
  );
}

const empty: Entry = { name: '', email: '', role: '' };

/** The checks are the server's own: nobody who gets past them is told afterwards. */
function SignupForm() {
  const { client } = trpc.useUtils();
  const navigate = useNavigate();
  const { register, handleSubmit, reset, setError, formState } = useForm<Entry>({ defaultValues: empty });
  const { errors, isSubmitting } = formState;

  async function signUp({ name, email, role }: Entry) {
    if (role === '') return;
    try {
      await client.waitlist.signup.mutate({ name, email, role });
    } catch (error) {
      const message = errorText(error, 'Something went wrong.', 'An unexpected error occurred.');
      setError('email', { type: 'server', message }, { shouldFocus: true });
      notify.error(message);
      return;
    }
    notify.success('Thanks! Check your inbox to verify your email and reserve your spot.');
    reset();
    await navigate(pages.home);
  }

  return (
    <form className={styles.fields} onSubmit={handleSubmit(signUp)} noValidate>
      <TextField
        label="Name"
        autoComplete="name"
        required
        error={errors.name?.message}
        {...register('name', { validate: (typed) => waitlistChecks.name(typed) ?? true })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email', { validate: (typed) => waitlistChecks.email(typed) ?? true })}
      />
      <SelectField
        label="Role"
        required
        emptyLabel="Select your role"
        options={waitlistRoles.map((role) => ({ value: role, label: role }))}
        error={errors.role?.message}
        {...register('role', { validate: (chosen) => waitlistChecks.role(chosen) ?? true })}
      />
      <Button type="submit" wide busy={isSubmitting} busyText="Submitting...">
        Reserve My Spot
      </Button>
      <p className={styles.note}>Professionals are reviewed. Your spot is confirmed after verification.</p>
    </form>
  );
}
