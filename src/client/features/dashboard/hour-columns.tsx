import type { CSSProperties, MouseEvent } from 'react';
import { bookingLink } from '#client/features/booking/list/booking-link.ts';
import { statusWord } from '#client/features/booking/list/status-badge.tsx';
import type { HeldTime } from '#client/features/cancellation-list/use-who-waits.ts';
import { timeOffTimes } from '#client/features/hours/time-off-text.ts';
import { Link } from '#client/ui/link.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import type { Booking } from '#shared/bookings.ts';
import type { CalendarTime } from '#shared/busy-calendars.ts';
import { MINUTE } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { addDays, noonOf } from '#shared/days.ts';
import { formatHours } from '#shared/duration.ts';
import type { TimeOff } from '#shared/hours.ts';
import { namesOf } from '#shared/isolated.ts';
import { personFirstName, personName } from '#shared/person-name.ts';
import { type GridPosition, hourGrid, startOfDay } from '#shared/rules/hour-grid.ts';
import { merged, type Span } from '#shared/rules/slots.ts';
import {
  dayKey,
  formatShortDay,
  formatShortMoment,
  formatSlotTime,
  formatTimes,
  fromLocalInput,
  zoneTitle,
} from '#shared/time.ts';
import styles from './hour-columns.module.css';
import { useMoving } from './use-moving.ts';

interface HourColumnsProps {
  days: readonly string[];
  /** Those that are to be shown, of all the days. */
  bookings: readonly Booking[];
  windows: readonly AvailabilityWithSlots[];
  timeOff: readonly TimeOff[];
  /** Busy in calendars elsewhere. */
  elsewhere: readonly CalendarTime[];
  /** Times that are offered and held. */
  held: readonly HeldTime[];
  zone: string;
  /** Epoch milliseconds. */
  now: number;
  /** Called with the quarter of an hour at which free ground was tapped, epoch milliseconds. */
  onFree: (start: number) => void;
  onTimeOff: (timeOff: TimeOff) => void;
  onHeld: (held: HeldTime) => void;
  /** Called with an appointment that was tapped. */
  onBooking: (booking: Booking) => void;
  /** Called when an appointment was moved to another time, epoch milliseconds. */
  onMove: (booking: Booking, start: number) => void;
  /** Opens a day on its own; without it, the days are not buttons. */
  onDay?: ((day: string) => void) | undefined;
}

/** Shorter bookings have room for one line, and for two. Minutes. */
const lines = { one: 25, two: 50 };

export function spanOf({ start_time, end_time }: { start_time: string; end_time: string }) {
  return { start: Date.parse(start_time), end: Date.parse(end_time) };
}

/** Where `hour-columns.module.css` puts something along the hours. */
function along({ at, length }: GridPosition) {
  return { '--at': at, '--long': length } as CSSProperties;
}

/** Days side by side along the hours of the clock: who comes when, on the lighter ground of what is open. */
export function HourColumns(props: HourColumnsProps) {
  const { days, bookings, windows, timeOff, elsewhere, held, zone, now } = props;
  const { onFree, onTimeOff, onHeld, onBooking, onMove, onDay } = props;
  const grid = hourGrid(days, zone, [...bookings, ...windows, ...held].map(spanOf));
  const { moving, handlers } = useMoving({ grid, zone, now, onMove });
  const today = dayKey(now, zone);
  const isWeek = days.length > 1;

  /** By pointer the quarter of an hour below it; by keyboard the next one today, else nine o'clock. */
  function tappedAt(event: MouseEvent<HTMLElement>, day: string): number {
    const quarter = 15 * MINUTE;
    if (event.detail === 0)
      return day === today ? Math.ceil(now / quarter) * quarter : (fromLocalInput(`${day}T09:00`, zone) ?? now);
    const box = event.currentTarget.getBoundingClientRect();
    return grid.quarterAt(((event.clientY - box.top) / box.height) * grid.length, day);
  }

  function positioned<T extends { start_time: string; end_time: string }>(items: readonly T[], day: string) {
    return items
      .map((item) => ({ item, position: grid.position(spanOf(item), day) }))
      .filter((one): one is { item: T; position: GridPosition } => one.position !== undefined)
      .sort((one, other) => one.position.at - other.position.at);
  }

  const requests = bookings.flatMap((of) => (of.reschedule ? [{ ...of.reschedule, of }] : []));

  return (
    <div
      className={styles.grid}
      data-week={isWeek || undefined}
      style={{ '--days': days.length, '--all': grid.length } as CSSProperties}
    >
      <div className={styles.hours} aria-hidden="true">
        {grid.hours.map(({ at, hour, isAgain }) => (
          <span key={at} style={along({ at, length: 0 })}>
            {formatSlotTime(hour * 60 * MINUTE, 'UTC')}
            {isAgain && ' again'}
          </span>
        ))}
      </div>
      <div className={styles.lines} aria-hidden="true">
        {grid.hours.map(({ at }) => (
          <span key={at} style={along({ at, length: 0 })} />
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {moving &&
          `${personFirstName(moving.booking)}: ${formatShortMoment(moving.start, zone)}. Enter asks for ` +
            'this time, Escape keeps the old one.'}
      </p>
      {days.map((day, index) => {
        const [open, taken] = [positioned(windows, day), positioned(bookings, day)];
        const asked = positioned(requests, day);
        const ghost = moving && grid.position(moving, day);
        const away = timeOff
          .map((item) => ({ item, span: { start: Date.parse(item.start), end: Date.parse(item.end) } }))
          .map((one) => ({ ...one, position: grid.position(one.span, day) }))
          .filter((one): one is typeof one & { position: GridPosition } => one.position !== undefined);
        const busy = elsewhere
          .map(({ start, end, calendar_id }) => ({
            id: `${calendar_id} ${start}`,
            span: { start: Date.parse(start), end: Date.parse(end) },
          }))
          .map((one) => ({ ...one, position: grid.position(one.span, day) }))
          .filter((one): one is typeof one & { position: GridPosition } => one.position !== undefined);
        const [missing, current] = [grid.missing(day), grid.position({ start: now, end: now + 1 }, day)];
        const id = `bookings-${day}`;
        const name = formatShortDay(noonOf(day), 'UTC');
        return (
          <section
            key={day}
            className={styles.day}
            aria-labelledby={id}
            data-today={day === today || undefined}
            style={{ '--column': index + 2 } as CSSProperties}
          >
            <div className={styles.head}>
              <h2 id={id} tabIndex={-1} className={styles.name}>
                {onDay ? (
                  <button type="button" aria-current={day === today ? 'date' : undefined} onClick={() => onDay(day)}>
                    {name}
                  </button>
                ) : (
                  name
                )}
              </h2>
              <p className={styles.count}>{taken.length === 0 ? 'No bookings.' : counted(taken.length, 'booking')}</p>
            </div>
            <div className={styles.column} data-day={day}>
              <button
                type="button"
                className={styles.ground}
                aria-label={`Block or add time on ${name}`}
                onClick={(event) => onFree(tappedAt(event, day))}
              />
              <p className="visually-hidden">
                {day < today
                  ? 'This day is over.'
                  : open.length === 0
                    ? 'Not open.'
                    : `Open ${open.map(({ item }) => timesOf(item, zone)).join(', ')}.`}
              </p>
              <div className={styles.grounds}>
                {open.map(({ item, position }) => (
                  <span key={item.id} className={styles.open} style={along(position)} />
                ))}
                {missing && <span className={styles.missing} style={along(missing)} />}
                {current && <span className={styles.now} style={along(current)} />}
              </div>
              {busy.map(({ id, span, position }) => (
                <p key={id} className={styles.elsewhere} style={along(position)}>
                  <span>Busy elsewhere</span> <span className="visually-hidden">{timeOffTimes(span, zone)}</span>
                </p>
              ))}
              {away.map(({ item, span, position }) => (
                <button
                  key={item.id}
                  type="button"
                  data-off={span.start}
                  className={styles.away}
                  style={along(position)}
                  disabled={span.end <= now}
                  onClick={() => onTimeOff(item)}
                >
                  <span className="visually-hidden">
                    Time off {timeOffTimes(span, zone)}
                    {item.reason && `, ${item.reason}`}
                  </span>
                  <span aria-hidden="true">{item.reason ?? 'Time off'}</span>
                </button>
              ))}
              <ol>
                {taken.map(({ item, position }) => (
                  <Block
                    key={item.id}
                    booking={item}
                    position={position}
                    gaps={processingGapsOf(item).flatMap((gap) => {
                      const shown = grid.position(gap, day);
                      return shown ? { ...gap, at: shown.at - position.at, length: shown.length } : [];
                    })}
                    zone={zone}
                    isWeek={isWeek}
                    handlers={handlers(item)}
                    open={() => onBooking(item)}
                  />
                ))}
                {asked.map(({ item, position }) => (
                  <li key={item.of.id} className={styles.asked} style={along(position)}>
                    <Link to={bookingLink(item.of).to}>{personFirstName(item.of)}: asked for</Link>
                  </li>
                ))}
                {positioned(held, day).map(({ item, position }) => (
                  <li key={item.id} className={styles.asked} style={along(position)}>
                    <button type="button" onClick={() => onHeld(item)}>
                      <WholeTimes text={item.text} />
                      <span className="visually-hidden">, {timesOf(item, zone)}</span>
                    </button>
                  </li>
                ))}
              </ol>
              {ghost && (
                <span className={styles.ghost} style={along(ghost)} aria-hidden="true">
                  {moving && formatTimes(moving.start, moving.end, zone)}
                </span>
              )}
            </div>
          </section>
        );
      })}
    </div>
  );
}

/** A plain press is answered in place; with a key or another button held, the browser opens the page. */
export function answered(event: MouseEvent, answer: () => void) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  answer();
}

/** The processing time of a visit, in which its professional is free: what lies between its parts. */
export function processingGapsOf({ segments }: Booking) {
  return segments.slice(1).map(({ start_time }, index) => ({
    start: Date.parse(segments[index]?.end_time ?? start_time),
    end: Date.parse(start_time),
  }));
}

function timesOf(item: { start_time: string; end_time: string }, zone: string) {
  const { start, end } = spanOf(item);
  return formatTimes(start, end, zone);
}

interface BlockProps {
  booking: Booking;
  position: GridPosition;
  /** Along the block. */
  gaps: readonly (Span & GridPosition)[];
  zone: string;
  isWeek: boolean;
  handlers: ReturnType<ReturnType<typeof useMoving>['handlers']>;
  open: () => void;
}

/**
 * A booking at its hour, its gaps hatched beneath those who come in them. What does not fit is cut from the end; it is
 * read out whole.
 */
function Block({ booking, position, gaps, zone, isWeek, handlers, open }: BlockProps) {
  const { services, start_time } = booking;
  const status = statusWord(booking);
  const times = timesOf(booking, zone);
  const from = formatSlotTime(Date.parse(start_time), zone);
  const isTiny = position.length < lines.one;
  return (
    <li
      className={styles.block}
      data-status={status}
      data-lines={isTiny ? 1 : position.length < lines.two ? 2 : undefined}
      style={along(position)}
      {...handlers}
    >
      <Link
        to={bookingLink(booking).to}
        aria-haspopup="dialog"
        onClick={(event) => answered(event, open)}
        aria-keyshortcuts={handlers['data-movable'] && 'Shift+ArrowUp Shift+ArrowDown Shift+ArrowLeft Shift+ArrowRight'}
      >
        <span className={styles.who}>{isWeek && isTiny ? personFirstName(booking) : personName(booking)}</span>{' '}
        <span className={styles.status}>{status}</span>{' '}
        <span>
          {from}
          <span className={isWeek ? 'visually-hidden' : undefined}>{times.slice(from.length)}</span>
        </span>{' '}
        <span>{namesOf(services)}</span> {booking.hair_shared && <span>Hair shared</span>}
        {gaps.map(({ start, end }) => (
          <span key={start} className="visually-hidden">
            , free {formatTimes(start, end, zone)}
          </span>
        ))}
      </Link>
      {gaps.map((gap) => (
        <span key={gap.start} className={styles.gap} style={along(gap)} />
      ))}
    </li>
  );
}

interface HourLegendProps
  extends Pick<HourColumnsProps, 'days' | 'bookings' | 'windows' | 'timeOff' | 'elsewhere' | 'zone'> {
  /** Epoch milliseconds. */
  now: number;
}

/** What the grounds mean: how long the days are open, less what is blocked; of days that are over, what was booked. */
export function HourLegend({ days, bookings, windows, timeOff, elsewhere, zone, now }: HourLegendProps) {
  const today = dayKey(now, zone);
  const ahead = days.filter((day) => day >= today);
  const range = {
    start: startOfDay(ahead[0] ?? days[0] ?? today, zone),
    end: startOfDay(addDays(days.at(-1) ?? today, 1), zone),
  };
  const isOver = ahead.length === 0;
  const minutes = isOver
    ? minutesOf(
        bookings.flatMap(({ segments }) => segments.map(spanOf)),
        range,
      )
    : minutesOf(windows.map(spanOf), range) -
      minutesOf(both(windows.map(spanOf), [...timeOff, ...elsewhere].map(spanOfTimeOff)), range);
  const text = isOver
    ? minutes === 0
      ? 'Nothing was booked.'
      : `Booked: ${formatHours(minutes)}.`
    : minutes === 0
      ? days.length === 1 && days[0] === today
        ? "You're closed today."
        : "You're closed."
      : `Open: ${formatHours(minutes)}.`;
  return (
    <p className={styles.legend}>
      <span className={styles.sample} aria-hidden="true" />
      <span>
        <WholeTimes text={`${text} ${zoneTitle(zone)}.`} />
      </span>{' '}
      <span className={`not-on-phone ${styles.hint}`}>
        To ask for another time, drag a booking, or press Shift and an arrow key on it.
      </span>
      <span className={styles.touch}>To move a booking, press and hold it, then drag.</span>
    </p>
  );
}

const spanOfTimeOff = ({ start, end }: Pick<TimeOff, 'start' | 'end'>) => ({
  start: Date.parse(start),
  end: Date.parse(end),
});

/** Where spans of the one list lie in spans of the other. */
function both(some: readonly Span[], others: readonly Span[]): Span[] {
  return some.flatMap((one) =>
    others
      .map(({ start, end }) => ({ start: Math.max(start, one.start), end: Math.min(end, one.end) }))
      .filter(({ start, end }) => start < end),
  );
}

/** Whole minutes that the spans take together in a range. */
function minutesOf(spans: readonly Span[], range: Span): number {
  return Math.round(merged(both(spans, [range])).reduce((sum, { start, end }) => sum + end - start, 0) / MINUTE);
}
