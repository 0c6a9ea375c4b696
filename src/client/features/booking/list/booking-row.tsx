import { type ReactNode, useId } from 'react';
import { AskedTime } from '#client/features/booking/reschedule/asked-time.tsx';
import { BookAgain } from '#client/features/booking/ticket/book-again.tsx';
import { Link } from '#client/ui/link.tsx';
import { ViewerTime } from '#client/ui/viewer-time.tsx';
import { ZoneName } from '#client/ui/zone-name.tsx';
import type { Booking } from '#shared/bookings.ts';
import { namesOf } from '#shared/isolated.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatShortDay, formatSlotTime } from '#shared/time.ts';
import { bookingLink } from './booking-link.ts';
import styles from './booking-row.module.css';
import { StatusBadge, statusWord } from './status-badge.tsx';

interface BookingRowProps {
  booking: Booking;
  /** Name of the other party; left out where it stands above the list. */
  who?: string;
  /** Epoch milliseconds. A booking in another year shows its year. */
  now: number;
  /** Added after services and price. */
  detail?: ReactNode;
  /** Shown below, in full. */
  note?: string | null;
  /** Replaces the link to the booking. */
  actions?: ReactNode;
  /** Adds a link to the next times for the same services. */
  again?: boolean | undefined;
}

/** A booking in a list, with a link to it. Put it into a `Card rows`. */
export function BookingRow({ booking, who, now, detail, note, actions, again }: BookingRowProps) {
  const textId = useId();
  const { services, total_price } = booking;
  const { to, linkText } = bookingLink(booking);
  const what = namesOf(services);
  return (
    <div
      className={styles.row}
      data-one-link={(!actions && !again) || undefined}
      data-answers={actions !== undefined || undefined}
    >
      <BookingWhen booking={booking} now={now} />
      <div id={textId} className={styles.text}>
        {who !== undefined && (
          <p className={styles.who}>
            <bdi>{who}</bdi>
          </p>
        )}
        <p className={who === undefined ? undefined : styles.what}>
          {what}, {formatPrice(total_price)}
          {detail && <>, {detail}</>}
        </p>
        {note && <p className={styles.note}>{note}</p>}
        <AskedTime booking={booking} now={now} />
      </div>
      <p className={styles.status}>
        <StatusBadge status={statusWord(booking)} />
      </p>
      <div className={styles.end}>
        {actions ?? (
          <Link className={styles.link} aria-describedby={textId} to={to}>
            {linkText}
          </Link>
        )}
        {again && <BookAgain booking={booking} aria-describedby={textId} />}
      </div>
    </div>
  );
}

/** The start in the professional's zone. */
function BookingWhen({ booking, now }: { booking: Booking; now: number }) {
  const start = Date.parse(booking.start_time);
  const zone = booking.professional.time_zone;
  if (!Number.isFinite(start)) return <p className={styles.when}>Invalid Date</p>;
  return (
    <p className={styles.when}>
      <span className="figure">{formatShortDay(start, zone, now)}</span>
      <span className={styles.time}>
        {formatSlotTime(start, zone)}
        <ZoneName at={start} zone={zone} className="" />
      </span>
      <ViewerTime at={start} zone={zone} className={styles.own} />
    </p>
  );
}
