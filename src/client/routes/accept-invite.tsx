import { useMemo, useRef, useState } from 'react';
import { Navigate } from 'react-router';
import styles from '#client/features/forms/form.module.css';
import { MailedLinkPage } from '#client/features/forms/mailed-link-page.tsx';
import { NewPasswordField } from '#client/features/forms/new-password-field.tsx';
import { useSmallForm } from '#client/features/forms/small-form.ts';
import { useMailedToken } from '#client/features/forms/use-mailed-token.ts';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { endSession, startSession, useSession } from '#client/lib/session.ts';
import { type Outputs, trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { pagePath, pages } from '#shared/pages.ts';
import { passwordProblem } from '#shared/rules/password.ts';

type Invited = Outputs['auth']['invitation'];

const checks = { password: passwordProblem };

/** Target of the mailed invitation. Opening it uses nothing up. */
export function AcceptInvite() {
  const token = useMailedToken();
  const [isIn, setIn] = useState(false);
  // The login knows where each goes who is logged in: a client without a booking finds a service first.
  if (isIn) return <Navigate to={pagePath('login')} replace />;
  return (
    <MailedLinkPage title={pages.acceptInvite.title} heading="Set up your account" pattern="braid" id="invite" pair={1}>
      {token === null ? <DeadLink /> : <Invitation token={token} onEnter={() => setIn(true)} />}
    </MailedLinkPage>
  );
}

interface Entering {
  token: string;
  /** Called once the person is logged in. */
  onEnter: () => void;
}

function Invitation({ token, onEnter }: Entering) {
  const { data, error, isPending, refetch } = trpc.auth.invitation.useQuery(
    { token },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const [isDead, setDead] = useState(false);
  if (isDead || statusOf(error) === 400) return <DeadLink />;
  if (error)
    return (
      <Failure text={errorText(error, 'Something went wrong.', 'An unexpected error occurred.')} retry={refetch} />
    );
  if (isPending) return <Loading />;
  return <InvitationForm token={token} onEnter={onEnter} invited={data} onDead={() => setDead(true)} />;
}

function InvitationForm({ token, onEnter, invited, onDead }: Entering & { invited: Invited; onDead: () => void }) {
  const { client } = trpc.useUtils();
  const [failure, setFailure] = useState<{ text: string; hasAccount: boolean }>();
  /** Of an invitation that was used, while who it is could not be asked yet. */
  const accepted = useRef<string>(undefined);
  const known = useMemo(() => [...invited.email.split(/[@.]/), ...invited.name.split(/\s+/)], [invited]);
  const { form, problems, isBusy } = useSmallForm(checks, async ({ password }) => {
    setFailure(undefined);
    try {
      accepted.current ??= (await client.auth.accept.mutate({ token, password })).access_token;
      const person = await client.auth.me.query(undefined, { context: { token: accepted.current } });
      // Whoever was logged in here before leaves nothing behind.
      if (useSession.getState().isLoggedIn) endSession();
      startSession(accepted.current, person);
      onEnter();
    } catch (error) {
      const atField = fieldErrors(error).password;
      if (atField) return { password: atField };
      const status = statusOf(error);
      if (status === 400) onDead();
      else
        setFailure({
          text: accepted.current
            ? "Your password is set, but we couldn't log you in. Press again to try."
            : errorText(error, 'Something went wrong.', 'An unexpected error occurred.'),
          hasAccount: status === 409,
        });
    }
    return undefined;
  });
  return (
    <>
      <p className="soft">Welcome, {invited.name}. Choose a password, and you are in.</p>
      <form className={styles.form} {...form}>
        <FormMessage>{failure?.text}</FormMessage>
        {failure?.hasAccount && (
          <ButtonLink look="secondary" to={pagePath('login')}>
            Log in
          </ButtonLink>
        )}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          readOnly
          defaultValue={invited.email}
        />
        <NewPasswordField name="password" error={problems.password} known={known} />
        <Button type="submit" wide busy={isBusy} busyText="Setting up...">
          Create my account
        </Button>
      </form>
    </>
  );
}

function DeadLink() {
  return (
    <Failure text="This link is no longer valid.">
      <p className="soft">
        An invitation works once, for 14 days. If you have used it before, log in. If not, sign up again with the same
        email: you keep your spot, and we send you a new one.
      </p>
      <ButtonLink to={pagePath('waitlistSignup')}>Send me a new invitation</ButtonLink>
      <ButtonLink look="quiet" to={pagePath('login')}>
        Log in
      </ButtonLink>
    </Failure>
  );
}
