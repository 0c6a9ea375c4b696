import { useEffect, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import styles from '#client/features/forms/form.module.css';
import { FormBesideOrnament } from '#client/features/forms/form-beside-ornament.tsx';
import { useSmallForm } from '#client/features/forms/small-form.ts';
import { afterLogin, type Target } from '#client/lib/after-login.ts';
import { errorText } from '#client/lib/errors.ts';
import { storeInEntry } from '#client/lib/history-entry.ts';
import { startSession, useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { ScreenLoading } from '#client/ui/loading.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { pagePath, pages } from '#shared/pages.ts';

const checks = {
  username: (text: string) =>
    text === '' ? 'Email is required' : /^\S+@\S+$/.test(text) ? undefined : 'Invalid email address',
  password: (text: string) => (text === '' ? 'Password is required' : undefined),
};

/** Specification 2, login. Redirects users who are logged in, before or just now. */
export function Login() {
  const { isLoggedIn, role } = useSession();
  const { state } = useLocation();
  const [query] = useSearchParams();
  if (isLoggedIn) return <Onward {...afterLogin(role, query.get('next'), state)} />;
  return (
    <Page title={pages.login.title}>
      <FormBesideOrnament ornament={<Ornament pattern="coil" id="welcome" pair={0} width={280} height={308} />}>
        <PageHeading lead="Let's make your next booking seamless!">Welcome Back</PageHeading>
        <LoginForm />
        <div className={styles.aside}>
          <p>
            No account yet? <Link to={pagePath('waitlistSignup')}>Join the waitlist</Link>
          </p>
          <p>
            <Link to={pagePath('forgotPassword')}>Forgot your password?</Link>
          </p>
        </div>
      </FormBesideOrnament>
    </Page>
  );
}

function Onward({ to, state, stored }: Target) {
  // Runs after `Navigate`'s own effect, which has replaced the history entry.
  useEffect(() => {
    if (stored) storeInEntry(stored);
  }, [stored]);
  return (
    <>
      <ScreenLoading />
      <Navigate to={to} state={state} replace />
    </>
  );
}

function LoginForm() {
  const { client, clients } = trpc.useUtils();
  const [failure, setFailure] = useState<string>();
  const { form, problems, isBusy } = useSmallForm(checks, async (entry) => {
    setFailure(undefined);
    try {
      const { access_token: token } = await client.auth.login.mutate(entry);
      const person = await client.auth.me.query(undefined, { context: { token } });
      startSession(token, person);
      if (person.role === 'client') void clients.me.prefetch();
    } catch (error) {
      setFailure(errorText(error, 'Invalid credentials or server error', 'An unexpected error occurred.'));
    }
    return undefined;
  });

  return (
    <form className={styles.form} {...form}>
      <FormMessage>{failure}</FormMessage>
      <TextField
        label="Email"
        name="username"
        type="email"
        autoComplete="username"
        required
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
      <Button type="submit" wide busy={isBusy} busyText="Logging in...">
        Login
      </Button>
    </form>
  );
}
