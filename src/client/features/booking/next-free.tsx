import { ViewerTime } from '#client/features/viewer-time.tsx';
import { formatShortMoment } from '#shared/time.ts';
import styles from './next-free.module.css';
import type { NextFree as At } from './use-next-free.ts';

/** The first free time of a professional: `Next free`, and below it `Tue 24 Nov, 9:00 AM AEDT`. */
export function NextFree({ at, zone }: { at: At; zone: string }) {
  if (typeof at !== 'number')
    return <p className={`soft ${styles.next}`}>{at === null ? 'No free times right now' : 'Looking for free times'}</p>;
  return (
    <div className={styles.next}>
      <p className="soft">Next free</p>
      <p className={styles.time}>{formatShortMoment(at, zone)}</p>
      <ViewerTime at={at} zone={zone} className="soft" />
    </div>
  );
}
