import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { shortestVisit } from '#client/features/booking/choose/lines.ts';
import { rangeAround } from '#client/features/insights/insight-range.ts';
import { PressButtons } from '#client/features/visit/press-buttons.tsx';
import { mayBePaid, openOf } from '#client/features/visit/visit-of.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { TryAgain } from '#client/ui/message.tsx';
import { Awaited, SkeletonBlock } from '#client/ui/skeleton.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import type { Booking } from '#shared/bookings.ts';
import { MINUTE } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { addDays, weekdayOf } from '#shared/days.ts';
import { formatHours } from '#shared/duration.ts';
import { pagePath } from '#shared/pages.ts';
import { personName } from '#shared/person-name.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import type { DateRange } from '#shared/rules/insights.ts';
import { formatPrice } from '#shared/rules/price.ts';
import type { MenuService } from '#shared/services.ts';
import { dayKey, zoneTitle } from '#shared/time.ts';
import styles from './agenda.module.css';
import { Agenda, bookingsOn, type Gap } from './agenda.tsx';
import { ownServices } from './use-service-order.ts';

interface TodayProps {
  profile: OwnProfessional;
  bookings: readonly Booking[];
  /** Whose Start and Done stand in the headline. */
  headline: Booking | undefined;
  /** Asks how a visit was paid. */
  onPay: (booking: Booking) => void;
  /** Epoch milliseconds. */
  now: number;
}

/** Of a longer day so many are shown, from now on, before the rest is asked for. */
const atFirst = 12;

const failedText = "Free times couldn't be loaded.";

/** Returns the stretches of a day without a booking in which times are offered for what takes shortest. */
function freeStretchesOf(
  windows: readonly AvailabilityWithSlots[],
  bookings: readonly Booking[],
  isOfDay: (at: number) => boolean,
): Gap[] {
  const taken = bookings.map(({ start_time, end_time }) => ({
    start: Date.parse(start_time),
    end: Date.parse(end_time),
  }));
  const gaps = new Map<number, Gap>();
  for (const window of windows) {
    const windowEnd = Date.parse(window.end_time);
    for (const slot of window.available_slots) {
      const at = Date.parse(slot.start_time);
      if (!isOfDay(at)) continue;
      const end = Math.min(windowEnd, ...taken.map(({ start }) => start).filter((start) => start > at));
      const gap = gaps.get(end);
      gaps.set(end, gap ? { ...gap, times: gap.times + 1 } : { start: at, end, times: 1 });
    }
  }
  return [...gaps.values()];
}

/** The time in which something is still offered: slots may overlap, and follow each other from window to window. */
function freeMinutesOf(windows: readonly AvailabilityWithSlots[]): number {
  let end = 0;
  let free = 0;
  for (const { available_slots } of windows)
    for (const slot of available_slots) {
      const slotEnd = Date.parse(slot.end_time);
      free += Math.max(0, slotEnd - Math.max(end, Date.parse(slot.start_time)));
      end = Math.max(end, slotEnd);
    }
  return Math.round(free / MINUTE);
}

/** `This week: $840, 9 visits, 3 h still free`, which leads to the figures; nothing where they cannot be had. */
function ThisWeek({ week, freeMinutes }: { week: DateRange; freeMinutes: number | undefined }) {
  const { data, isLoading } = trpc.insights.show.useQuery(week, { retry: false });
  if (isLoading) return <Awaited />;
  if (!data || (data.visits === 0 && !freeMinutes)) return null;
  const parts = [
    formatPrice(data.earned).replace(/\.00$/, ''),
    counted(data.visits, 'visit'),
    freeMinutes === undefined ? undefined : `${freeMinutes === 0 ? 'nothing' : formatHours(freeMinutes)} still free`,
  ];
  return (
    <p data-held="always">
      <Link className={styles.thisWeek} to={pagePath('insights')}>
        <WholeTimes text={`This week: ${parts.filter(Boolean).join(', ')}`} />
      </Link>
    </p>
  );
}

/** What fits where nothing else does. */
const shortestOf = (services: readonly MenuService[]) => shortestVisit(services.filter((one) => one.is_active));

/** Who comes today, and when times are still free. */
export function Today({ profile, bookings, headline, onPay, now }: TodayProps) {
  const [unfolded, setUnfolded] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const zone = profile.time_zone;
  const today = dayKey(now, zone);
  const week = rangeAround('week', today);
  const upTo = startOfDay(addDays(week.to, 1), zone);
  const of = bookingsOn(today, bookings, zone);
  // What cannot be read as services leaves the day what it is without them.
  const shortest = trpc.services.mine.useQuery(ownServices, { select: shortestOf });
  const windows = trpc.availability.ofProfessional.useQuery(
    profile.is_active && !shortest.isLoading
      ? { id: profile.id, to: new Date(upTo).toISOString(), ...shortest.data?.visit }
      : skipToken,
    // Services in another order may have another shortest one: the day stays until its times are there.
    { placeholderData: keepPreviousData },
  );
  // What is over is not listed: then the hours of the week say whether there was any.
  const isClosed =
    windows.data?.some(({ start_time }) => dayKey(Date.parse(start_time), zone) === today) === false &&
    !profile.opening_hours.some(({ weekday }) => weekday % 7 === weekdayOf(today));
  const gaps = freeStretchesOf(windows.data ?? [], of, (at) => dayKey(at, zone) === today);
  const count = of.length + gaps.length;
  const [firstAt, cutAt] = count > atFirst && !unfolded ? spanAtFirst(of, gaps, now) : [-Infinity, Infinity];

  function unfold() {
    // The pressed button vanishes with the focus.
    heading.current?.focus({ preventScroll: true });
    setUnfolded(true);
  }
  return (
    <section className={styles.today} aria-labelledby="today">
      <div className={styles.todayHead}>
        <h2 id="today" ref={heading} tabIndex={-1}>
          Today
        </h2>
        <p className={`soft ${styles.zone}`}>{zoneTitle(zone)}</p>
        <ButtonLink look="quiet" to={`${pagePath('calendar')}?view=day`}>
          Open calendar
        </ButtonLink>
      </div>
      {(shortest.isLoading || windows.isLoading) && count === 0 ? (
        <>
          <p className="visually-hidden" role="status">
            Loading your day
          </p>
          <Awaited />
          <SkeletonBlock height="48px" />
          <SkeletonBlock height="48px" />
        </>
      ) : (
        count === 0 &&
        !windows.error && (
          <p className="soft">{isClosed ? "You're closed today." : 'Nothing booked and no free times.'}</p>
        )
      )}
      {count > 0 && (
        <Agenda
          bookings={of.filter(({ start_time }) => isBetween(Date.parse(start_time), firstAt, cutAt))}
          gaps={gaps.filter(({ start }) => isBetween(start, firstAt, cutAt))}
          zone={zone}
          below={(booking) => (
            <>
              {booking.id !== headline?.id && (
                <PressButtons booking={booking} now={now} onDone={() => onPay(booking)} />
              )}
              <Payment booking={booking} now={now} onPay={onPay} />
            </>
          )}
        />
      )}
      {count > atFirst && !unfolded && (
        <Button look="secondary" onClick={unfold}>
          Show all {count} of today
        </Button>
      )}
      {windows.error && !windows.data && (
        <p className="soft">
          {failedText} <TryAgain look="quiet" failedText={failedText} retry={windows.refetch} />
        </p>
      )}
      <ThisWeek week={week} freeMinutes={windows.data && freeMinutesOf(windows.data)} />
    </section>
  );
}

/** What was paid of a visit that is over, or that nothing was written down yet. */
function Payment({ booking, now, onPay }: Pick<TodayProps, 'onPay' | 'now'> & { booking: Booking }) {
  const isOver = booking.finished_at !== null || Date.parse(booking.end_time) <= now;
  if (!isOver) return null;
  if (openOf(booking) === 0)
    return booking.total_price > 0 && <p className="soft">Paid {formatPrice(booking.paid ?? 0)}</p>;
  if (!mayBePaid(booking, now)) return null;
  return (
    <Button look="quiet" aria-description={personName(booking)} onClick={() => onPay(booking)}>
      Add payment
    </Button>
  );
}

function isBetween(at: number, first: number, cut: number) {
  return at >= first && at < cut;
}

/**
 * The starts of the first entry that has not ended and of the first one that is left out; of a day that is over, the
 * last ones.
 */
function spanAtFirst(bookings: readonly Booking[], gaps: readonly Gap[], now: number): [number, number] {
  const spans = [
    ...bookings.map(({ start_time, end_time }) => ({ start: Date.parse(start_time), end: Date.parse(end_time) })),
    ...gaps,
  ].sort((one, other) => one.start - other.start);
  const next = spans.findIndex(({ end }) => end > now);
  const from = Math.min(next === -1 ? spans.length : next, spans.length - atFirst);
  return [spans[from]?.start ?? -Infinity, spans[from + atFirst]?.start ?? Infinity];
}
