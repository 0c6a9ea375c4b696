import { BookingRow } from '#client/features/booking-row.tsx';
import { Card } from '#client/ui/card.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { Booking } from '#shared/bookings.ts';
import styles from './dashboard.module.css';
import { PanelEnd, RowsSkeleton } from './panel-end.tsx';
import { clientName, type useOwnBookings } from './use-own-bookings.ts';

export const bookingFilters = ['all', 'confirmed', 'pending', 'completed', 'cancelled'] as const;
export type BookingFilter = (typeof bookingFilters)[number];

/** Sorts current and future bookings first, soonest on top, then past ones, latest on top. Invalid dates come last. */
function inOrder(bookings: readonly Booking[], now: number) {
  const start = ({ start_time }: Booking) => Date.parse(start_time) || -Infinity;
  const ahead = bookings.filter(({ end_time }) => Date.parse(end_time) > now).sort((one, other) => start(one) - start(other));
  const rest = bookings.filter((booking) => !ahead.includes(booking)).sort((one, other) => (start(one) < start(other) ? 1 : -1));
  return [...ahead, ...rest];
}

interface BookingsPanelProps {
  found: ReturnType<typeof useOwnBookings>;
  filter: BookingFilter;
  onFilter: (filter: BookingFilter) => void;
  now: number;
}

/** The professional's bookings, filtered by status. */
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

function Shown({ found, filter, now }: Omit<BookingsPanelProps, 'onFilter'>) {
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
