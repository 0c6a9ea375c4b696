import { MailedLinkPage } from '#client/features/forms/mailed-link-page.tsx';
import { useMailedToken } from '#client/features/forms/use-mailed-token.ts';
import { statusOf } from '#client/lib/errors.ts';
import { linkErrorText } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { pagePath, pages } from '#shared/pages.ts';

interface Kind {
  what: string;
  still: string;
  isGuest?: true;
}
const still = "You'll still get emails about the security of your account.";
const unknown: Kind = { what: 'these emails', still };
/** By the kind that a token begins with. A guest has no account, and the answer holds for every professional. */
const kinds: Partial<Record<string, Kind>> = {
  booking: { what: 'emails about bookings', still },
  reminder: { what: 'reminder emails', still },
  message: { what: 'emails about messages', still },
  guest: {
    what: 'emails about bookings to this address',
    still: 'This covers every professional on Saluni. Your bookings stay as they are.',
    isGuest: true,
  },
};

/**
 * Target of the link in the footer of mails (contract 6), without a login. Opening it changes nothing: the button does.
 */
export function Unsubscribe() {
  const token = useMailedToken();
  const kind = kinds[token?.split('.')[0] ?? ''] ?? unknown;
  return (
    <MailedLinkPage title={pages.unsubscribe.title} heading="Unsubscribe" pattern="fade" id="unsubscribe" pair={7}>
      {token === null ? <DeadLink /> : <Question token={token} kind={kind} />}
    </MailedLinkPage>
  );
}

function Question({ token, kind }: { token: string; kind: Kind }) {
  const { mutate, isPending, isSuccess, error } = trpc.users.unsubscribe.useMutation();
  if (isSuccess) {
    return (
      <>
        <FormMessage tone="good">You won't get any more {kind.what} from us.</FormMessage>
        {kind.isGuest ? (
          <p>{kind.still}</p>
        ) : (
          <>
            <p>{kind.still} In your settings you can switch everything on again.</p>
            <div>
              <ButtonLink look="secondary" to={pagePath('settings')}>
                Open my settings
              </ButtonLink>
            </div>
          </>
        )}
      </>
    );
  }
  if (statusOf(error) === 400) return <DeadLink isGuest={kind.isGuest} />;
  return (
    <>
      <p>
        Stop getting {kind.what} from Saluni? {kind.still}
      </p>
      <FormMessage>{error && linkErrorText(error)}</FormMessage>
      <div>
        <Button busy={isPending} busyText="Unsubscribing..." onClick={() => mutate({ token })}>
          Unsubscribe
        </Button>
      </div>
    </>
  );
}

function DeadLink({ isGuest }: { isGuest?: boolean | undefined }) {
  return (
    <Failure text="This link is no longer valid.">
      {!isGuest && <ButtonLink to={pagePath('settings')}>Choose in my settings</ButtonLink>}
    </Failure>
  );
}
