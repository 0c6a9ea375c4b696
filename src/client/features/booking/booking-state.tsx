import { ViewerTime } from '#client/features/viewer-time.tsx';
import type { Booking } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import { formatDateTime } from '#shared/time.ts';
import styles from './booking-facts.module.css';

/** What being pending means for the one who looks at it; nothing for any other status. */
export function BookingState({ booking, role }: { booking: Booking; role: Role | null }) {
  if (booking.status !== 'pending') return null;
  const { professional, expires_at, start_time } = booking;
  const until = Math.min(Date.parse(expires_at), Date.parse(start_time));
  const zone = professional.time_zone;
  return (
    <div className={styles.state} data-tone="wait">
      <p>
        Waiting for {role === 'professional' ? 'you' : professional.display_name} to confirm, until {formatDateTime(until, zone)}
      </p>
      <ViewerTime at={until} zone={zone} className={styles.until} />
    </div>
  );
}
