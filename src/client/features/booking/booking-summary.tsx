import { ViewerTime } from '#client/features/viewer-time.tsx';
import { finishTime, formatMinutes, totalMinutes } from '#shared/duration.ts';
import { formatPrice, totalPrice } from '#shared/rules/price.ts';
import { formatShortDay, formatTimeWithZone } from '#shared/time.ts';
import styles from './booking-summary.module.css';

interface BookingSummaryProps {
  services: readonly { id: string; name: string; price: number; service_duration_minutes: number }[];
  professional: { display_name: string; location: string };
  /** The professional's time zone; without it no times are shown. */
  zone?: string;
  /** ISO 8601, empty if no time is chosen. */
  slotStart?: string;
}

/** The choices so far with their totals, in view throughout the booking flow. */
export function BookingSummary({ services, professional, zone, slotStart }: BookingSummaryProps) {
  const minutes = totalMinutes(services);
  const start = slotStart ? Date.parse(slotStart) : Number.NaN;
  return (
    <div className={styles.summary}>
      <div className={styles.line}>
        <p className={styles.names}>{services.length > 0 ? services.map(({ name }) => name).join(', ') : 'No service selected'}</p>
        <p className={`figure ${styles.price}`}>{formatPrice(totalPrice(services))}</p>
      </div>
      <p>
        {zone && Number.isFinite(start) ? (
          <>
            {formatShortDay(start, zone)}, {formatTimeWithZone(start, zone)} to {formatTimeWithZone(finishTime(start, minutes), zone)}
          </>
        ) : (
          'No time chosen yet'
        )}
      </p>
      {zone && <ViewerTime at={start} zone={zone} />}
      <div className={styles.line}>
        <p>
          with {professional.display_name}, <bdi>{professional.location}</bdi>
        </p>
        <p className={styles.minutes}>{formatMinutes(minutes)}</p>
      </div>
    </div>
  );
}
