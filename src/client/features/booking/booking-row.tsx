import { StatusBadge } from '#client/features/status-badge.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import type { Booking } from '#shared/bookings.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatLongDate, formatTimeWithZone } from '#shared/time.ts';
import styles from './booking-row.module.css';

/** A booking in a list; `who` is the other side. A pending one is there to be looked at again. */
export function BookingRow({ booking, who }: { booking: Booking; who: string }) {
  const start = Date.parse(booking.start_time);
  const zone = booking.professional.time_zone;
  const isPending = booking.status === 'pending';
  const names = booking.services.map(({ name }) => name).join(', ') || booking.service.name;
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <h3 className={styles.time}>
          {formatLongDate(start, zone)}, {formatTimeWithZone(start, zone)}
        </h3>
        <p>{names}</p>
        <p className={styles.more}>
          {who} · {formatPrice(booking.total_price)}
        </p>
      </div>
      <StatusBadge status={booking.status} />
      <ButtonLink look="quiet" to={isPending ? `/booking/${booking.id}/update` : `/booking-details/${booking.id}`}>
        {isPending ? 'Review Booking' : 'View Details'}
        <span className="visually-hidden">
          , {names}, {formatLongDate(start, zone)}
        </span>
      </ButtonLink>
    </div>
  );
}
