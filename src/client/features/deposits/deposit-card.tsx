import { type ReactNode, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { useMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import type { BookingDeposit } from '#shared/deposits.ts';
import { isolated } from '#shared/isolated.ts';
import { personFirstName } from '#shared/person-name.ts';
import { latePaymentDays, type PayTo, payToLabels } from '#shared/rules/deposit.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { CopyRows } from './copy-rows.tsx';
import styles from './deposits.module.css';
import { RefundToForm } from './refund-to-form.tsx';
import { type DepositCall, useDeposit } from './use-deposit.ts';

/** What is open of a booking's deposit, and what the viewer can do about it. */
export function DepositCard({ booking, role }: { booking: Booking; role: Role | null }) {
  const { deposit } = booking;
  if (!deposit) return null;
  if (role === 'client') return <ClientsCard booking={booking} deposit={deposit} />;
  return role === 'professional' ? <ProfessionalsCard booking={booking} deposit={deposit} /> : null;
}

interface CardProps {
  booking: Booking;
  deposit: BookingDeposit;
}

function Framed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.card} aria-labelledby="deposit-head">
      <h2 id="deposit-head">{title}</h2>
      {children}
    </section>
  );
}

function payRows(payTo: PayTo, deposit: BookingDeposit) {
  return [
    { name: 'Amount', text: formatPrice(deposit.amount), copied: deposit.amount.toFixed(2) },
    { name: payToLabels[payTo.kind], text: payTo.value },
    { name: 'Name', text: payTo.name },
    { name: 'Reference', text: deposit.reference },
  ];
}

function ClientsCard({ booking, deposit }: CardProps) {
  const { say, busy, problem } = useDeposit(booking.id);
  const [isChanging, setChanging] = useState(false);
  const moment = useMoment(booking.professional.time_zone);
  const name = isolated(booking.professional.display_name);
  const amount = formatPrice(deposit.amount);
  const until = moment(Date.parse(booking.expires_at ?? booking.start_time));
  const by = deposit.refund_by && moment(Date.parse(deposit.refund_by));
  switch (deposit.status) {
    case 'due':
    case 'said_paid': {
      const isDue = deposit.status === 'due';
      return (
        <Framed title={isDue ? `Pay ${amount} to keep your time` : `${name} is looking for your ${amount}`}>
          <p>
            {isDue ? 'Pay from your own bank by ' : "We'll email you once they have it. They have until "}
            <WholeTimes text={`${until}.`} />
          </p>
          {deposit.pay_to && (
            <>
              <CopyRows rows={payRows(deposit.pay_to, deposit)} />
              <p className="soft">
                Check that your bank shows the same name, and put the reference in the description. Saluni never holds
                your money.
              </p>
            </>
          )}
          <FormMessage>{problem}</FormMessage>
          {isDue && (
            <div className={styles.actions}>
              <Button busy={busy === 'paid'} busyText="Saving..." onClick={() => void say('paid')}>
                I have paid
              </Button>
            </div>
          )}
        </Framed>
      );
    }
    case 'refund_due':
      return (
        <Framed title={`${amount} comes back to you`}>
          <p>
            {deposit.received_at ? `${name} sends it back` : `If it reached ${name}, they send it back`}
            {by && (
              <>
                {' '}
                by <WholeTimes text={by} />
              </>
            )}
            .
          </p>
          {deposit.refund_to && !isChanging ? (
            <>
              <PlaceRows payTo={deposit.refund_to} />
              <div className={styles.actions}>
                <Button look="secondary" onClick={() => setChanging(true)}>
                  Change
                </Button>
              </div>
            </>
          ) : (
            <>
              <h3>Where should it go?</h3>
              <RefundToForm id={booking.id} given={deposit.refund_to} close={() => setChanging(false)} />
            </>
          )}
        </Framed>
      );
    case 'released':
      if (booking.status !== 'cancelled' || deposit.refund_by) return null;
      return (
        <Framed title="Did you pay the deposit?">
          <p>
            The booking ended before {name} heard from you. If you did pay {amount}, let us know within{' '}
            {latePaymentDays} days.
          </p>
          <FormMessage>{problem}</FormMessage>
          <div className={styles.actions}>
            <Button look="secondary" busy={busy === 'paid'} busyText="Saving..." onClick={() => void say('paid')}>
              I have paid
            </Button>
          </div>
        </Framed>
      );
    default:
      return null;
  }
}

function PlaceRows({ payTo }: { payTo: PayTo }) {
  return (
    <CopyRows
      rows={[
        { name: payToLabels[payTo.kind], text: payTo.value },
        { name: 'Name', text: payTo.name },
      ]}
    />
  );
}

function ProfessionalsCard({ booking, deposit }: CardProps) {
  const own = useDeposit(booking.id);
  const moment = useMoment(booking.professional.time_zone);
  const name = personFirstName(booking);
  const amount = formatPrice(deposit.amount);
  switch (deposit.status) {
    case 'due':
    case 'said_paid': {
      const isDue = deposit.status === 'due';
      return (
        <Framed title={isDue ? `Waiting for ${amount} from ${name}` : `${name} says they've paid ${amount}`}>
          <p>
            Look for <strong translate="no">{deposit.reference}</strong> in your account. Without it the booking ends on{' '}
            <WholeTimes text={`${moment(Date.parse(booking.expires_at ?? booking.start_time))}.`} />
          </p>
          {isDue && booking.guest && deposit.pay_to && (
            <>
              <p className="soft">
                {booking.guest.email
                  ? `We've emailed ${name} where to pay. To send it yourself:`
                  : `Send ${name} where to pay:`}
              </p>
              <CopyRows rows={payRows(deposit.pay_to, deposit)} />
            </>
          )}
          <DepositAnswers own={own} isSaidPaid={!isDue} who={name} />
        </Framed>
      );
    }
    case 'refund_due':
      return (
        <Framed title={`${amount} to send back to ${name}`}>
          <p>
            {deposit.received_at ? 'Send it back' : 'If it arrived, send it back'}
            {deposit.refund_by && (
              <>
                {' '}
                by <WholeTimes text={moment(Date.parse(deposit.refund_by))} />
              </>
            )}
            . Reference <strong translate="no">{deposit.reference}</strong>.
          </p>
          {deposit.refund_to ? (
            <PlaceRows payTo={deposit.refund_to} />
          ) : (
            <p className="soft">{name} hasn't said where it should go.</p>
          )}
          <RefundAnswers own={own} wasReceived={deposit.received_at !== null} who={name} />
        </Framed>
      );
    case 'released':
      if (deposit.refund_by) return null;
      return (
        <Framed title="Did the deposit come after all?">
          <p>
            The booking ended unpaid. If {amount} with the reference <strong translate="no">{deposit.reference}</strong>{' '}
            reached you within {latePaymentDays} days, let us know, and send it back to {name}.
          </p>
          <Answers own={own} who={name} first={['received', 'It came']} second={undefined} />
        </Framed>
      );
    default:
      return null;
  }
}

interface AnswersProps {
  own: ReturnType<typeof useDeposit>;
  who: string;
}

/** 'Received' and 'Not there yet'. */
export function DepositAnswers({ own, isSaidPaid, who }: AnswersProps & { isSaidPaid: boolean }) {
  return (
    <Answers
      own={own}
      who={who}
      first={['received', 'Received']}
      second={isSaidPaid ? ['notReceived', 'Not there yet'] : undefined}
    />
  );
}

/** 'I sent it back', and of what never came 'It never arrived'. */
export function RefundAnswers({ own, wasReceived, who }: AnswersProps & { wasReceived: boolean }) {
  return (
    <Answers
      own={own}
      who={who}
      first={['refunded', "I've sent it back"]}
      second={wasReceived ? undefined : ['notReceived', 'It never arrived']}
    />
  );
}

type Labelled = [DepositCall, string];

function Answers({ own, who, first, second }: AnswersProps & { first: Labelled; second: Labelled | undefined }) {
  const { say, busy, problem } = own;
  const button = ([call, text]: Labelled, look: 'primary' | 'secondary') => (
    <Button
      look={look}
      aria-description={who}
      busy={busy === call}
      busyText="Saving..."
      disabled={busy !== undefined}
      onClick={() => void say(call)}
    >
      {text}
    </Button>
  );
  return (
    <>
      <FormMessage>{problem}</FormMessage>
      <div className={styles.actions}>
        {button(first, 'primary')}
        {second && button(second, 'secondary')}
      </div>
    </>
  );
}
