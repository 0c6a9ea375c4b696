import { useNow } from '#client/lib/now.ts';
import { formatShortDay, formatTimes, zoneAbbreviation } from '#shared/time.ts';
import styles from './ticket.module.css';

/** The day and the times of a visit in large, for the eye alone. Epoch milliseconds. */
export function TicketTime({ start, end, zone }: { start: number; end: number; zone: string }) {
  const now = useNow();
  return (
    <p aria-hidden="true">
      <span className={styles.day}>
        {formatShortDay(start, zone, now)}
        <span className="visually-hidden">, </span>
      </span>
      <span className={styles.times}>
        {formatTimes(start, end, zone).replace(/ (?=[AP]M)/g, '\u00a0')}{' '}
        <span className={styles.zone}>{zoneAbbreviation(end, zone)}</span>
      </span>
    </p>
  );
}
