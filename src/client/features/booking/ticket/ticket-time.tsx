import { useNow } from '#client/lib/now.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { formatShortDay, formatTimes, zoneAbbreviation } from '#shared/time.ts';
import styles from './ticket.module.css';

/** The day and the times of a visit in large, for the eye alone. Epoch milliseconds. */
export function TicketTime({ start, end, zone }: { start: number; end: number; zone: string }) {
  const now = useNow();
  const [from = '', until = ''] = formatTimes(start, end, zone).split(' to ');
  return (
    <p aria-hidden="true">
      <span className={styles.day}>
        {formatShortDay(start, zone, now)}
        <span className="visually-hidden">, </span>
      </span>
      <span className={styles.times}>
        <WholeTimes text={from} /> to <WholeTimes text={until} />{' '}
        <span className={styles.zone}>{zoneAbbreviation(end, zone)}</span>
      </span>
    </p>
  );
}
