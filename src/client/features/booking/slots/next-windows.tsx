import { useState } from 'react';
import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { Button } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { counted } from '#shared/counted.ts';
import { formatShortDay, formatTimes, zoneOffset, zoneTitle } from '#shared/time.ts';
import styles from './next-windows.module.css';

/** Number of windows shown at first; the time picker has all. */
const listed = 7;

interface NextWindowsProps {
  windows: readonly { id: string; start_time: string; end_time: string; free: number }[] | undefined;
  error: unknown;
  retry: () => unknown;
  zone: string;
  /** Leads to all times; undefined if the professional has no active service: then the list has all on request. */
  showAll: (() => void) | undefined;
}

/** A professional's next windows in the professional's zone, each with its number of slots. */
export function NextWindows({ windows, error, retry, zone, showAll }: NextWindowsProps) {
  const [isOpen, setOpen] = useState(false);
  const isWhole = isOpen && !showAll;
  const shown = isWhole ? windows : windows?.slice(0, listed);
  return (
    <section className={styles.section} aria-labelledby="times">
      <div className={styles.head}>
        <h2 id="times">Available Times</h2>
        {shown && <p className="soft">{zoneTitle(zone)}</p>}
      </div>
      {shown ? (
        <List windows={shown} zone={zone} />
      ) : error ? (
        <Failure text="Failed to load available times." retry={retry} />
      ) : (
        <Skeleton height="200px" />
      )}
      {windows && windows.length > listed && (
        <div>
          <Button
            look="quiet"
            aria-expanded={showAll ? undefined : isWhole}
            onClick={showAll ?? (() => setOpen(!isOpen))}
          >
            {isWhole ? 'Fewer days and times' : 'All days and times'}
          </Button>
        </div>
      )}
    </section>
  );
}

function freeText(count: number) {
  return count === 0 ? 'full' : counted(count, 'free time');
}

function List({ windows, zone }: { windows: NonNullable<NextWindowsProps['windows']>; zone: string }) {
  if (windows.length === 0) return <p className="soft">No available times listed.</p>;
  return (
    <ul className={styles.list}>
      {windows.map(({ id, start_time, end_time, free }) => {
        const start = Date.parse(start_time);
        const end = Date.parse(end_time);
        return (
          <li key={id} className={styles.window}>
            <span>
              <strong className={styles.when}>{formatShortDay(start, zone)}</strong>,{' '}
              <WholeTimes text={formatTimes(start, end, zone)} />
            </span>{' '}
            <span className="soft">{freeText(free)}</span>
            <ViewerWindow start={start} end={end} zone={zone} />
          </li>
        );
      })}
    </ul>
  );
}

/** The window in the viewer's zone, if its times differ there. */
function ViewerWindow({ start, end, zone }: { start: number; end: number; zone: string }) {
  const own = useViewerZone();
  if (own === null || [start, end].every((at) => zoneOffset(at, own) === zoneOffset(at, zone))) return null;
  return (
    <span className={`soft ${styles.own}`}>
      <WholeTimes text={`${formatShortDay(start, own)}, ${formatTimes(start, end, own)} where you are`} />
    </span>
  );
}
