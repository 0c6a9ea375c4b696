import type { ReactNode } from 'react';
import { RequestCard } from '#client/features/booking/reschedule/request-card.tsx';
import { DepositCard } from '#client/features/deposits/deposit-card.tsx';
import { HairOfBooking } from '#client/features/hair/hair-of-booking.tsx';
import { useNow } from '#client/lib/now.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Split } from '#client/ui/split.tsx';
import type { Booking } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import { BookingState } from './booking-state.tsx';
import plait from './plait.module.css';
import { ShareCard } from './share-card.tsx';
import { Ticket } from './ticket.tsx';
import styles from './ticket-page.module.css';

interface TicketPageProps {
  title: string;
  booking: Booking;
  /** The viewer's. */
  role: Role | null;
  /** Above the heading. */
  before?: ReactNode;
  withoutNotes?: string;
  /** What its professional does first, above the ticket. */
  first?: ReactNode;
  /** What is known of the client, for their professional, in place of who and where they are themselves. */
  about?: ReactNode;
  /** Just booked: a braid plaits once around the ticket. */
  isNew?: boolean;
  /** Buttons: below the ticket on a phone, beside it on a desktop. */
  children: ReactNode;
}

/** A screen of one booking: confirmed, details and update share it. */
export function TicketPage({ title, booking, role, before, first, isNew, children, ...of }: TicketPageProps) {
  const now = useNow();
  return (
    <Page title={title}>
      {before}
      <div aria-live="polite">
        <PageHeading lead={<BookingState booking={booking} role={role} now={now} />}>{title}</PageHeading>
      </div>
      {first}
      <DepositCard booking={booking} role={role} />
      <RequestCard booking={booking} role={role} />
      <Split aside={<div className={styles.actions}>{children}</div>}>
        <div className={isNew ? plait.plait : undefined} data-plait={isNew || undefined}>
          <Ticket booking={booking} role={role} {...of} />
        </div>
        {role === 'professional' && booking.hair_shared && <HairOfBooking booking={booking} />}
      </Split>
      {role === 'client' && <ShareCard booking={booking} />}
    </Page>
  );
}
