import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { Link } from '#client/ui/link.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { counted } from '#shared/counted.ts';
import { formatWindow, zoneAbbreviation, zoneOffset } from '#shared/time.ts';
import styles from './available-times.module.css';

/** Number of windows shown; the time picker has all. */
const listed = 7;

interface AvailableTimesProps {
  windows: readonly { id: string; start_time: string; end_time: string; available_slots: readonly unknown[] }[] | undefined;
  error: unknown;
  retry: () => unknown;
  zone: string;
  /** Address of the time picker, undefined if the professional has no active service. */
  to: string | undefined;
}

/** A professional's next windows in the professional's zone, each with its number of free times. */
export function AvailableTimes({ windows, error, retry, zone, to }: AvailableTimesProps) {
  return (
    <section className={styles.section} aria-labelledby="times">
      <h2 id="times">Available Times</h2>
      {windows ? (
        <List windows={windows} zone={zone} to={to} />
      ) : error ? (
        <Failure text="Failed to load available times." retry={retry} />
      ) : (
        <Skeleton height="200px" />
      )}
    </section>
  );
}

function freeText(count: number) {
  return count === 0 ? 'full' : counted(count, 'free time');
}

function List({ windows, zone, to }: Pick<AvailableTimesProps, 'zone' | 'to'> & { windows: NonNullable<AvailableTimesProps['windows']> }) {
  if (windows.length === 0) return <p className="soft">No available times listed.</p>;
  return (
    <>
      <ul className={styles.list}>
        {windows.slice(0, listed).map(({ id, start_time, end_time, available_slots }) => {
          const start = Date.parse(start_time);
          const end = Date.parse(end_time);
          return (
            <li key={id} className={styles.window}>
              <span>
                {formatWindow(start, end, zone)} {zoneAbbreviation(start, zone)}
              </span>
              <span className="soft">{freeText(available_slots.length)}</span>
              <ViewerWindow start={start} end={end} zone={zone} />
            </li>
          );
        })}
      </ul>
      {to && windows.length > listed && (
        <p>
          <Link to={to} className={styles.all}>
            All days and times
          </Link>
        </p>
      )}
    </>
  );
}

/** The window in the viewer's zone, if its times differ there. */
function ViewerWindow({ start, end, zone }: { start: number; end: number; zone: string }) {
  const own = useViewerZone();
  if (own === null || [start, end].every((at) => zoneOffset(at, own) === zoneOffset(at, zone))) return null;
  return <span className={`soft ${styles.own}`}>{formatWindow(start, end, own)} where you are</span>;
}
