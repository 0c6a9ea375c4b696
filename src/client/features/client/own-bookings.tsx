import { getQueryKey } from '@trpc/react-query';
import { useSearchParams } from 'react-router';
import { BookingRow } from '#client/features/booking-row.tsx';
import { usePages } from '#client/features/use-pages.ts';
import { useNow } from '#client/lib/now.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { EmptyState, Failure } from '#client/ui/message.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { Booking } from '#shared/bookings.ts';
import { pagePath } from '#shared/pages.ts';
import styles from './own-bookings.module.css';

const filters = ['All', 'Confirmed', 'Pending', 'Completed', 'Cancelled'] as const;
type Filter = (typeof filters)[number];

/** Compares case-insensitively (specification 2). */
function isIn(filter: Filter, { status }: Booking) {
  return filter === 'All' || status.toLowerCase() === filter.toLowerCase();
}

/** The client's bookings; the filter is kept in the query, for reload and Back. */
export function OwnBookings({ clientId }: { clientId: string }) {
  const [query, setQuery] = useSearchParams();
  const filter = filters.find((name) => name === query.get('filter')) ?? 'All';
  const now = useNow();
  const { client } = trpc.useUtils();
  const { items, isPending, error, retry, showMore } = usePages({
    queryKey: getQueryKey(trpc.bookings.ofClient, { id: clientId }, 'infinite'),
    load: (page) => client.bookings.ofClient.query({ id: clientId, ...page }),
    failedText: 'Failed to load bookings.',
    staleTime: 0,
  });

  function panelOf(value: Filter) {
    const bookings = items.filter((booking) => isIn(value, booking));
    return (
      <div className={styles.panel}>
        {bookings.length > 0 && (
          <Card rows>
            {bookings.map((booking) => (
              <BookingRow key={booking.id} booking={booking} who={booking.professional.display_name} now={now} />
            ))}
          </Card>
        )}
        {error ? (
          <Failure text="Failed to load bookings." retry={retry} />
        ) : isPending ? (
          <RowsSkeleton />
        ) : (
          bookings.length === 0 && !showMore && <Nothing filter={value} />
        )}
        {showMore && (
          <div>
            <ShowMore isLoading={isPending} onClick={showMore} />
          </div>
        )}
      </div>
    );
  }

  return (
    <Tabs
      label="Bookings by status"
      tabs={filters.map((value) => ({ value, label: value, panel: value === filter ? panelOf(value) : null }))}
      value={filter}
      onChange={(next) => setQuery(next === 'All' ? {} : { filter: next }, { replace: true })}
    />
  );
}

function Nothing({ filter }: { filter: Filter }) {
  return (
    <EmptyState text="No bookings found.">
      <p className="soft">{filter === 'All' ? 'Your first one starts with a service.' : 'Look under All, or book something new.'}</p>
      <ButtonLink look="secondary" to={pagePath('browseServices')}>
        Browse services
      </ButtonLink>
    </EmptyState>
  );
}

function RowsSkeleton() {
  return (
    <>
      <Skeleton height="92px" />
      <Skeleton height="92px" />
      <Skeleton height="92px" />
    </>
  );
}
