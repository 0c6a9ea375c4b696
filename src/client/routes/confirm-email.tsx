import { MailedLinkPage } from '#client/features/forms/mailed-link-page.tsx';
import { useMailedToken } from '#client/features/forms/use-mailed-token.ts';
import { statusOf } from '#client/lib/errors.ts';
import { linkErrorText } from '#client/lib/form-errors.ts';
import { refreshPerson, useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { pagePath, pages } from '#shared/pages.ts';

const { title } = pages.confirmEmail;

/** Target of the mailed link to a new address (contract 3). Opening it changes nothing: the button does. */
export function ConfirmEmail() {
  const token = useMailedToken();
  return (
    <MailedLinkPage title={title} heading={title} pattern="wave" id="confirm" pair={4}>
      {token ? <Question key={token} token={token} /> : <DeadLink />}
    </MailedLinkPage>
  );
}

function Question({ token }: { token: string }) {
  const { client } = trpc.useUtils();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const asked = trpc.auth.pendingEmail.useQuery({ token }, { staleTime: Number.POSITIVE_INFINITY });
  const confirmation = trpc.auth.confirmEmail.useMutation({
    // This browser may hold a session of the account, which shows the old address.
    onSuccess: async () => {
      if (useSession.getState().isLoggedIn) await client.auth.me.query().then(refreshPerson, () => undefined);
    },
  });
  if (confirmation.data) {
    return (
      <>
        <FormMessage tone="good">
          Your email is now <strong>{confirmation.data.email}</strong>. You log in with it, and our emails go there.
        </FormMessage>
        <div>
          {isLoggedIn ? (
            <ButtonLink to={pagePath('settings')}>Back to settings</ButtonLink>
          ) : (
            <ButtonLink to={pagePath('login')}>Log in</ButtonLink>
          )}
        </div>
      </>
    );
  }
  if (statusOf(asked.error) === 400 || statusOf(confirmation.error) === 400) return <DeadLink />;
  if (asked.error) return <Failure text={linkErrorText(asked.error)} retry={asked.refetch} />;
  if (asked.isPending) return <Loading />;
  return (
    <>
      <p>
        The Saluni account of <strong>{asked.data.current_email}</strong> moves to <strong>{asked.data.email}</strong>.
        From then on you log in with the new email, and our emails go there.
      </p>
      <p className="soft">Not your account? Then close this page, and nothing changes.</p>
      <FormMessage>{confirmation.error && linkErrorText(confirmation.error)}</FormMessage>
      <div>
        <Button busy={confirmation.isPending} busyText="Confirming..." onClick={() => confirmation.mutate({ token })}>
          Confirm my new email
        </Button>
      </div>
    </>
  );
}

function DeadLink() {
  return (
    <Failure text="This link is no longer valid.">
      <p className="soft">
        A link works once, for 24 hours, and only the last one you asked for. If you need a new one, change your email
        in the settings again.
      </p>
      <ButtonLink to={pagePath('settings')}>Go to settings</ButtonLink>
    </Failure>
  );
}
