import { Link } from '#client/ui/link.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { ZoneName } from '#client/ui/zone-name.tsx';
import { formatShortDay, formatSlotTime } from '#shared/time.ts';
import styles from './next-free-label.module.css';

interface NextFreeLabelProps {
  /** ISO 8601; null without any. */
  start: string | null;
  zone: string;
  /** Where it is booked. */
  to?: string | undefined;
  /** Id of the element that says what it is of. */
  of?: string;
}

/** The next free slot, in the professional's zone. */
export function NextFreeLabel({ start, zone, to, of }: NextFreeLabelProps) {
  if (start === null) return <span className="soft">No free time in the next 14 days</span>;
  const at = Date.parse(start);
  const text = (
    <span className={styles.free}>
      <span className="visually-hidden">Next free</span>{' '}
      <time dateTime={start}>
        <WholeTimes text={`${formatShortDay(at, zone)}, ${formatSlotTime(at, zone)}`} />
      </time>
      <ZoneName at={at} zone={zone} className={styles.zone} />
    </span>
  );
  if (!to) return text;
  return (
    <Link to={to} className={styles.book} aria-describedby={of}>
      {text}
    </Link>
  );
}
