import { useId, useState } from 'react';
import { ClientFacts, useClientFacts } from '#client/features/visit/client-facts.tsx';
import { isDue, PressButtons } from '#client/features/visit/press-buttons.tsx';
import { Reach } from '#client/features/visit/reach.tsx';
import { textedVisit } from '#client/features/visit/texts.ts';
import { isRunning } from '#client/features/visit/visit-of.ts';
import { inWords } from '#client/lib/in-words.ts';
import { dot } from '#client/ui/dot.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageHeading } from '#client/ui/page.tsx';
import { Awaited, SkeletonBlock } from '#client/ui/skeleton.tsx';
import { ViewerTime } from '#client/ui/viewer-time.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { ZoneName } from '#client/ui/zone-name.tsx';
import type { Booking } from '#shared/bookings.ts';
import { addDays } from '#shared/days.ts';
import { namesOf } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { personFirstName } from '#shared/person-name.ts';
import { dayKey, formatLongDate, formatSlotTime, zoneAbbreviation } from '#shared/time.ts';
import styles from './next-appointment.module.css';

/** Returns what goes on, or is next: a visit that takes longer than booked until another one begins. */
export function nextOf(bookings: readonly Booking[], now: number): Booking | undefined {
  const sorted = bookings.toSorted((one, other) => Date.parse(one.start_time) - Date.parse(other.start_time));
  const next = sorted.find(
    ({ status, no_show, end_time }) => status === 'confirmed' && !no_show && Date.parse(end_time) > now,
  );
  const running = sorted.findLast((booking) => isRunning(booking) && isDue(booking, now));
  return running && (!next || Date.parse(next.start_time) > now || isRunning(next)) ? running : next;
}

interface NextAppointmentProps {
  /** Nobody comes without one. */
  next: Booking | undefined;
  /** Epoch milliseconds. */
  now: number;
  /** Asks how a visit was paid. */
  onPay: (booking: Booking) => void;
}

/** The current or next appointment, as the heading of the dashboard, which opens to what is known of its client. */
export function NextAppointment({ next, now, onPay }: NextAppointmentProps) {
  const known = useClientFacts(next);
  const [openFor, setOpenFor] = useState<string>();
  const id = useId();
  if (!next) {
    return (
      <div className={styles.none}>
        <PageHeading lead="Bookings you confirm show up here.">No upcoming bookings</PageHeading>
      </div>
    );
  }
  const start = Date.parse(next.started_at ?? next.start_time);
  const end = Date.parse(next.end_time);
  const zone = next.professional.time_zone;
  const day = dayKey(start, zone);
  const isNear = day === dayKey(now, zone) ? 'Today' : day === addDays(dayKey(now, zone), 1) ? 'Tomorrow' : undefined;
  const isOpen = openFor === next.id;
  const name = personFirstName(next);
  return (
    <div className={styles.next}>
      <p className="soft">
        {isNear && <strong className={styles.near}>{isNear}</strong>} {formatLongDate(start, zone)}
      </p>
      <PageHeading>
        <button
          type="button"
          className={styles.headline}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpenFor(isOpen ? undefined : next.id)}
        >
          {start > now ? `Next: ${name} at ` : `Now: ${name} since `}
          <span className={styles.whole}>
            {formatSlotTime(start, zone)}
            <Icon size={24} strokeWidth={2.6} path="M6 9.5l6 6 6-6" />
          </span>
          <span className="visually-hidden"> {zoneAbbreviation(start, zone)}</span>
        </button>
      </PageHeading>
      <div className={styles.lead}>
        <ViewerTime at={start} zone={zone} className="soft" />
        <p className={styles.services}>
          {next.notes && `With a note${dot}`}
          {next.hair_shared && `Hair shared${dot}`}
          <Link to={pagePath('bookingDetails', { bookingId: next.id })}>{namesOf(next.services)}</Link>
        </p>
        <p>
          <WholeTimes text={start > now ? `${inWords(start, now, zone)}, ` : ''} />
          <span className="unbroken">
            {end > now ? 'until' : 'booked until'} {formatSlotTime(end, zone)}
            <ZoneName at={end} zone={zone} className="" />
          </span>
        </p>
      </div>
      {(known.number || (next.client && known.client.isPending)) && (
        <span className={styles.reach}>
          {known.number ? (
            <Reach small name={name} number={known.number} visit={textedVisit(next, now)} />
          ) : (
            <SkeletonBlock height="48px" />
          )}
        </span>
      )}
      <PressButtons key={next.id} booking={next} now={now} onDone={() => onPay(next)} />
      {isOpen && <ClientFacts id={id} inset className={styles.client} booking={next} {...known} />}
    </div>
  );
}

export function NextAppointmentSkeleton() {
  return (
    <div className={styles.none}>
      <PageHeading hidden>Dashboard</PageHeading>
      <Awaited />
      <SkeletonBlock width="200px" height="24px" />
      <SkeletonBlock width="min(100%, 420px)" height="54px" />
      <SkeletonBlock width="min(100%, 340px)" height="24px" />
    </div>
  );
}
