import { useEffect, useRef, useState } from 'react';
import { BookingRow } from '#client/features/booking-row.tsx';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import type { Booking, BookingPatch } from '#shared/bookings.ts';
import { offersConfirm } from '#shared/rules/booking-status.ts';
import { formatShortDay, formatTimeWithZone } from '#shared/time.ts';
import styles from './dashboard.module.css';
import { clientName } from './use-own-bookings.ts';
import own from './waiting-requests.module.css';

const failedText = { confirmed: 'Failed to confirm booking.', cancelled: 'Failed to cancel booking.' } as const;
const doneText = { confirmed: 'Booking confirmed.', cancelled: 'Booking declined.' } as const;
type Answer = BookingPatch['status'];

/** Requests that can still be confirmed, each answered by one tap. */
export function WaitingRequests({ bookings, now }: { bookings: readonly Booking[]; now: number }) {
  const waiting = bookings
    .filter((booking) => offersConfirm(booking, 'professional', now))
    .sort((one, other) => Date.parse(one.start_time) - Date.parse(other.start_time));
  const { client, bookings: cache, availability } = trpc.useUtils();
  const [answering, setAnswering] = useState<{ id: string; status: Answer }>();
  const [problem, setProblem] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const answered = useRef(false);

  // The pressed button goes with its row; the focus must not fall to the page's start.
  useEffect(() => {
    if (!answered.current || answering) return;
    answered.current = false;
    (heading.current ?? document.querySelector('h1'))?.focus();
  }, [answering]);

  async function answer(id: string, status: Answer) {
    setProblem(undefined);
    setAnswering({ id, status });
    try {
      await client.bookings.change.mutate({ id, status });
      answered.current = true;
      notify.success(doneText[status]);
    } catch (error) {
      setProblem(errorText(error, failedText[status], failedText[status]));
    }
    await Promise.all([cache.invalidate(), availability.invalidate()]);
    setAnswering(undefined);
  }

  return (
    <>
      <FormMessage>{problem}</FormMessage>
      {waiting.length > 0 && (
        <section className={styles.waiting} aria-labelledby="waiting">
          <h2 id="waiting" ref={heading} tabIndex={-1} className={styles.waitingHead}>
            {waiting.length === 1 ? '1 request is waiting for your answer' : `${waiting.length} requests are waiting for your answer`}
          </h2>
          <Card rows className={styles.waitingRows}>
            {waiting.map((booking) => (
              <BookingRow
                key={booking.id}
                booking={booking}
                who={clientName(booking)}
                now={now}
                detail={
                  <>
                    answer until {answerUntil(booking)} ·{' '}
                    <Link className={own.notes} aria-description={clientName(booking)} to={`/booking/${booking.id}/update`}>
                      {booking.notes ? 'Notes and details' : 'All details'}
                    </Link>
                  </>
                }
                actions={
                  <Answers
                    who={clientName(booking)}
                    busy={answering?.id === booking.id ? answering.status : undefined}
                    disabled={answering !== undefined}
                    answer={(status) => void answer(booking.id, status)}
                  />
                }
              />
            ))}
          </Card>
        </section>
      )}
    </>
  );
}

function answerUntil({ expires_at, start_time, professional }: Booking) {
  const until = Math.min(Date.parse(expires_at), Date.parse(start_time));
  return `${formatShortDay(until, professional.time_zone)}, ${formatTimeWithZone(until, professional.time_zone)}`;
}

interface AnswersProps {
  who: string;
  busy: Answer | undefined;
  disabled: boolean;
  answer: (status: Answer) => void;
}

function Answers({ who, busy, disabled, answer }: AnswersProps) {
  return (
    <span className={styles.answers}>
      <Button
        aria-description={who}
        busy={busy === 'confirmed'}
        busyText="Confirming..."
        disabled={disabled}
        onClick={() => answer('confirmed')}
      >
        Confirm
      </Button>
      <Button
        look="secondary"
        aria-description={who}
        busy={busy === 'cancelled'}
        busyText="Declining..."
        disabled={disabled}
        onClick={() => answer('cancelled')}
      >
        Decline
      </Button>
    </span>
  );
}
