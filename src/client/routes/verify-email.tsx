import { useNavigate } from 'react-router';
import { MailedLinkPage } from '#client/features/forms/mailed-link-page.tsx';
import { useMailedToken } from '#client/features/forms/use-mailed-token.ts';
import { forgetSignup } from '#client/features/waitlist/stored-signup.ts';
import { statusOf } from '#client/lib/errors.ts';
import { linkErrorText } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { pagePath, pages } from '#shared/pages.ts';

/** Target of the mailed link (contract 3). Opening it verifies nothing: the button does. */
export function VerifyEmail() {
  const token = useMailedToken();
  return (
    <MailedLinkPage title={pages.verifyEmail.title} heading="Verify your email" pattern="wave" id="verify" pair={4}>
      {token ? <Question key={token} token={token} /> : <DeadLink />}
    </MailedLinkPage>
  );
}

function Question({ token }: { token: string }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = trpc.waitlist.verify.useMutation({
    onSuccess: async () => {
      forgetSignup();
      await navigate(pagePath('thankYou'), { replace: true });
    },
  });
  if (statusOf(error) === 400) return <DeadLink />;
  return (
    <>
      <p>One press, and your spot on the waitlist is reserved.</p>
      <FormMessage>{error && linkErrorText(error)}</FormMessage>
      <div>
        <Button busy={isPending} busyText="Verifying..." onClick={() => mutate({ token })}>
          Verify my email
        </Button>
      </div>
    </>
  );
}

function DeadLink() {
  return (
    <Failure text="This link is no longer valid.">
      <p className="soft">
        A link works once, for 48 hours. If you have used it before, your email is verified already. If not, sign up
        again and we send you a new one.
      </p>
      <ButtonLink to={pagePath('waitlistSignup')}>Sign up again</ButtonLink>
    </Failure>
  );
}
