import { Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { stateOf, timeStep } from '#client/features/booking/choose/choices.ts';
import styles from '#client/features/forms/form.module.css';
import { FormBesideOrnament } from '#client/features/forms/form-beside-ornament.tsx';
import { CodeStep } from '#client/features/login/code-step.tsx';
import { LoginForm } from '#client/features/login/login-form.tsx';
import { loginWith, newcomerParameter, requestedBooking } from '#client/features/login/requested-booking.ts';
import { forgetCode, forgetEntry, type PendingCode } from '#client/features/login/stored-code.ts';
import { useClientSignup } from '#client/features/login/use-client-signup.ts';
import { usePendingCode } from '#client/features/login/use-pending-code.ts';
import { WayIn } from '#client/features/login/way-in.tsx';
import { afterLogin, allowedPage, requestedPage, type Target } from '#client/lib/after-login.ts';
import { storeInEntry } from '#client/lib/history-entry.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { Link } from '#client/ui/link.tsx';
import { ScreenLoading } from '#client/ui/loading.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { PagePart } from '#client/ui/page-part.tsx';
import { pagePath, pages } from '#shared/pages.ts';

// Without a fallback of its own: what is pressed below it must not move once it is there.
const ChosenTerms = lazyPart(async () => (await import('#client/features/login/chosen-booking.tsx')).ChosenTerms);
const Question = lazyPart(async () => (await import('#client/features/messages/question.tsx')).Question);
const ChosenBooking = lazyPart(async () => (await import('#client/features/login/chosen-booking.tsx')).ChosenBooking);

/** Specification 2, login. Redirects users who are logged in, before or just now. */
export function Login() {
  const { isLoggedIn, role } = useSession();
  const { state } = useLocation();
  const [query] = useSearchParams();
  if (isLoggedIn) {
    const isFree = allowedPage(role, query.get('next'), state) === null;
    return isFree && role === 'client' ? <ComeBack /> : <Onward {...afterLogin(role, query.get('next'), state)} />;
  }
  return <Ways />;
}

/** By password, or by a code, with which somebody new gets an account. What they are about to book stands above. */
function Ways() {
  const { state } = useLocation();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isOpen = useClientSignup() === 'open';
  const { pending, ask, change } = usePendingCode();
  const booking = requestedBooking(query.get('next'), state);
  // The guard forgets it once this screen is there.
  const [hasEnded] = useState(() => useSession.getState().left === false);
  const said = query.get(newcomerParameter);
  const asked = /^\/messages.*[?&]to=([\w-]+)/.exec(requestedPage(query.get('next'), state)?.to ?? '')?.[1];
  const isAsking = asked !== undefined;
  // Who comes to book or to ask is new here, unless they say otherwise or were logged in.
  const isNew = isOpen && (said === null ? (booking !== undefined || isAsking) && !hasEnded : said !== '0');

  function addressOf(isOfNewcomer: boolean) {
    const params = new URLSearchParams(query);
    params.set(newcomerParameter, isOfNewcomer ? '1' : '0');
    return `${pagePath('login')}?${params}`;
  }

  const chosen = booking?.slotStart ? (
    <PagePart>
      <ChosenBooking
        choices={booking}
        onChoose={(choices) => {
          const { to, state: next } = loginWith(choices, query, requestedPage(null, state)?.stored);
          void navigate(to, { replace: true, state: next, preventScrollReset: true });
        }}
      />
    </PagePart>
  ) : (
    booking && (
      <div className={styles.form}>
        <p className="soft">Have a look first: you don't need to log in to see free times.</p>
        <ButtonLink look="secondary" wide to={timeStep(booking)} state={stateOf(booking)}>
          Choose a time first
        </ButtonLink>
      </div>
    )
  );
  return (
    <Page title={pages.login.title}>
      <FormBesideOrnament
        isPlainOnPhone={booking !== undefined}
        ornament={<Ornament pattern="coil" id="welcome" pair={0} width={280} height={308} />}
      >
        <Heading pending={pending} isNew={isNew} />
        {pending ? (
          <>
            <CodeStep key={pending.attempt} pending={pending} ask={ask} change={change} />
            {chosen}
          </>
        ) : (
          <>
            {chosen}
            {asked && (
              <PagePart>
                <Suspense>
                  <Question professionalId={asked} />
                </Suspense>
              </PagePart>
            )}
            <FormMessage>{hasEnded && 'Your session has ended. Log in to continue.'}</FormMessage>
            {isOpen && <WayIn isNew={isNew} account={addressOf(false)} newcomer={addressOf(true)} state={state} />}
            <LoginForm
              key={String(isNew)}
              ask={ask}
              isNew={isNew}
              hasPassword={!isNew || booking !== undefined || isAsking}
            />
            {booking?.slotStart && (
              <PagePart>
                <Suspense>
                  <ChosenTerms choices={booking} />
                </Suspense>
              </PagePart>
            )}
            <div className={styles.aside}>
              {!(isOpen && (booking || isAsking)) && (
                <p>
                  {isNew ? 'Are you a stylist?' : 'No account yet?'}{' '}
                  <Link to={pagePath('waitlistSignup')}>Join the waitlist</Link>
                </p>
              )}
              {!isNew && (
                <p>
                  <Link to={pagePath('forgotPassword')}>Forgot your password?</Link>
                </p>
              )}
            </div>
          </>
        )}
      </FormBesideOrnament>
    </Page>
  );
}

function Heading({ pending, isNew }: { pending: PendingCode | null; isNew: boolean }) {
  if (pending) {
    const lead = (
      <>
        We've sent a 6-digit code to <strong>{pending.email}</strong>. It works for 10 minutes.
      </>
    );
    return <PageHeading lead={lead}>Check your email</PageHeading>;
  }
  if (isNew) return <PageHeading lead="Just your name and a code we email you.">Welcome</PageHeading>;
  return <PageHeading lead="Let's make your next booking seamless!">Welcome Back</PageHeading>;
}

/** A client comes back to their bookings; who has none yet finds a service first. */
function ComeBack() {
  const id = useSession((session) => session.client_id) ?? '';
  const { data, isPending } = trpc.bookings.ofClient.useQuery({ id, limit: 1 }, { retry: false });
  if (isPending) return <ScreenLoading title={pages.login.title} />;
  return <Onward to={data?.length === 0 ? pagePath('browseServices') : pagePath('clientProfile')} />;
}

function Onward({ to, state, stored }: Target) {
  // Runs after `Navigate`'s own effect, which has replaced the history entry.
  useEffect(() => {
    if (stored) storeInEntry(stored);
    forgetCode();
    forgetEntry();
  }, [stored]);
  return (
    <>
      <ScreenLoading title={pages.login.title} />
      <Navigate to={to} state={state} replace />
    </>
  );
}
