import { DepositAnswers, RefundAnswers } from '#client/features/deposits/deposit-card.tsx';
import { useDeposit } from '#client/features/deposits/use-deposit.ts';
import { isWaitedFor, useWaits } from '#client/features/deposits/waits.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { Awaited } from '#client/ui/skeleton.tsx';
import { useMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking } from '#shared/bookings.ts';
import type { BookingDeposit } from '#shared/deposits.ts';
import { pagePath } from '#shared/pages.ts';
import { personName } from '#shared/person-name.ts';
import { payToLabels } from '#shared/rules/deposit.ts';
import { formatPrice } from '#shared/rules/price.ts';
import styles from './dashboard.module.css';
import own from './open-deposits.module.css';

type WithDeposit = Booking & { deposit: BookingDeposit };

/** Money that clients say they paid or that is waited for, and refunds that are due: also of bookings long over. */
export function OpenDeposits({ professionalId }: { professionalId: string }) {
  const { data, isLoading } = trpc.bookings.ofProfessional.useQuery({
    id: professionalId,
    status: ['pending', 'cancelled'],
    awaits: 'professional',
    order: 'asc',
  });
  const waits = useWaits(({ ids }) => ids);
  const open = (data ?? []).filter(
    (booking): booking is WithDeposit =>
      booking.deposit?.status === 'said_paid' ||
      booking.deposit?.status === 'refund_due' ||
      isWaitedFor(booking, waits),
  );
  if (open.length === 0) return isLoading && <Awaited />;
  return (
    <section className={styles.waiting} aria-labelledby="open-deposits" data-held="always">
      <h2 id="open-deposits" tabIndex={-1} className={styles.waitingHead}>
        Deposits
      </h2>
      <Card rows>
        {open.map((booking) => (
          <OpenDeposit key={booking.id} booking={booking} />
        ))}
      </Card>
    </section>
  );
}

function OpenDeposit({ booking }: { booking: WithDeposit }) {
  const call = useDeposit(booking.id);
  const moment = useMoment(booking.professional.time_zone);
  const { deposit } = booking;
  const who = personName(booking);
  // As a person says it: `$44`.
  const amount = formatPrice(deposit.amount).replace(/\.00$/, '');
  const { refund_to } = deposit;
  return (
    <div className={own.row}>
      {deposit.status === 'due' ? (
        <>
          <p className={own.text}>
            Waiting for <strong>{amount}</strong> from <bdi>{who}</bdi>,{' '}
            <strong translate="no">{deposit.reference}</strong>, until{' '}
            <WholeTimes text={moment(Date.parse(booking.expires_at ?? booking.start_time))} />
          </p>
          <DepositAnswers own={call} isSaidPaid={false} who={who} />
        </>
      ) : deposit.status === 'said_paid' ? (
        <>
          <p className={own.text}>
            <bdi>{who}</bdi> says they've paid <strong>{amount}</strong>,{' '}
            <strong translate="no">{deposit.reference}</strong>
          </p>
          <DepositAnswers own={call} isSaidPaid who={who} />
        </>
      ) : (
        <>
          <p className={own.text}>
            {deposit.received_at ? 'Send back' : 'If it arrived, send back'} <strong>{amount}</strong> to{' '}
            <bdi>{who}</bdi>
            {deposit.refund_by && (
              <>
                {' '}
                by <WholeTimes text={moment(Date.parse(deposit.refund_by))} />
              </>
            )}
          </p>
          <p className="soft">
            {refund_to
              ? `${payToLabels[refund_to.kind]} ${refund_to.value}, ${refund_to.name}`
              : `They haven't said where it should go. Reference ${deposit.reference}.`}
          </p>
          <RefundAnswers own={call} wasReceived={deposit.received_at !== null} who={who} />
        </>
      )}
      <p>
        <Link aria-description={who} to={pagePath('bookingDetails', { bookingId: booking.id })}>
          See the booking
        </Link>
      </p>
    </div>
  );
}
