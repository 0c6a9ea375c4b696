import { BookingRow } from '#client/features/booking/list/booking-row.tsx';
import { useListedBookings } from '#client/features/booking-lists/use-own-bookings.ts';
import { Card } from '#client/ui/card.tsx';
import { PanelEnd, RowsSkeleton } from '#client/ui/panel-end.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { Booking } from '#shared/bookings.ts';
import { personName } from '#shared/person-name.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import styles from './dashboard.module.css';

export const bookingFilters = ['all', 'confirmed', 'pending', 'completed', 'cancelled'] as const;
export type BookingFilter = (typeof bookingFilters)[number];

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

/** The professional's bookings as a list, filtered by status. */
export function BookingsPanel({ filter, onFilter, ...rest }: BookingsPanelProps) {
  return (
    <Tabs
      label="Show bookings"
      look="pills"
      value={filter}
      onChange={onFilter}
      tabs={bookingFilters.map((value) => ({ value, label: value, panel: <Shown filter={value} {...rest} /> }))}
    />
  );
}

function Shown({ profile, filter, now }: Omit<BookingsPanelProps, 'onFilter'>) {
  const found = useListedBookings(profile.id, profile.time_zone, filter === 'all' ? undefined : filter);
  const shown = inOrder(found.bookings, now);
  const advice =
    filter === 'all'
      ? 'Clients can book any free time in your availability.'
      : 'Choose another status to see the rest.';
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
        // Below what is shown so far it is another one, not one that was pushed down.
        skeleton={<RowsSkeleton key={shown.length} text="Loading bookings" height="78px" />}
        failedText="Failed to load bookings."
        empty={shown.length > 0 ? undefined : { text: 'No bookings found.', advice }}
      />
    </div>
  );
}
