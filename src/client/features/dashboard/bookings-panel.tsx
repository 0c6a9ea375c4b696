import { useSearchParams } from 'react-router';
import { BookingRow } from '#client/features/booking-row.tsx';
import { WeekStrip } from '#client/features/week-strip.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { Card } from '#client/ui/card.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import type { Booking } from '#shared/bookings.ts';
import { limits } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { addDays, noonOf, weekOf } from '#shared/days.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { dayKey, formatShortDay, fromLocalInput } from '#shared/time.ts';
import agenda from './agenda.module.css';
import { Agenda, bookingsOn } from './agenda.tsx';
import styles from './dashboard.module.css';
import { PanelEnd, RowsSkeleton } from './panel-end.tsx';
import { clientName, type useOwnBookings } from './use-own-bookings.ts';

export const bookingFilters = ['all', 'confirmed', 'pending', 'completed', 'cancelled'] as const;
export type BookingFilter = (typeof bookingFilters)[number];

const views = ['list', 'day', 'week'] as const;
type View = (typeof views)[number];
const viewNames: Record<View, string> = { list: 'List', day: 'Day', week: 'Week' };

/** Sorts current and future bookings first, soonest on top, then past ones, latest on top. Invalid dates come last. */
function inOrder(bookings: readonly Booking[], now: number) {
  const start = ({ start_time }: Booking) => Date.parse(start_time) || -Infinity;
  const ahead = bookings.filter(({ end_time }) => Date.parse(end_time) > now).sort((one, other) => start(one) - start(other));
  const rest = bookings.filter((booking) => !ahead.includes(booking)).sort((one, other) => (start(one) < start(other) ? 1 : -1));
  return [...ahead, ...rest];
}

interface BookingsPanelProps {
  profile: OwnProfessional;
  found: ReturnType<typeof useOwnBookings>;
  filter: BookingFilter;
  onFilter: (filter: BookingFilter) => void;
  now: number;
}

/** The view and its day, kept in the query for reload and Back. */
function useCalendar(today: string) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('day') ?? '';
  return {
    view: views.find((name) => name === query.get('view')) ?? views[0],
    day: Number.isFinite(noonOf(asked)) ? asked : today,
    show(next: { view?: View; day?: string }) {
      const shown = new URLSearchParams(query);
      for (const [name, value] of Object.entries(next)) shown.set(name, value);
      if (shown.get('view') === views[0]) for (const name of ['view', 'day']) shown.delete(name);
      setQuery(shown, { replace: true });
    },
  };
}

/** The professional's bookings: filtered by status as a list, or as a day or a week. */
export function BookingsPanel({ profile, filter, onFilter, ...rest }: BookingsPanelProps) {
  const zone = profile.time_zone;
  const { view, day, show } = useCalendar(dayKey(rest.now, zone));
  return (
    <div className={styles.panel}>
      <ChoiceChips
        label="Show as"
        options={views.map((value) => ({ value, label: viewNames[value] }))}
        value={view}
        onChange={(next) => show({ view: next })}
      />
      {view === 'list' ? (
        <Tabs
          label="Show bookings"
          look="pills"
          value={filter}
          onChange={onFilter}
          tabs={bookingFilters.map((value) => ({ value, label: value, panel: <Shown filter={value} {...rest} /> }))}
        />
      ) : (
        <Calendar professionalId={profile.id} zone={zone} view={view} day={day} onDay={(next) => show({ day: next })} />
      )}
    </div>
  );
}

function Shown({ found, filter, now }: Omit<BookingsPanelProps, 'profile' | 'onFilter'>) {
  const shown = inOrder(found.bookings, now).filter(({ status }) => filter === 'all' || status === filter);
  const advice = filter === 'all' ? 'Clients book what is free in your availability.' : 'Choose another status to see the rest.';
  return (
    <div className={styles.panel}>
      {shown.length > 0 && (
        <Card rows>
          {shown.map((booking) => (
            <BookingRow key={booking.id} booking={booking} who={clientName(booking)} now={now} />
          ))}
        </Card>
      )}
      <PanelEnd
        found={found}
        skeleton={<RowsSkeleton text="Loading bookings" height="78px" />}
        failedText="Failed to load bookings."
        empty={shown.length > 0 ? undefined : { text: 'No bookings found.', advice }}
      />
    </div>
  );
}

interface CalendarProps {
  professionalId: string;
  zone: string;
  view: 'day' | 'week';
  day: string;
  onDay: (day: string) => void;
}

/** The chosen day or its week, under a strip of the week's days. */
function Calendar({ professionalId, zone, view, day, onDay }: CalendarProps) {
  const week = weekOf(day);
  const monday = week[0] ?? day;
  const startOf = (key: string) => new Date(fromLocalInput(`${key}T00:00`, zone) ?? noonOf(key)).toISOString();
  const { data, error, refetch } = trpc.bookings.ofProfessional.useQuery({
    id: professionalId,
    from: startOf(monday),
    to: startOf(addDays(monday, 7)),
    order: 'asc',
    limit: limits.limit.max,
  });
  const days = view === 'day' ? [day] : week;

  function describe(key: string) {
    const count = bookingsOn(key, data ?? [], zone).length;
    return { short: count === 0 ? '–' : String(count), spoken: count === 0 ? 'no bookings' : counted(count, 'booking'), isOpen: true };
  }

  return (
    <>
      <WeekStrip label="Day" day={day} describe={describe} onChange={onDay} hasEarlier hasLater />
      {error && !data && <Failure text="Failed to load bookings." retry={refetch} />}
      {!error && !data && <RowsSkeleton text="Loading bookings" height="78px" />}
      {data && (
        <div className={agenda.week}>
          {days.map((key) => (
            <section key={key} className={agenda.day} aria-labelledby={`bookings-${key}`}>
              <h2 id={`bookings-${key}`} className={agenda.dayHead}>
                {formatShortDay(noonOf(key), 'UTC')}
              </h2>
              <DayAgenda bookings={bookingsOn(key, data, zone)} zone={zone} />
            </section>
          ))}
        </div>
      )}
    </>
  );
}

function DayAgenda({ bookings, zone }: { bookings: readonly Booking[]; zone: string }) {
  return bookings.length === 0 ? <p className="soft">No bookings.</p> : <Agenda bookings={bookings} zone={zone} />;
}
