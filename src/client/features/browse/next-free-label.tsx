import { WholeTimes } from '#client/ui/whole-times.tsx';
import { ZoneName } from '#client/ui/zone-name.tsx';
import { formatShortDay, formatSlotTime } from '#shared/time.ts';
import styles from './next-free-label.module.css';

/** The next free slot, in the professional's zone. */
export function NextFreeLabel({ start, zone }: { start: string | null; zone: string }) {
  if (start === null) return <span className="soft">No free time in the next 14 days</span>;
  const at = Date.parse(start);
  return (
    <span className={styles.free}>
      <span className="visually-hidden">Next free</span>{' '}
      <time dateTime={start}>
        <WholeTimes text={`${formatShortDay(at, zone)}, ${formatSlotTime(at, zone)}`} />
      </time>
      <ZoneName at={at} zone={zone} className={styles.zone} />
    </span>
  );
}
