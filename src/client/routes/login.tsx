import { useState } from 'react';
import { useForm } from 'react-hook-form';
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

interface Entry {
  username: string;
  password: string;
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

function LoginForm() {
  const { client, clients } = trpc.useUtils();
  const { register, handleSubmit, formState } = useForm<Entry>();
  const [failure, setFailure] = useState<string>();

  async function login(entry: Entry) {
    setFailure(undefined);
    try {
      const { access_token: token } = await client.auth.login.mutate(entry);
      const person = await client.auth.me.query(undefined, { context: { token } });
      startSession(token, person);
      if (person.role === 'client') void clients.me.prefetch();
    } catch (error) {
      setFailure(errorText(error, 'Invalid credentials or server error', 'An unexpected error occurred.'));
    }
  }

  return (
    <form className={styles.fields} onSubmit={handleSubmit(login)} noValidate>
      <FormMessage>{failure}</FormMessage>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        error={formState.errors.username?.message}
        {...register('username', { required: 'Email is required', pattern: { value: /^\S+@\S+$/, message: 'Invalid email address' } })}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        error={formState.errors.password?.message}
        {...register('password', { required: 'Password is required' })}
      />
      <Button type="submit" wide busy={formState.isSubmitting} busyText="Logging in...">
        Login
      </Button>
    </form>
  );
}
