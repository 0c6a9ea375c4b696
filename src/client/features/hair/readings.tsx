import { trpc } from '#client/lib/trpc.ts';
import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { defaultTimeZone } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import { formatDateTime } from '#shared/time.ts';
import styles from './hair.module.css';
import { partWords } from './words.ts';

/** Who has looked at what was shared, and when. */
export function Readings() {
  const { data, error, refetch } = trpc.hair.readings.useQuery({}, { staleTime: 0 });
  const zone = useViewerZone() ?? defaultTimeZone;
  return (
    <section className={styles.part} aria-labelledby="hair-readings">
      <h2 id="hair-readings">Who has looked</h2>
      {error && !data && <Failure text="Failed to load who has looked." retry={refetch} />}
      {!error && !data && <Skeleton height="64px" />}
      {data?.length === 0 && (
        <p className="soft">Nobody yet. Every look at what you share is listed here for a year.</p>
      )}
      {data && data.length > 0 && (
        <Card rows>
          {data.map(({ professional, booking_id, read_at, parts }) => (
            <div key={`${booking_id} ${read_at}`} className={styles.row}>
              <p>
                <strong>
                  <bdi>{professional.display_name}</bdi>
                </strong>{' '}
                saw {parts.map((part) => partWords[part]).join(', ')}
                <br />
                <span className="soft">
                  <WholeTimes text={formatDateTime(Date.parse(read_at), zone)} />
                </span>
              </p>
              <Link to={pagePath('bookingDetails', { bookingId: booking_id })}>Booking</Link>
            </div>
          ))}
        </Card>
      )}
    </section>
  );
}
