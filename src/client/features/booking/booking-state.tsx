import { ViewerTime } from '#client/features/viewer-time.tsx';
import type { Booking } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import { formatDateTime } from '#shared/time.ts';
import styles from './booking-facts.module.css';

/** Who must confirm a pending booking, and until when; nothing for other statuses. */
export function BookingState({ booking, role }: { booking: Booking; role: Role | null }) {
  const { status, professional, expires_at } = booking;
  if (status !== 'pending' || expires_at === undefined) return null;
  const until = Date.parse(expires_at);
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
