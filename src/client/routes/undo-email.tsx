import { MailedLinkPage } from '#client/features/forms/mailed-link-page.tsx';
import { useMailedToken } from '#client/features/forms/use-mailed-token.ts';
import { statusOf } from '#client/lib/errors.ts';
import { linkErrorText } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { pagePath, pages } from '#shared/pages.ts';

const { title } = pages.undoEmail;

/** Target of the link that is mailed to a former address (contract 3). Opening it changes nothing: the button does. */
export function UndoEmail() {
  const token = useMailedToken();
  return (
    <MailedLinkPage title={title} heading={title} pattern="wave" id="undo" pair={4}>
      {token === null ? <DeadLink /> : <Question token={token} />}
    </MailedLinkPage>
  );
}

function Question({ token }: { token: string }) {
  const { mutate, isPending, isSuccess, error } = trpc.auth.undoEmail.useMutation();
  if (isSuccess)
    return (
      <>
        <FormMessage tone="good">Done. This email is yours again, and everyone is logged out.</FormMessage>
        <p>Whoever changed it may know your password. Choose a new one now.</p>
        <div>
          <ButtonLink to={pagePath('forgotPassword')}>Choose a new password</ButtonLink>
        </div>
      </>
    );
  if (statusOf(error) === 400) return <DeadLink />;
  return (
    <>
      <p>
        Your Saluni account moved to another email. If that wasn't you, take it back: you log in with this email again,
        and everyone is logged out.
      </p>
      <p className="soft">Was it you? Then close this page, and nothing changes.</p>
      <FormMessage>{error && linkErrorText(error)}</FormMessage>
      <div>
        <Button busy={isPending} busyText="Changing it back..." onClick={() => mutate({ token })}>
          Change it back
        </Button>
      </div>
    </>
  );
}

function DeadLink() {
  return (
    <Failure text="This link is no longer valid.">
      <p className="soft">A link works once, for 7 days. If you can't get into your account, get in touch with us.</p>
      <ButtonLink to={pagePath('login')}>Go to login</ButtonLink>
    </Failure>
  );
}
