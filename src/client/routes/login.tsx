import { type FormEvent, useRef, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { afterLogin } from '#client/lib/after-login.ts';
import { errorText } from '#client/lib/errors.ts';
import { startSession, useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import styles from './login.module.css';

type Problems = { username?: string; password?: string };

function problemsOf(username: string, password: string): Problems {
  return {
    username: username === '' ? 'Email is required' : /^\S+@\S+$/.test(username) ? undefined : 'Invalid email address',
    password: password === '' ? 'Password is required' : undefined,
  };
}

/** Specification 2, login. Whoever has a session, new or old, is sent on. */
export function Login() {
  const { isLoggedIn, role } = useSession();
  const { state } = useLocation();
  const [query] = useSearchParams();
  if (isLoggedIn) {
    const target = afterLogin(role, query.get('next'), state);
    return (
      <>
        <Loading />
        <Navigate to={target.to} state={target.state} replace />
      </>
    );
  }
  return (
    <Page title="Log in">
      <div className={styles.split}>
        <div className={styles.form}>
          <PageHeading lead="Let's make your next booking seamless!">Welcome Back</PageHeading>
          <LoginForm />
        </div>
        <div className={styles.picture}>
          <Ornament pattern="coil" id="welcome" pair={0} width={400} height={440} />
        </div>
      </div>
    </Page>
  );
}

/** Two fields need no form library: this page is public, and its code is counted. */
function LoginForm() {
  const { client, clients } = trpc.useUtils();
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<Problems>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const check = () => problemsOf(username.current?.value ?? '', password.current?.value ?? '');
  // Once told, a problem goes as soon as it is mended.
  const recheck = problems && (() => setProblems(check()));

  async function login(event: FormEvent) {
    event.preventDefault();
    setFailure(undefined);
    const found = check();
    setProblems(found);
    if (found.username || found.password) return (found.username ? username : password).current?.focus();
    setBusy(true);
    try {
      const entry = { username: username.current?.value ?? '', password: password.current?.value ?? '' };
      const { access_token: token } = await client.auth.login.mutate(entry);
      const person = await client.auth.me.query(undefined, { context: { token } });
      startSession(token, person);
      if (person.role === 'client') void clients.me.prefetch();
    } catch (error) {
      setFailure(errorText(error, 'Invalid credentials or server error', 'An unexpected error occurred.'));
      setBusy(false);
    }
  }

  return (
    <form className={styles.fields} onSubmit={login} noValidate>
      <FormMessage>{failure}</FormMessage>
      <TextField
        ref={username}
        label="Email"
        name="username"
        type="email"
        autoComplete="username"
        required
        error={problems?.username}
        onChange={recheck}
      />
      <TextField
        ref={password}
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={problems?.password}
        onChange={recheck}
      />
      <Button type="submit" wide busy={busy} busyText="Logging in...">
        Login
      </Button>
    </form>
  );
}
