import { ViewerTime } from '#client/ui/viewer-time.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { ZoneName } from '#client/ui/zone-name.tsx';
import { formatShortDay, formatSlotTime } from '#shared/time.ts';
import styles from './next-free-slot.module.css';
import type { NextFree as At } from './use-next-free-slot.ts';

/** The next free slot of a professional: `Next free`, and below it `Tue 24 Nov, 9:00 AM`. */
export function NextFreeSlot({ at, zone }: { at: At; zone: string }) {
  if (typeof at !== 'number')
    return (
      <p className={`soft ${styles.next}`}>
        {at === null
          ? 'No free times right now'
          : at === 'failed'
            ? "Free times didn't load"
            : 'Looking for free times'}
      </p>
    );
  return (
    <div className={styles.next}>
      <p className="soft">Next free</p>
      <p className={styles.time}>
        <WholeTimes text={`${formatShortDay(at, zone)}, ${formatSlotTime(at, zone)}`} />
        <ZoneName at={at} zone={zone} />
      </p>
      <ViewerTime at={at} zone={zone} className="soft" />
    </div>
  );
}
