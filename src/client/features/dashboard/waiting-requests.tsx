import { useEffect, useRef, useState } from 'react';
import { BookingRow } from '#client/features/booking/list/booking-row.tsx';
import { CancelDialog } from '#client/features/booking/ticket/cancel-dialog.tsx';
import { isDepositDue, isWaitedFor, useWaits, waitForDeposit } from '#client/features/deposits/waits.ts';
import { errorText } from '#client/lib/errors.ts';
import { askForFocus } from '#client/lib/focus.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { useMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking, BookingPatch } from '#shared/bookings.ts';
import { delays } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import { personName } from '#shared/person-name.ts';
import { mayConfirm } from '#shared/rules/booking-status.ts';
import { formatPrice } from '#shared/rules/price.ts';
import styles from './dashboard.module.css';
import own from './waiting-requests.module.css';

const failedText = { confirmed: 'Failed to confirm booking.', cancelled: 'Failed to cancel booking.' } as const;
const doneText = { confirmed: 'Booking confirmed.', cancelled: 'Booking declined.' } as const;
const leftText = { confirmed: 'confirmed', cancelled: 'declined' } as const;
const loggedOut = 'Log in and answer it again.';
type Answer = BookingPatch['status'];

/** So many are shown before the rest is asked for; the style sheet hides the others. */
const atFirst = 6;

/**
 * Pending requests that can still be confirmed. A wrong confirmation is cancelled as any booking; declining asks first.
 */
export function WaitingRequests({ bookings, now }: { bookings: readonly Booking[]; now: number }) {
  const waits = useWaits(({ ids }) => ids);
  const waiting = bookings
    .filter((booking) => !isWaitedFor(booking, waits))
    .filter((booking) => isAsked(booking) || (mayConfirm(booking, 'professional', now) && !isSaidPaid(booking)))
    .sort((one, other) => Date.parse(one.start_time) - Date.parse(other.start_time));
  const { client, bookings: cache, availability } = trpc.useUtils();
  const [answering, setAnswering] = useState<ReadonlyMap<string, Answer>>(new Map());
  const [problem, setProblem] = useState<{ status: Answer; reason: string }>();
  const [asking, setAsking] = useState<string>();
  const [unfolded, setUnfolded] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const answered = useRef<string>(undefined);
  // It can be answered no more once it has left the list.
  const doomed = waiting.find(({ id }) => id === asking);
  const isDeclineLost = problem?.status === 'cancelled';

  // The pressed button disappears with its row, at once or in a later rendering: move the focus to the heading instead
  // of losing it.
  useEffect(() => {
    if (answered.current === undefined || waiting.some(({ id }) => id === answered.current)) return;
    answered.current = undefined;
    if (document.activeElement === document.body) (heading.current ?? document.querySelector('h1'))?.focus();
  });

  function unanswered(id: string, status: Answer) {
    const booking = bookings.find((one) => one.id === id);
    return `The booking of ${booking ? personName(booking) : 'your client'} wasn't ${leftText[status]}.`;
  }

  async function answer(id: string, status: Answer, reason?: string) {
    let isDone = false;
    setProblem(undefined);
    setAnswering((others) => new Map(others).set(id, status));
    try {
      // A logout takes the token from the session before the call is on its way.
      await client.bookings.change.mutate(
        { id, status, reason },
        { context: { token: useSession.getState().token ?? undefined, outlivesPage: status === 'confirmed' } },
      );
      bookingsChanged();
      notify.success(doneText[status]);
      isDone = true;
    } catch (error) {
      const why = errorText(error, '');
      setProblem({ status, reason: why });
      // The dashboard was left meanwhile.
      if (!heading.current)
        notify.error(`${unanswered(id, status)} ${useSession.getState().isLoggedIn ? why : loggedOut}`, {
          duration: delays.undo,
        });
    }
    await Promise.all([cache.invalidate(), availability.invalidate()]);
    answered.current = id;
    setAnswering((others) => new Map([...others].filter(([other]) => other !== id)));
    // What was typed for a failed one stays.
    if (isDone) setAsking((asked) => (asked === id ? undefined : asked));
  }

  return (
    <>
      {problem && !(doomed && isDeclineLost) && (
        <FormMessage>
          <p>{failedText[problem.status]}</p>
          {problem.reason && <p>{problem.reason}</p>}
        </FormMessage>
      )}
      {waiting.length > 0 && (
        <section className={styles.waiting} aria-labelledby="waiting" data-held="always">
          <h2 id="waiting" ref={heading} tabIndex={-1} className={styles.waitingHead}>
            {waiting.length === 1
              ? '1 request is waiting for your answer'
              : `${waiting.length} requests are waiting for your answer`}
          </h2>
          <Card rows className={unfolded ? styles.waitingRows : `${styles.waitingRows} ${own.folded}`}>
            {waiting.map((booking) => (
              <BookingRow
                key={booking.id}
                booking={booking}
                who={personName(booking)}
                now={now}
                detail={
                  <>
                    answer until <AnswerUntil booking={booking} />
                    {booking.hair_shared && ', hair shared'}
                    {booking.deposit && `, asked for a deposit of ${formatPrice(booking.deposit.amount)}`}
                    {!isAsked(booking) && (
                      <span className={own.links}>
                        <Link
                          aria-description={personName(booking)}
                          to={pagePath('updateBooking', { bookingId: booking.id })}
                        >
                          {detailsText(booking)}
                        </Link>
                        <Link
                          aria-description={personName(booking)}
                          to={pagePath('changeTime', { bookingId: booking.id })}
                        >
                          Offer another time
                        </Link>
                      </span>
                    )}
                  </>
                }
                actions={
                  isAsked(booking) ? (
                    <span className={styles.answers}>
                      <ButtonLink
                        aria-description={personName(booking)}
                        to={pagePath('bookingDetails', { bookingId: booking.id })}
                      >
                        Answer
                      </ButtonLink>
                    </span>
                  ) : (
                    <Answers
                      booking={booking}
                      busy={answering.get(booking.id)}
                      confirm={() => void answer(booking.id, 'confirmed')}
                      decline={() => {
                        setProblem(undefined);
                        setAsking(booking.id);
                      }}
                    />
                  )
                }
              />
            ))}
          </Card>
          {waiting.length > atFirst && !unfolded && (
            <button
              type="button"
              className={own.more}
              onClick={() => {
                // The pressed button vanishes with the focus.
                heading.current?.focus({ preventScroll: true });
                setUnfolded(true);
              }}
            >
              {waiting.length - atFirst} more
            </button>
          )}
        </section>
      )}
      {doomed && (
        <CancelDialog
          booking={doomed}
          viewer="professional"
          busy={answering.has(doomed.id)}
          problem={isDeclineLost ? problem.reason : undefined}
          onCancel={(reason) => void answer(doomed.id, 'cancelled', reason)}
          onKeep={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

function detailsText({ notes, hair_shared }: Booking) {
  if (hair_shared) return notes ? 'Notes, hair and details' : 'Hair and details';
  return notes ? 'Notes and details' : 'All details';
}

/** Whether it waits among the deposits. */
function isSaidPaid({ deposit }: Booking) {
  return deposit?.status === 'said_paid';
}

/** Whether its client asks for another time. */
function isAsked({ reschedule }: Booking) {
  return reschedule?.requested_by === 'client';
}

function AnswerUntil({ booking }: { booking: Booking }) {
  const { reschedule, expires_at, start_time } = booking;
  const until = Date.parse((isAsked(booking) ? reschedule?.expires_at : expires_at) ?? start_time);
  const zone = booking.professional.time_zone;
  const moment = useMoment(zone);
  const begins = until === Date.parse(booking.start_time) ? ', when it begins' : '';
  return <WholeTimes text={`${moment(until)}${begins}`} />;
}

interface AnswersProps {
  booking: Booking;
  busy: Answer | undefined;
  confirm: () => void;
  decline: () => void;
}

function Answers({ booking, busy, confirm, decline }: AnswersProps) {
  const who = personName(booking);
  const isDue = isDepositDue(booking);
  const button = useRef<HTMLButtonElement>(null);
  const isAway = busy !== undefined;
  // A busy button loses the focus: Confirm takes it, once it can be pressed again.
  useEffect(() => {
    if (!isAway) return;
    return () => {
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    };
  }, [isAway]);
  return (
    <span className={styles.answers}>
      {isDue && (
        <Button
          aria-description={who}
          disabled={isAway}
          onClick={() => {
            askForFocus(document.getElementById('waiting') ?? document.querySelector('h1'));
            waitForDeposit(booking.id);
          }}
        >
          Wait for the deposit
        </Button>
      )}
      <Button
        ref={button}
        look={isDue ? 'secondary' : 'primary'}
        aria-description={who}
        busy={busy === 'confirmed'}
        busyText="Confirming..."
        disabled={busy !== undefined}
        onClick={confirm}
      >
        {isDue ? 'Confirm without deposit' : 'Confirm'}
      </Button>
      <Button
        look="secondary"
        aria-description={who}
        busy={busy === 'cancelled'}
        busyText="Declining..."
        disabled={busy !== undefined}
        onClick={decline}
      >
        Decline
      </Button>
    </span>
  );
}
