import { inWords } from '#client/lib/in-words.ts';
import { Link } from '#client/ui/link.tsx';
import { PageHeading } from '#client/ui/page.tsx';
import { SkeletonBlock } from '#client/ui/skeleton.tsx';
import { ViewerTime } from '#client/ui/viewer-time.tsx';
import type { Booking } from '#shared/bookings.ts';
import { addDays } from '#shared/days.ts';
import { pagePath } from '#shared/pages.ts';
import { dayKey, formatLongDate, formatSlotTime, formatTimeWithZone, zoneAbbreviation } from '#shared/time.ts';
import styles from './dashboard.module.css';

/** Returns the current or next confirmed booking. */
function nextOf(bookings: readonly Booking[], now: number) {
  return bookings
    .filter(({ status, end_time }) => status === 'confirmed' && Date.parse(end_time) > now)
    .sort((one, other) => Date.parse(one.start_time) - Date.parse(other.start_time))[0];
}

/** The current or next appointment, as the heading of the dashboard. */
export function NextAppointment({ bookings, now }: { bookings: readonly Booking[]; now: number }) {
  const next = nextOf(bookings, now);
  if (!next) {
    return (
      <div className={styles.next}>
        <PageHeading lead="Appointments that you confirm show up here.">No upcoming appointments</PageHeading>
      </div>
    );
  }
  const start = Date.parse(next.start_time);
  const zone = next.professional.time_zone;
  const until = formatTimeWithZone(Date.parse(next.end_time), zone);
  const day = dayKey(start, zone);
  const isNear = day === dayKey(now, zone) ? 'Today' : day === addDays(dayKey(now, zone), 1) ? 'Tomorrow' : undefined;
  return (
    <div className={styles.next}>
      <p className="soft">
        {isNear && <strong className={styles.near}>{isNear}</strong>} {formatLongDate(start, zone)}
      </p>
      <PageHeading>
        {start > now ? `Next: ${next.client.first_name} at ` : `Now: ${next.client.first_name} since `}
        <span className={styles.whole}>{formatSlotTime(start, zone)}</span>
        <span className="visually-hidden"> {zoneAbbreviation(start, zone)}</span>
      </PageHeading>
      <ViewerTime at={start} zone={zone} className="soft" />
      <p className={styles.lead}>
        {start > now && `${inWords(start - now)} · `}
        <Link to={pagePath('bookingDetails', { bookingId: next.id })}>
          {next.services.map(({ name }) => name).join(', ')}
        </Link>
        {` · until ${until}`}
      </p>
    </div>
  );
}

export function NextAppointmentSkeleton() {
  return (
    <div className={styles.next}>
      <PageHeading hidden>Dashboard</PageHeading>
      <SkeletonBlock width="200px" height="24px" />
      <SkeletonBlock width="min(100%, 420px)" height="54px" />
      <SkeletonBlock width="min(100%, 340px)" height="24px" />
    </div>
  );
}
