import type { Booking } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import { formatDateTime } from '#shared/time.ts';
import styles from './booking-facts.module.css';

/** What the status means for the one who looks at it; nothing where the badge says it all. */
export function BookingState({ booking, role }: { booking: Booking; role: Role | null }) {
  const { professional } = booking;
  const until = formatDateTime(Math.min(Date.parse(booking.expires_at), Date.parse(booking.start_time)), professional.time_zone);
  if (booking.status === 'pending') {
    const who = role === 'professional' ? 'you' : professional.display_name;
    return (
      <p className={`${styles.state} ${styles.wait}`}>
        Waiting for {who} to confirm, until {until}
      </p>
    );
  }
  if (booking.status === 'confirmed') {
    return <p className={`${styles.state} ${styles.good}`}>Confirmed by {role === 'professional' ? 'you' : professional.display_name}</p>;
  }
  return null;
}
