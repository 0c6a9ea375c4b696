import { Countdown } from '#client/features/cancellation-list/countdown.tsx';
import { live } from '#client/features/cancellation-list/own-lists.tsx';
import { canReview } from '#client/features/reviews/can-review.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { useShortMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking } from '#shared/bookings.ts';
import type { ListEntry } from '#shared/cancellation-list.ts';
import { isolated, namesOf } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { formatPrice } from '#shared/rules/price.ts';
import styles from './own-bookings.module.css';

interface WaitsForYouProps {
  bookings: readonly Booking[];
  /** Epoch milliseconds. */
  now: number;
}

/** What waits for the client's answer, what ends first on top: offers, deposits, other times, refunds, a review. */
export function WaitsForYou({ bookings, now }: WaitsForYouProps) {
  const lists = trpc.cancellationList.mine.useQuery(live, { staleTime: 0 });
  const offers = (lists.data ?? []).filter(({ opening }) => opening);
  const asks = bookings.flatMap((booking) => asksOf(booking).map((ask) => ({ booking, ...ask })));
  const toReview = bookings.find(
    (booking) => booking.status === 'completed' && !booking.no_show && canReview(booking, now),
  );
  if (offers.length + asks.length === 0 && !toReview) return null;
  return (
    <section className={styles.rows} aria-labelledby="waits">
      <h2 id="waits">Waiting for you</h2>
      {offers.map((entry) => (
        <Offer key={entry.id} entry={entry} now={now} />
      ))}
      {asks.map(({ booking, text, action }) => (
        <Ask key={`${booking.id} ${action}`} text={text} to={pagePath('bookingDetails', { bookingId: booking.id })}>
          {action}
        </Ask>
      ))}
      {toReview && (
        <Ask
          text={`How was your visit with ${isolated(toReview.professional.display_name)}?`}
          to={pagePath('review', { bookingId: toReview.id })}
        >
          Write a review
        </Ask>
      )}
    </section>
  );
}

/** What the client is asked on the page of a booking. */
function asksOf({ deposit, professional, reschedule }: Booking): { text: string; action: string }[] {
  const name = isolated(professional.display_name);
  const amount = deposit && formatPrice(deposit.amount);
  const asks = [];
  if (deposit?.status === 'due')
    asks.push({ text: `Deposit of ${amount} for ${name} is due.`, action: 'Pay the deposit' });
  if (reschedule?.requested_by === 'professional')
    asks.push({ text: `${name} asks for another time.`, action: 'See the new time' });
  if (deposit?.status === 'refund_due' && !deposit.refund_to)
    asks.push({ text: `${amount} comes back to you from ${name}.`, action: 'Say where to' });
  return asks;
}

function Ask({ text, to, children }: { text: string; to: string; children: string }) {
  return (
    <Card padded>
      <div className={styles.ask}>
        <p>{text}</p>
        <ButtonLink look="secondary" to={to}>
          {children}
        </ButtonLink>
      </div>
    </Card>
  );
}

function Offer({ entry: { opening, professional, services }, now }: { entry: ListEntry; now: number }) {
  const moment = useShortMoment(professional.time_zone);
  if (!opening) return null;
  return (
    <Card padded>
      <div className={styles.ask}>
        <p>
          {namesOf(services)} with <bdi>{professional.display_name}</bdi>:{' '}
          <strong>
            <WholeTimes text={moment(Date.parse(opening.start_time), now)} />
          </strong>
        </p>
        <Countdown until={Date.parse(opening.expires_at)} zone={professional.time_zone} />
        <ButtonLink to={pagePath('opening', { openingId: opening.id })}>See the offer</ButtonLink>
      </div>
    </Card>
  );
}
