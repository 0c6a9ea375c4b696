import { dot } from '#client/ui/dot.ts';
import { Link } from '#client/ui/link.tsx';
import type { Booking } from '#shared/bookings.ts';
import { pagePath } from '#shared/pages.ts';
import { personName } from '#shared/person-name.ts';
import { formatShortDay, formatSlotTime } from '#shared/time.ts';
import styles from './hours.module.css';

/** Bookings that stand in a time that is not open: each leads to where it can be moved or cancelled. */
export function BookingLinks({ bookings, zone }: { bookings: readonly Booking[]; zone: string }) {
  return (
    <ul className={styles.insideList}>
      {bookings.map((booking) => (
        <li key={booking.id}>
          <Link to={pagePath('bookingDetails', { bookingId: booking.id })}>
            {formatShortDay(Date.parse(booking.start_time), zone)},{' '}
            {formatSlotTime(Date.parse(booking.start_time), zone)}
            {dot}
            {personName(booking)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
