import { useSearchParams } from 'react-router';
import { BookingRow } from '#client/features/booking/list/booking-row.tsx';
import { Card } from '#client/ui/card.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import type { Booking } from '#shared/bookings.ts';
import { noonOf } from '#shared/days.ts';
import { personName } from '#shared/person-name.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { dayKey } from '#shared/time.ts';
import { Calendar } from './calendar.tsx';
import styles from './dashboard.module.css';
import { PanelEnd, RowsSkeleton } from './panel-end.tsx';
import { useListedBookings } from './use-own-bookings.ts';

export const bookingFilters = ['all', 'confirmed', 'pending', 'completed', 'cancelled'] as const;
export type BookingFilter = (typeof bookingFilters)[number];

const views = ['list', 'day', 'week'] as const;
type View = (typeof views)[number];
const viewNames: Record<View, string> = { list: 'List', day: 'Day', week: 'Week' };

/** Sorts current and future bookings first, soonest on top, then past ones, latest on top. Invalid dates come last. */
function inOrder(bookings: readonly Booking[], now: number) {
  const start = ({ start_time }: Booking) => Date.parse(start_time) || -Infinity;
  const ahead = bookings
    .filter(({ end_time }) => Date.parse(end_time) > now)
    .sort((one, other) => start(one) - start(other));
  const rest = bookings
    .filter((booking) => !ahead.includes(booking))
    .sort((one, other) => (start(one) < start(other) ? 1 : -1));
  return [...ahead, ...rest];
}

interface BookingsPanelProps {
  profile: OwnProfessional;
  filter: BookingFilter;
  onFilter: (filter: BookingFilter) => void;
  now: number;
}

/** The view and its day, stored in the query for reload and Back. */
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
          tabs={bookingFilters.map((value) => ({
            value,
            label: value,
            panel: <Shown profile={profile} filter={value} {...rest} />,
          }))}
        />
      ) : (
        <Calendar profile={profile} now={rest.now} view={view} day={day} show={show} />
      )}
    </div>
  );
}

function Shown({ profile, filter, now }: Omit<BookingsPanelProps, 'onFilter'>) {
  const found = useListedBookings(profile.id, profile.time_zone, filter === 'all' ? undefined : filter);
  const shown = inOrder(found.bookings, now);
  const advice =
    filter === 'all' ? 'Clients book what is free in your availability.' : 'Choose another status to see the rest.';
  return (
    <div className={styles.panel}>
      {shown.length > 0 && (
        <Card rows>
          {shown.map((booking) => (
            <BookingRow key={booking.id} booking={booking} who={personName(booking)} now={now} />
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
