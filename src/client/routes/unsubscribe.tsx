import { FormBesideOrnament } from '#client/features/forms/form-beside-ornament.tsx';
import { NoReferrer } from '#client/features/forms/no-referrer.tsx';
import { useMailedToken } from '#client/features/forms/use-mailed-token.ts';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pagePath, pages } from '#shared/pages.ts';

/** By the kind that a token begins with. */
const kinds: Partial<Record<string, string>> = { booking: 'emails about bookings', reminder: 'reminder emails' };

/**
 * Target of the link in the footer of mails (contract 6), without a login. Opening it changes nothing: the button does.
 */
export function Unsubscribe() {
  const token = useMailedToken();
  return (
    <Page title={pages.unsubscribe.title}>
      <NoReferrer />
      <FormBesideOrnament ornament={<Ornament pattern="fade" id="unsubscribe" pair={7} width={280} height={308} />}>
        <PageHeading>Unsubscribe</PageHeading>
        {token === null ? (
          <DeadLink />
        ) : (
          <Question token={token} what={kinds[token.split('.')[0] ?? ''] ?? 'these emails'} />
        )}
      </FormBesideOrnament>
    </Page>
  );
}

function Question({ token, what }: { token: string; what: string }) {
  const { mutate, isPending, isSuccess, error } = trpc.users.unsubscribe.useMutation();
  if (isSuccess) {
    return (
      <>
        <FormMessage tone="good">You get no more {what} from us.</FormMessage>
        <p>
          Emails about the security of your account still come. In your settings you can switch everything on again.
        </p>
        <div>
          <ButtonLink look="secondary" to={pagePath('settings')}>
            Open my settings
          </ButtonLink>
        </div>
      </>
    );
  }
  if (statusOf(error) === 400) return <DeadLink />;
  return (
    <>
      <p>Do you want no more {what} from Saluni? Emails about the security of your account still come.</p>
      <FormMessage>{error && errorText(error, 'Something went wrong.', 'An unexpected error occurred.')}</FormMessage>
      <div>
        <Button busy={isPending} busyText="Unsubscribing..." onClick={() => mutate({ token })}>
          Unsubscribe
        </Button>
      </div>
    </>
  );
}

function DeadLink() {
  return (
    <Failure text="This link is no longer valid.">
      <ButtonLink to={pagePath('settings')}>Choose in my settings</ButtonLink>
    </Failure>
  );
}
