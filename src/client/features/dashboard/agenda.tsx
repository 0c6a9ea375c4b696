import type { ReactNode } from 'react';
import { bookingLink } from '#client/features/booking/list/booking-link.ts';
import { statusWord } from '#client/features/booking/list/status-badge.tsx';
import { dot } from '#client/ui/dot.ts';
import { Link } from '#client/ui/link.tsx';
import { unbroken } from '#client/ui/unbroken.ts';
import { ViewerTime } from '#client/ui/viewer-time.tsx';
import type { Booking } from '#shared/bookings.ts';
import { counted } from '#shared/counted.ts';
import { formatHours } from '#shared/duration.ts';
import { namesOf } from '#shared/isolated.ts';
import { personName } from '#shared/person-name.ts';
import { totalMinutes } from '#shared/rules/lines.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { dayKey, formatSlotTime } from '#shared/time.ts';
import styles from './agenda.module.css';
import { answered } from './hour-columns.tsx';

/** A stretch of a window in which times are still offered, epoch milliseconds. */
export interface Gap {
  start: number;
  end: number;
  /** How many times are offered in it. */
  times: number;
}

interface AgendaProps {
  /** Those of one day. */
  bookings: readonly Booking[];
  gaps?: readonly Gap[];
  zone: string;
  /** Answers a tap on an appointment; without it, its page opens. */
  onBooking?: (booking: Booking) => void;
  /** What stands below an appointment. */
  below?: (booking: Booking) => ReactNode;
}

/** Returns the bookings of a day in `zone` that take or took place or wait for an answer, soonest first. */
export function bookingsOn(day: string, bookings: readonly Booking[], zone: string) {
  return bookings
    .filter(({ status, start_time }) => status !== 'cancelled' && dayKey(Date.parse(start_time), zone) === day)
    .sort((one, other) => Date.parse(one.start_time) - Date.parse(other.start_time));
}

/** A day as a list: who comes when, and when times are still free. */
export function Agenda({ bookings, gaps = [], ...of }: AgendaProps) {
  const entries = [
    ...bookings.map((booking) => ({
      at: Date.parse(booking.start_time),
      row: <BookingEntry key={booking.id} booking={booking} {...of} />,
    })),
    ...gaps.map((gap) => ({ at: gap.start, row: <GapEntry key={gap.start} gap={gap} zone={of.zone} /> })),
  ];
  return <ol className={styles.agenda}>{entries.sort((one, other) => one.at - other.at).map(({ row }) => row)}</ol>;
}

type EntryProps = Omit<AgendaProps, 'bookings' | 'gaps'> & { booking: Booking };

function BookingEntry({ booking, zone, onBooking, below }: EntryProps) {
  const { services, total_price } = booking;
  const status = statusWord(booking);
  return (
    <li className={styles.entry} data-status={status}>
      <p className={`figure ${styles.at}`}>{formatSlotTime(Date.parse(booking.start_time), zone)}</p>
      <div className={styles.what}>
        <p className={styles.who}>
          <Link
            to={bookingLink(booking).to}
            {...(onBooking && {
              'aria-haspopup': 'dialog' as const,
              onClick: (event) => answered(event, () => onBooking(booking)),
            })}
          >
            {personName(booking)}
          </Link>
          {status !== 'confirmed' && <span className={styles.status}>{status}</span>}
        </p>
        <p className="soft">
          {namesOf(services)}, {unbroken(formatHours(totalMinutes(services)))}
          {dot}
          {formatPrice(total_price)}
          {booking.hair_shared && `${dot}hair shared`}
        </p>
        <ViewerTime at={Date.parse(booking.start_time)} zone={zone} className="soft" />
        {below?.(booking)}
      </div>
    </li>
  );
}

function GapEntry({ gap, zone }: { gap: Gap; zone: string }) {
  return (
    <li className={styles.entry} data-status="free">
      <p className={`figure ${styles.at}`}>{formatSlotTime(gap.start, zone)}</p>
      <div className={styles.what}>
        <p className={styles.who}>Free until {formatSlotTime(gap.end, zone)}</p>
        <p className="soft">{counted(gap.times, 'time')} offered</p>
      </div>
    </li>
  );
}
