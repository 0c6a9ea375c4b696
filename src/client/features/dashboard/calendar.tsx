import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { WeekStrip, WeekWays } from '#client/features/booking/slots/week-strip.tsx';
import { shownStatuses, useBookingPages } from '#client/features/booking-lists/use-own-bookings.ts';
import { type HeldTime, useHeldTimes } from '#client/features/cancellation-list/use-who-waits.ts';
import { WhoWaits } from '#client/features/cancellation-list/who-waits.tsx';
import { cameFrom, savedOf } from '#client/features/forms/came-from.ts';
import { CalendarTimeSheet } from '#client/features/hours/calendar-time-sheet.tsx';
import { TappedTimeOff } from '#client/features/hours/time-off-dialog.tsx';
import { timeOffTimes } from '#client/features/hours/time-off-text.ts';
import { useTimeOff } from '#client/features/hours/use-time-off.ts';
import { useUnlistedHours } from '#client/features/hours/use-unlisted-hours.ts';
import { focusOnceShown } from '#client/lib/focus.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { dot } from '#client/ui/dot.ts';
import { Failure } from '#client/ui/message.tsx';
import { RowsSkeleton } from '#client/ui/panel-end.tsx';
import { useMedia } from '#client/ui/use-media.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking } from '#shared/bookings.ts';
import type { CalendarTime } from '#shared/busy-calendars.ts';
import { limits } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { addDays, noonOf, weekOf } from '#shared/days.ts';
import type { TimeOff } from '#shared/hours.ts';
import { pagePath } from '#shared/pages.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import { dayKey, formatShortDay, formatTimes, zoneTitle } from '#shared/time.ts';
import agenda from './agenda.module.css';
import { Agenda, bookingsOn } from './agenda.tsx';
import { AppointmentSheet } from './appointment-sheet.tsx';
import styles from './calendar.module.css';
import { DayPrint } from './day-print.tsx';
import { HeldSheet } from './held-sheet.tsx';
import { HourColumns, HourLegend } from './hour-columns.tsx';

/** From here on seven columns are wide enough to be read. */
const wide = '(min-width: 1100px)';

interface CalendarProps {
  profile: OwnProfessional;
  /** Epoch milliseconds. */
  now: number;
  view: 'day' | 'week';
  day: string;
  show: (next: { view?: 'day'; date?: string }) => void;
}

/**
 * A day by its hours, or a week: seven columns where there is room for them, else its days one below the other, under a
 * strip that leads to each.
 */
export function Calendar({ profile, now, view, day, show }: CalendarProps) {
  const zone = profile.time_zone;
  const week = weekOf(day);
  const first = week[0] ?? day;
  const from = new Date(startOfDay(first, zone)).toISOString();
  const to = new Date(startOfDay(addDays(first, 7), zone)).toISOString();
  const asked = { id: profile.id, from, to, limit: limits.limit.max };
  const found = useBookingPages(profile.id, { from, to, order: 'asc', status: shownStatuses }, { all: true });
  const listed = trpc.availability.ofProfessional.useQuery(asked);
  const unlisted = useUnlistedHours(profile, first, listed.data);
  // What a day that is over was open for, nobody knows: rules say what holds now.
  const over = startOfDay(dayKey(now, zone), zone);
  const windows = [...(listed.data ?? []), ...unlisted.windows]
    .filter(({ end_time }) => Date.parse(end_time) > over)
    .sort((one, other) => Date.parse(one.start_time) - Date.parse(other.start_time));
  const off = useTimeOff({ include_past: first < dayKey(now, zone) });
  const timeOff = off.data ?? [];
  const elsewhere = trpc.busyCalendars.times.useQuery({ from, to }).data ?? [];
  const held = useHeldTimes(zone);
  // Without one of them a day would be shown as closed, or as free.
  const needed = [listed, off, ...unlisted.found];
  const lacking = needed.filter(({ error, data }) => error && !data);
  const navigate = useNavigate();
  const [tapped, setTapped] = useState<number>();
  const [tappedOff, setTappedOff] = useState<TimeOff>();
  const [tappedId, setTappedId] = useState<string>();
  const [tappedHeld, setTappedHeld] = useState<HeldTime>();
  const here = useLocation();
  const saved = savedOf(here.state);
  // What was changed, or the day that was opened: it takes the focus as soon as it is there.
  const sought = useRef<string>(saved && `main a[href*="${saved}"]`);
  const focused = useRef<HTMLElement>(undefined);
  const isCovered = [tapped, tappedOff, tappedId, tappedHeld].some((one) => one !== undefined);
  useEffect(() => {
    const found = sought.current && !isCovered ? document.querySelector<HTMLElement>(sought.current) : null;
    // Again where it was replaced meanwhile, and nothing else took the focus.
    const isNew = !focused.current || (!focused.current.isConnected && document.activeElement === document.body);
    if (!found || !isNew) return;
    focused.current = found;
    focusOnceShown(found);
  });
  function seek(selector: string) {
    sought.current = selector;
    focused.current = undefined;
  }
  const isWide = useMedia(wide);
  const hasHours = lacking.length === 0 && (view === 'day' || isWide);
  const isPending = found.isPending || (hasHours && needed.some(({ data }) => !data));
  const hasColumns = hasHours && view === 'week';
  const today = dayKey(now, zone);
  const bookings = found.items;

  function describe(key: string) {
    const count = bookingsOn(key, bookings, zone).length;
    if (count === 0 && (found.isPending || found.error)) return { short: '\u00a0', spoken: '', isOpen: true };
    return {
      short: count === 0 ? '–' : String(count),
      spoken: count === 0 ? 'no bookings' : counted(count, 'booking'),
      isOpen: true,
    };
  }
  /** A day of the week that is shown opens on its own. */
  function goTo(next: string) {
    if (view === 'week' && week.includes(next)) openDay(next);
    else show({ date: next });
  }
  function openDay(next: string) {
    seek(`#bookings-${next}`);
    show({ view: 'day', date: next });
  }
  const shownDays = hasColumns ? week : [day];
  const shown = {
    days: shownDays,
    bookings: hasColumns ? bookings : onDay(day, bookings, zone),
    windows: hasColumns ? windows : onDay(day, windows, zone),
    timeOff,
    elsewhere,
    held,
    zone,
    now,
  };
  const tappedBooking = bookings.find(({ id }) => id === tappedId);

  return (
    <div className={styles.calendar}>
      {hasColumns ? (
        <WeekWays label="Week" day={day} onChange={goTo} hasEarlier hasLater />
      ) : (
        <WeekStrip label="Day" day={day} today={today} fits describe={describe} onChange={goTo} hasEarlier hasLater />
      )}
      {!week.includes(today) && (
        <Button look="quiet" onClick={() => show({ date: today })}>
          Back to today
        </Button>
      )}
      {Boolean(found.error) && <Failure text="Failed to load bookings." retry={found.retry} />}
      {lacking.length > 0 && (
        <Failure
          text="Failed to load availability."
          retry={() => Promise.all(lacking.map(({ refetch }) => refetch()))}
        />
      )}
      {isPending && <RowsSkeleton text="Loading bookings" height="78px" />}
      {!isPending &&
        !found.error &&
        (hasHours ? (
          <>
            <HourColumns
              {...shown}
              onFree={setTapped}
              onTimeOff={setTappedOff}
              onHeld={setTappedHeld}
              onBooking={({ id }) => setTappedId(id)}
              onMove={(booking, start) => {
                const page = pagePath('changeTime', { bookingId: booking.id });
                void navigate(`${page}?start=${new Date(start).toISOString()}`, { state: cameFrom(here) });
              }}
              onDay={hasColumns ? openDay : undefined}
            />
            {view === 'day' && (
              <>
                {day >= today && <WhoWaits zone={zone} day={day} />}
                <Button look="quiet" onClick={() => print()}>
                  Print this day
                </Button>
                <DayPrint
                  profile={profile}
                  day={day}
                  bookings={onDay(day, bookings, zone)}
                  windows={onDay(day, windows, zone)}
                  held={onDay(day, held, zone)}
                  timeOff={timeOff.filter(({ start, end }) => touches(day, { start_time: start, end_time: end }, zone))}
                />
              </>
            )}
            <HourLegend {...shown} />
          </>
        ) : (
          <DaysBelow
            days={view === 'day' ? [day] : week}
            today={today}
            bookings={bookings}
            timeOff={timeOff}
            elsewhere={elsewhere}
            held={held}
            zone={zone}
            onHeld={setTappedHeld}
            onBooking={({ id }) => setTappedId(id)}
            onTimeOff={setTappedOff}
            onDay={openDay}
          />
        ))}
      {tappedBooking && <AppointmentSheet booking={tappedBooking} now={now} close={() => setTappedId(undefined)} />}
      {tappedHeld && <HeldSheet held={tappedHeld} zone={zone} close={() => setTappedHeld(undefined)} />}
      {tappedOff && (
        <TappedTimeOff
          timeOff={tappedOff}
          zone={zone}
          close={() => setTappedOff(undefined)}
          saved={({ start }) => seek(`[data-off="${start}"]`)}
        />
      )}
      {tapped !== undefined && (
        <CalendarTimeSheet
          key={tapped}
          profile={profile}
          start={tapped}
          close={() => setTapped(undefined)}
          blocked={({ start }) => seek(`[data-off="${start}"]`)}
        />
      )}
    </div>
  );
}

/** What lies on a day at least in part. */
function onDay<T extends { start_time: string; end_time: string }>(day: string, items: readonly T[], zone: string) {
  return items.filter((item) => touches(day, item, zone));
}

function touches(day: string, { start_time, end_time }: { start_time: string; end_time: string }, zone: string) {
  return Date.parse(start_time) < startOfDay(addDays(day, 1), zone) && Date.parse(end_time) > startOfDay(day, zone);
}

interface DaysBelowProps {
  days: readonly string[];
  today: string;
  bookings: readonly Booking[];
  timeOff: readonly TimeOff[];
  elsewhere: readonly CalendarTime[];
  held: readonly HeldTime[];
  zone: string;
  onHeld: (held: HeldTime) => void;
  onBooking: (booking: Booking) => void;
  onTimeOff: (timeOff: TimeOff) => void;
  onDay: (day: string) => void;
}

/** What there is, day by day; days in a row without anything, or within the same time off, are one. */
function DaysBelow(props: DaysBelowProps) {
  const { days, today, bookings, timeOff, elsewhere, held, zone, onHeld, onBooking, onTimeOff, onDay } = props;
  const listed = days.map((key) => ({
    key,
    own: bookingsOn(key, bookings, zone),
    away: timeOff.filter(({ start, end }) => touches(key, { start_time: start, end_time: end }, zone)),
    busy: elsewhere.filter(({ start, end }) => touches(key, { start_time: start, end_time: end }, zone)),
    offered: held.filter((item) => touches(key, item, zone)),
  }));
  const offOf = ({ away, busy, offered }: (typeof listed)[number]) =>
    [
      ...away.map(({ id }) => id),
      ...offered.map(({ id }) => id),
      ...busy.map(({ calendar_id, start }) => calendar_id + start),
    ].join();
  const runs = listed.reduce<(typeof listed)[]>((before, day) => {
    const last = before.at(-1);
    const isLike = (one: typeof day) => one.own.length === 0 && day.own.length === 0 && offOf(one) === offOf(day);
    if (last?.[0] && isLike(last[0])) last.push(day);
    else before.push([day]);
    return before;
  }, []);
  const nameOf = (key: string) => formatShortDay(noonOf(key), 'UTC');
  return (
    <div className={agenda.week}>
      {runs.map((run) => {
        const [first] = run;
        if (!first) return null;
        const { key, own, away, busy, offered } = first;
        const lastKey = run.at(-1)?.key ?? key;
        const hasToday = run.some((one) => one.key === today);
        return (
          <section
            key={key}
            className={agenda.day}
            aria-labelledby={`bookings-${key}`}
            data-today={hasToday || undefined}
          >
            <h2 id={`bookings-${key}`} tabIndex={-1} className={agenda.dayHead}>
              <button type="button" onClick={() => onDay(hasToday ? today : key)}>
                {run.length === 1 ? nameOf(key) : `${nameOf(key)} to ${nameOf(lastKey)}`}
              </button>
            </h2>
            {own.length === 0 && away.length + busy.length + offered.length === 0 && (
              <p className="soft">No bookings.</p>
            )}
            {away.map((item) => (
              <button
                key={item.id}
                type="button"
                data-off={Date.parse(item.start)}
                className={agenda.away}
                onClick={() => onTimeOff(item)}
              >
                {item.reason ?? 'Time off'}
                {dot}
                {timeOffTimes({ start: Date.parse(item.start), end: Date.parse(item.end) }, zone)}
              </button>
            ))}
            {offered.map((item) => (
              <button key={item.id} type="button" className={agenda.held} onClick={() => onHeld(item)}>
                <WholeTimes text={item.text} />
                <br />
                <WholeTimes text={formatTimes(Date.parse(item.start_time), Date.parse(item.end_time), zone)} />
              </button>
            ))}
            {busy.map(({ start, end, calendar_id }) => (
              <p key={`${calendar_id} ${start}`} className={agenda.elsewhere}>
                Busy elsewhere
                {dot}
                {timeOffTimes({ start: Date.parse(start), end: Date.parse(end) }, zone)}
              </p>
            ))}
            {own.length > 0 && <Agenda bookings={own} zone={zone} onBooking={onBooking} />}
          </section>
        );
      })}
      <p className="soft">{zoneTitle(zone)}</p>
    </div>
  );
}
