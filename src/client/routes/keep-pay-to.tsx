import { MailedLinkPage } from '#client/features/forms/mailed-link-page.tsx';
import { useMailedToken } from '#client/features/forms/use-mailed-token.ts';
import { statusOf } from '#client/lib/errors.ts';
import { linkErrorText } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { pagePath, pages } from '#shared/pages.ts';

const { title } = pages.keepPayTo;

/** Target of the link in the mail about a new payee, without a login. Opening it changes nothing: the button does. */
export function KeepPayTo() {
  const token = useMailedToken();
  return (
    <MailedLinkPage title={title} heading={title} pattern="wave" id="keep" pair={5}>
      {token === null ? <DeadLink /> : <Question token={token} />}
    </MailedLinkPage>
  );
}

function Question({ token }: { token: string }) {
  const { mutate, isPending, isSuccess, error } = trpc.deposits.keepPayTo.useMutation();
  if (isSuccess)
    return (
      <>
        <FormMessage tone="good">Done. Your clients pay deposits as before.</FormMessage>
        <p>If someone else asked for the change, choose a new password now. That logs everyone out.</p>
        <div>
          <ButtonLink to={pagePath('forgotPassword')}>Choose a new password</ButtonLink>
        </div>
      </>
    );
  if (statusOf(error) === 400) return <DeadLink />;
  return (
    <>
      <p>
        Someone asked for your clients' deposits to go somewhere else. If that wasn't you, keep things as they are: the
        change is dropped.
      </p>
      <p className="soft">Was it you? Then close this page, and the change happens on its own.</p>
      <FormMessage>{error && linkErrorText(error)}</FormMessage>
      <div>
        <Button busy={isPending} busyText="Keeping..." onClick={() => mutate({ token })}>
          Keep it as it was
        </Button>
      </div>
    </>
  );
}

function DeadLink() {
  return (
    <Failure text="This link is no longer valid.">
      <p className="soft">
        A link works once, until the change takes effect. If deposits go somewhere you don't know, choose a new password
        and correct it under Deposits.
      </p>
      <ButtonLink to={pagePath('forgotPassword')}>Choose a new password</ButtonLink>
    </Failure>
  );
}
