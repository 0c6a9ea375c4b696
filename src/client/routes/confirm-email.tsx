import { useEffect, useRef, useState } from 'react';
import { FormBesideOrnament } from '#client/features/forms/form-beside-ornament.tsx';
import { NoReferrer } from '#client/features/forms/no-referrer.tsx';
import { useMailedToken } from '#client/features/forms/use-mailed-token.ts';
import { statusOf } from '#client/lib/errors.ts';
import { linkErrorText } from '#client/lib/form-errors.ts';
import { refreshPerson, useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pagePath, pages } from '#shared/pages.ts';

const { title } = pages.confirmEmail;

/**
 * Target of the mailed link to a new address (contract 3). Opening the link changes nothing: the page posts the token.
 */
export function ConfirmEmail() {
  const token = useMailedToken();
  return (
    <Page title={title}>
      <NoReferrer />
      <FormBesideOrnament ornament={<Ornament pattern="wave" id="confirm" pair={4} width={280} height={308} />}>
        <PageHeading>{title}</PageHeading>
        {token ? <Confirmation key={token} token={token} /> : <DeadLink />}
      </FormBesideOrnament>
    </Page>
  );
}

function Confirmation({ token }: { token: string }) {
  const { client } = trpc.useUtils();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const [outcome, setOutcome] = useState<{ email: string } | { failure: string } | 'dead'>();
  const isPosted = useRef(false);

  async function post() {
    try {
      setOutcome(await client.auth.confirmEmail.mutate({ token }));
    } catch (error) {
      setOutcome(statusOf(error) === 400 ? 'dead' : { failure: linkErrorText(error) });
      return;
    }
    // This browser may hold a session of the account, which shows the old address.
    if (useSession.getState().isLoggedIn) await client.auth.me.query().then(refreshPerson, () => undefined);
  }

  // A link works once, so it must not be posted twice when effects run twice.
  useEffect(() => {
    if (isPosted.current) return;
    isPosted.current = true;
    void post();
  });

  if (outcome === undefined) return <Loading />;
  if (outcome === 'dead') return <DeadLink />;
  if ('failure' in outcome) return <Failure text={outcome.failure} retry={post} />;
  return (
    <>
      <FormMessage tone="good">
        Your email is now <strong>{outcome.email}</strong>. You log in with it, and our emails go there.
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

function DeadLink() {
  return (
    <Failure text="This link is no longer valid.">
      <p className="soft">
        A link works once, for 24 hours, and only the last one that you asked for. If you need a new one, change your
        email in the settings again.
      </p>
      <ButtonLink to={pagePath('settings')}>Go to settings</ButtonLink>
    </Failure>
  );
}
