import { getQueryKey } from '@trpc/react-query';
import { useSearchParams } from 'react-router';
import { BookingRow } from '#client/features/booking/list/booking-row.tsx';
import { useBookedWork, useFace } from '#client/features/booking/ticket/use-face.ts';
import { live } from '#client/features/cancellation-list/own-lists.tsx';
import { allFavourites } from '#client/features/favourites/favourite-button.tsx';
import { CardPicture } from '#client/features/pictures/card-picture.tsx';
import { ProfessionalOrnament } from '#client/features/pictures/ornaments.tsx';
import { canReview } from '#client/features/reviews/can-review.ts';
import { useNow } from '#client/lib/now.ts';
import { trpc } from '#client/lib/trpc.ts';
import { usePages } from '#client/lib/use-pages.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { EmptyState, Failure } from '#client/ui/message.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { Booking } from '#shared/bookings.ts';
import type { BookingStatus } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { pagePath } from '#shared/pages.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { Again } from './again.tsx';
import { Favourites } from './favourites.tsx';
import { NextBooking } from './next-booking.tsx';
import styles from './own-bookings.module.css';
import { WaitsForYou } from './waits-for-you.tsx';

const filters = ['All', 'Confirmed', 'Pending', 'Completed', 'Cancelled'] as const;
type Filter = (typeof filters)[number];

/** Compares case-insensitively (specification 2). */
function isIn(filter: Filter, { status }: Booking) {
  return filter === 'All' || status.toLowerCase() === filter.toLowerCase();
}

/** A client's bookings of some statuses, page by page. */
function useBookings(id: string, order: 'asc' | 'desc', status: BookingStatus[]) {
  const { client } = trpc.useUtils();
  return usePages({
    queryKey: getQueryKey(trpc.bookings.ofClient, { id, order, status }, 'infinite'),
    load: (page) => client.bookings.ofClient.query({ id, order, status, ...page }),
    failedText: 'Failed to load bookings.',
    staleTime: 0,
  });
}

/**
 * The client's bookings: the next one, the others ahead soonest first, then past ones by professional and cancelled
 * ones, latest first.
 * Statuses tell them apart, as what is over is completed within a minute.
 */
export function OwnBookings({ clientId }: { clientId: string }) {
  const [query, setQuery] = useSearchParams();
  const filter = filters.find((name) => name === query.get('filter')) ?? 'All';
  const now = useNow();
  const ahead = useBookings(clientId, 'asc', ['pending', 'confirmed']);
  const before = useBookings(clientId, 'desc', ['completed', 'cancelled']);
  const isPending = ahead.isPending || before.isPending;
  const lists = trpc.cancellationList.mine.useQuery(live, { staleTime: 0 });
  const favourites = trpc.favourites.list.useQuery(allFavourites, { staleTime: 0 });
  // All come at once, or the later ones would move the others.
  const isFirst =
    lists.isPending ||
    favourites.isPending ||
    [ahead, before].some((list) => list.isPending && list.items.length === 0);
  const failed = [ahead, before].filter(({ error }) => error);

  // Only where nothing is hidden.
  const next = filter === 'All' && !isFirst ? ahead.items[0] : undefined;

  function panelOf(value: Filter) {
    const shownOf = (items: Booking[]) => (isFirst ? [] : items.filter((booking) => isIn(value, booking)));
    const coming = shownOf(ahead.items);
    const over = shownOf(before.items);
    const visits = over.filter(({ status }) => status === 'completed');
    const cancelled = over.filter(({ status }) => status === 'cancelled');
    const rest = next ? coming.slice(1) : coming;
    const isEmpty = rest.length + over.length === 0;
    const canLoadMore = ahead.showMore ?? before.showMore;
    return (
      <div className={styles.panel}>
        {rest.length > 0 && <Rows title="Coming up" bookings={rest} now={now} />}
        {visits.length > 0 && <Visits bookings={visits} now={now} />}
        {cancelled.length > 0 && <Rows title="Cancelled" bookings={cancelled} now={now} again />}
        {failed.length > 0 ? (
          <Failure text="Failed to load bookings." retry={() => Promise.all(failed.map(({ retry }) => retry()))} />
        ) : isPending ? (
          <RowsSkeleton />
        ) : (
          isEmpty && !canLoadMore && <Nothing filter={value} isRest={next !== undefined} />
        )}
        {canLoadMore && (
          <div>
            <ShowMore isLoading={isPending} onClick={canLoadMore} />
          </div>
        )}
      </div>
    );
  }

  const last =
    filter === 'All' ? before.items.find(({ status, no_show }) => status === 'completed' && !no_show) : undefined;
  return (
    <>
      {!isFirst && filter === 'All' && <WaitsForYou bookings={[...ahead.items, ...before.items]} now={now} />}
      {next ? (
        <NextBooking booking={next} now={now} />
      ) : (
        filter === 'All' &&
        isFirst && (
          <div className={styles.waiting}>
            <Skeleton height="100%" />
          </div>
        )
      )}
      {!isFirst && last && <Again visit={last} />}
      {!isFirst && filter === 'All' && <Favourites />}
      <section className={styles.manage} aria-labelledby="manage" data-held="always">
        <h2 id="manage">Manage Your Bookings</h2>
        <Tabs
          label="Bookings by status"
          tabs={filters.map((value) => ({ value, label: value, panel: value === filter ? panelOf(value) : null }))}
          value={filter}
          onChange={(chosen) => setQuery(chosen === 'All' ? {} : { filter: chosen }, { replace: true })}
        />
      </section>
    </>
  );
}

/** Of a refund of which nobody knows yet where it goes. */
function owedNote({ deposit }: Booking): string | undefined {
  if (deposit?.status !== 'refund_due' || deposit.refund_to) return undefined;
  return `${formatPrice(deposit.amount)} comes back to you. View the details to say where it should go.`;
}

function Rows({
  title,
  bookings,
  now,
  again,
}: {
  title: string;
  bookings: readonly Booking[];
  now: number;
  again?: boolean;
}) {
  return (
    <section className={styles.rows} aria-label={title}>
      <h3>{title}</h3>
      <Card rows>
        {bookings.map((booking) => (
          <BookingRow
            key={booking.id}
            booking={booking}
            who={booking.professional.display_name}
            now={now}
            note={owedNote(booking)}
            again={again}
          />
        ))}
      </Card>
    </section>
  );
}

/** What is past, by professional, the latest first. */
function Visits({ bookings, now }: { bookings: readonly Booking[]; now: number }) {
  const groups = new Map<string, Booking[]>();
  for (const booking of bookings) {
    const { id } = booking.professional;
    groups.set(id, [...(groups.get(id) ?? []), booking]);
  }
  return (
    <section className={styles.rows} aria-label="Past visits">
      <h3>Past visits</h3>
      {[...groups].map(([id, visits]) => (
        <VisitsOf key={id} visits={visits} now={now} />
      ))}
    </section>
  );
}

function VisitsOf({ visits, now }: { visits: readonly Booking[]; now: number }) {
  const [latest] = visits;
  if (!latest) return null;
  return (
    <Card rows>
      <GroupHead booking={latest} count={visits.length} toReview={visits.find((visit) => canReview(visit, now))} />
      {visits.map((booking) => (
        <BookingRow key={booking.id} booking={booking} now={now} again />
      ))}
    </Card>
  );
}

interface GroupHeadProps {
  booking: Booking;
  count: number;
  /** The latest one that can be reviewed. */
  toReview: Booking | undefined;
}

/** With whom the visits below were, with a picture of what was booked last, and the way to review one. */
function GroupHead({ booking, count, toReview }: GroupHeadProps) {
  const { professional } = booking;
  const { ornament } = useFace(professional.id);
  const work = useBookedWork(booking);
  return (
    <div className={styles.group}>
      <CardPicture picture={work && { ...work, alt: '' }} width={56} className={styles.picture}>
        {ornament && <ProfessionalOrnament professional={ornament} width={112} height={112} />}
      </CardPicture>
      <div>
        <h4 className="figure">
          <Link to={pagePath('publicProfessional', { professionalId: professional.id })} className={styles.name}>
            <bdi>{professional.display_name}</bdi>
          </Link>
        </h4>
        <p className="soft">{counted(count, 'visit')}</p>
      </div>
      {toReview && (
        <ButtonLink
          look="quiet"
          className={styles.review}
          to={pagePath('review', { bookingId: toReview.id })}
          aria-label={`Review your visit to ${professional.display_name}`}
        >
          Review
        </ButtonLink>
      )}
    </div>
  );
}

/** `isRest`: besides the one that stands above. */
function Nothing({ filter, isRest }: { filter: Filter; isRest: boolean }) {
  return (
    <EmptyState text={isRest ? 'No other bookings yet.' : 'No bookings found.'}>
      {!isRest && (
        <p className="soft">
          {filter === 'All' ? 'Your first one starts with a service.' : 'Look under All, or book something new.'}
        </p>
      )}
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
