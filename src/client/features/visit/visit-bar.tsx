import { useState } from 'react';
import { ChangeTimeLink } from '#client/features/booking/reschedule/change-time-link.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import type { Booking } from '#shared/bookings.ts';
import { pagePath } from '#shared/pages.ts';
import { personFirstName } from '#shared/person-name.ts';
import { PaidSheet } from './paid-sheet.tsx';
import { PressButtons } from './press-buttons.tsx';
import { Reach } from './reach.tsx';
import { textedVisit } from './texts.ts';
import styles from './visit.module.css';
import { mayBePaid, openOf } from './visit-of.ts';

interface VisitBarProps {
  booking: Booking;
  number: string | null | undefined;
  /** Epoch milliseconds. */
  now: number;
}

/** What its professional does most with a booking, first: call, text, move, Start and Done, and what was paid. */
export function VisitBar({ booking, number, now }: VisitBarProps) {
  const [isPaying, setPaying] = useState(false);
  const name = personFirstName(booking);
  return (
    <section className={styles.bar} aria-label={`Reach ${name}, or change the visit`}>
      {number && <Reach name={name} number={number} visit={textedVisit(booking, now)} />}
      <ChangeTimeLink booking={booking} side="professional" now={now} />
      {mayBePaid(booking, now) && (
        <Button look="secondary" aria-haspopup="dialog" onClick={() => setPaying(true)}>
          {openOf(booking) > 0 ? 'Add payment' : 'Payments'}
        </Button>
      )}
      <ReceiptLink booking={booking} />
      <PressButtons booking={booking} now={now} onDone={() => setPaying(true)} />
      {isPaying && <PaidSheet booking={booking} close={() => setPaying(false)} />}
    </section>
  );
}

/** The way to the newest receipt of a booking, for its two sides. */
export function ReceiptLink({ booking: { id, receipt } }: { booking: Booking }) {
  if (!receipt) return null;
  return (
    <ButtonLink look="secondary" to={pagePath('receipt', { bookingId: id })}>
      Receipt {receipt.number}
    </ButtonLink>
  );
}
