import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { HeldTime } from '#client/features/cancellation-list/use-who-waits.ts';
import { timeOffTimes } from '#client/features/hours/time-off-text.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import type { Booking } from '#shared/bookings.ts';
import { noonOf } from '#shared/days.ts';
import { formatHours } from '#shared/duration.ts';
import type { TimeOff } from '#shared/hours.ts';
import { namesOf } from '#shared/isolated.ts';
import { personName } from '#shared/person-name.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { totalMinutes } from '#shared/rules/lines.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatLongDate, formatTimes, zoneAbbreviation } from '#shared/time.ts';
import styles from './day-print.module.css';
import { processingGapsOf, spanOf } from './hour-columns.tsx';

interface DayPrintProps {
  profile: OwnProfessional;
  day: string;
  /** What lies on the day, soonest first. */
  bookings: readonly Booking[];
  windows: readonly AvailabilityWithSlots[];
  timeOff: readonly TimeOff[];
  held: readonly HeldTime[];
}

/** A day on paper, in place of the page that is printed: who comes when, for what, and what they wrote. */
export function DayPrint(props: DayPrintProps) {
  return useIsPrinting() && createPortal(<Sheet {...props} />, document.body);
}

/** From just before the page is printed until it has been; also while it is looked at as on paper. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(() => matchMedia('print').matches);
  useEffect(() => {
    const paper = matchMedia('print');
    // The browser takes its picture of the page right after the event.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    const turn = () => (paper.matches ? begin() : end());
    paper.addEventListener('change', turn);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      paper.removeEventListener('change', turn);
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

function Sheet({ profile, day, bookings, windows, timeOff, held }: DayPrintProps) {
  const zone = profile.time_zone;
  const timesOf = ({ start, end }: { start: number; end: number }) => formatTimes(start, end, zone);
  const rows = [
    ...bookings.map((booking) => ({
      at: Date.parse(booking.start_time),
      row: <BookingRow key={booking.id} booking={booking} timesOf={timesOf} />,
    })),
    ...held.map((item) => ({
      at: Date.parse(item.start_time),
      row: (
        <tr key={item.id}>
          <th scope="row">
            <WholeTimes text={timesOf(spanOf(item))} />
          </th>
          <td colSpan={3}>{item.text}</td>
        </tr>
      ),
    })),
    ...timeOff.map(({ id, start, end, reason }) => ({
      at: Date.parse(start),
      row: (
        <tr key={id}>
          <th scope="row">
            <WholeTimes text={timeOffTimes({ start: Date.parse(start), end: Date.parse(end) }, zone)} />
          </th>
          <td colSpan={2}>Time off</td>
          <td>{reason}</td>
        </tr>
      ),
    })),
  ].sort((one, other) => one.at - other.at);
  const open = windows.map((window) => timesOf(spanOf(window)));
  return (
    <article className={styles.sheet}>
      <h1>{formatLongDate(noonOf(day), 'UTC')}</h1>
      <p>
        <bdi>{profile.display_name}</bdi>. {open.length === 0 ? 'Not open.' : `Open ${open.join(', ')}.`} Times are in{' '}
        {zoneAbbreviation(noonOf(day), zone)}.
      </p>
      {rows.length === 0 ? (
        <p>No bookings.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
              <th scope="col">Notes</th>
            </tr>
          </thead>
          <tbody>{rows.map(({ row }) => row)}</tbody>
        </table>
      )}
    </article>
  );
}

interface BookingRowProps {
  booking: Booking;
  timesOf: (span: { start: number; end: number }) => string;
}

function BookingRow({ booking, timesOf }: BookingRowProps) {
  const { status, services, total_price, guest, notes } = booking;
  return (
    <tr>
      <th scope="row">
        <WholeTimes text={timesOf(spanOf(booking))} />
        {processingGapsOf(booking).map((gap) => (
          <span key={gap.start}>
            free <WholeTimes text={timesOf(gap)} />
          </span>
        ))}
      </th>
      <td>
        <bdi>{personName(booking)}</bdi>
        {guest?.phone_number && <span>{guest.phone_number}</span>}
        {status === 'pending' && <span>not confirmed yet</span>}
      </td>
      <td>
        {namesOf(services)}
        <span>
          {formatHours(totalMinutes(services))}, {formatPrice(total_price)}
        </span>
      </td>
      <td>{notes}</td>
    </tr>
  );
}
