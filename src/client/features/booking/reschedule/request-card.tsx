import { useRef } from 'react';
import { Button } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { useMoment, useShortMoment } from '#client/ui/use-moment.ts';
import { ViewerTime } from '#client/ui/viewer-time.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import { isolated } from '#shared/isolated.ts';
import { personFirstName } from '#shared/person-name.ts';
import type { Reschedule } from '#shared/reschedules.ts';
import type { Answer } from '#shared/rules/reschedule.ts';
import styles from './request-card.module.css';
import { useAnswering } from './use-reschedule.ts';

const done: Record<Answer, string> = {
  accepted: 'The new time is yours.',
  declined: 'The time stays as it was.',
  withdrawn: 'Your time stays as it was.',
};

/** A pending request for another time: both times, who must answer, and what the viewer can do about it. */
export function RequestCard({ booking, role }: { booking: Booking; role: Role | null }) {
  const request = booking.reschedule;
  return request && <Pending booking={booking} request={request} role={role} />;
}

function Pending({ booking, request, role }: { booking: Booking; request: Reschedule; role: Role | null }) {
  const { answer, busy, problem } = useAnswering(booking);
  const card = useRef<HTMLElement>(null);
  const zone = booking.professional.time_zone;
  const [old, next, until] = [booking.start_time, request.start_time, request.expires_at].map((time) =>
    Date.parse(time),
  ) as [number, number, number];
  const moment = useMoment(zone);
  const short = useShortMoment(zone);
  const isOwn = request.requested_by === role;
  const names = { client: personFirstName(booking), professional: isolated(booking.professional.display_name) };
  const asks = isOwn ? 'You asked' : `${names[request.requested_by]} asks`;
  const answers = request.requested_by === 'client' ? names.professional : names.client;
  useFocusBack(busy !== undefined);

  async function press(status: Answer) {
    if (!(await answer(status))) return;
    const isMoved = status === 'accepted' && role === 'professional';
    notify.success(isMoved ? `Done: moved to ${short(next)}.` : done[status]);
    // The pressed button goes with the card, now or in a later rendering.
    const { activeElement, body } = document;
    if (activeElement === body || card.current?.contains(activeElement))
      document.querySelector('h1')?.focus({ preventScroll: true });
  }

  return (
    <section ref={card} className={styles.request} aria-labelledby="request-head">
      <h2 id="request-head">{asks} for another time</h2>
      <dl className={styles.times}>
        <div>
          <dt>Now</dt>
          <dd className="figure">
            {short(old)}
            <ViewerTime at={old} zone={zone} className={styles.own} />
          </dd>
        </div>
        <div data-new>
          <dt>New</dt>
          <dd className="figure">
            {short(next)}
            <ViewerTime at={next} zone={zone} className={styles.own} />
          </dd>
        </div>
      </dl>
      {request.message && <p className={styles.message}>“{request.message}”</p>}
      <p className="soft">
        We're holding both times. {isOwn || role === 'admin' ? `${answers} has` : 'You have'} until{' '}
        <WholeTimes text={moment(until)} /> to answer. Otherwise the time stays as it is.
      </p>
      <FormMessage>{problem}</FormMessage>
      {role !== 'admin' && role !== null && (
        <div className={styles.actions}>
          {isOwn ? (
            <Button
              look="secondary"
              busy={busy === 'withdrawn'}
              busyText="Withdrawing..."
              disabled={busy !== undefined}
              onClick={() => void press('withdrawn')}
            >
              {role === 'professional' ? 'Withdraw' : 'Keep my time'}
            </Button>
          ) : (
            <>
              <Button
                busy={busy === 'accepted'}
                busyText="Accepting..."
                disabled={busy !== undefined}
                onClick={() => void press('accepted')}
              >
                Accept the new time
              </Button>
              <Button
                look="secondary"
                busy={busy === 'declined'}
                busyText="Declining..."
                disabled={busy !== undefined}
                onClick={() => void press('declined')}
              >
                Keep the old time
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}
