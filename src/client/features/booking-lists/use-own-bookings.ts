import type { Query } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { allPages, usePages } from '#client/lib/use-pages.ts';
import type { Booking, BookingsQuery } from '#shared/bookings.ts';
import { type BookingStatus, DAY } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import { dayKey } from '#shared/time.ts';

const failedText = 'Failed to load bookings.';

/** What takes or took the professional's time, or asks for it. */
export const shownStatuses: BookingStatus[] = ['pending', 'confirmed', 'completed'];

type Asked = Partial<Pick<BookingsQuery, 'status' | 'from' | 'to' | 'awaits' | 'order'>>;

/** A professional's bookings, page by page. `retry` also loads the other lists of bookings that failed. */
export function useBookingPages(id: string, asked: Asked, more: { all?: boolean; enabled?: boolean } = {}) {
  const { client, bookings } = trpc.useUtils();
  const found = usePages({
    queryKey: getQueryKey(trpc.bookings.ofProfessional, { id, ...asked }, 'infinite'),
    load: (page) => client.bookings.ofProfessional.query({ id, ...asked, ...page }),
    failedText,
    ...(more.all ? { shown: allPages } : {}),
    ...(more.enabled === undefined ? {} : { enabled: more.enabled }),
  });
  const lost = { predicate: ({ state }: Query) => state.error !== null && state.data === undefined };
  return {
    ...found,
    retry: () =>
      Promise.all([found.retry(), bookings.ofProfessional.refetch(undefined, lost, { cancelRefetch: false })]),
  };
}

/** The start of yesterday, when the component appeared: an appointment that goes on may have begun then. ISO. */
function useFrom(zone: string) {
  const [from] = useState(() => new Date(startOfDay(addDays(dayKey(Date.now(), zone), -1), zone)).toISOString());
  return from;
}

function distinct(bookings: readonly Booking[]): Booking[] {
  return [...new Map(bookings.map((booking) => [booking.id, booking])).values()];
}

/**
 * What the dashboard's day needs: the bookings from yesterday on upwards, to the end of today and to the next
 * confirmed one, and all that waits for an answer, however far ahead: new bookings and requests for another time. `now`
 * is epoch milliseconds.
 */
export function useOwnBookings(professionalId: string, zone: string, now: number) {
  const from = useFrom(zone);
  const ahead = useBookingPages(professionalId, { from, order: 'asc', status: shownStatuses });
  const waiting = useBookingPages(professionalId, { from, order: 'asc', awaits: 'professional' }, { all: true });
  const { items, isPending, showMore } = ahead;
  const isShort =
    Date.parse(items.at(-1)?.start_time ?? '') < now + DAY ||
    !items.some(({ status, end_time }) => status === 'confirmed' && Date.parse(end_time) > now);

  useEffect(() => {
    if (isShort && !isPending) showMore?.();
  });

  return {
    isPending,
    bookings: items,
    // Of one's own question the client answers first.
    waiting: waiting.items.filter(({ reschedule }) => reschedule?.requested_by !== 'professional'),
    isLost: isLost(ahead),
    isWaitingLost: isLost(waiting),
    awaitsWaiting: waiting.isPending && waiting.items.length === 0,
    retry: ahead.retry,
  };
}

function isLost({ error, items }: ReturnType<typeof useBookingPages>) {
  return Boolean(error) && items.length === 0;
}

/**
 * The list of all bookings, or of those of one status: from yesterday on upwards, then what was before, page by page.
 */
export function useListedBookings(professionalId: string, zone: string, status: BookingStatus | undefined) {
  const from = useFrom(zone);
  const asked = status ? { status: [status] } : {};
  const ahead = useBookingPages(professionalId, { ...asked, from, order: 'asc' });
  const isWhole = !ahead.isPending && !ahead.error && !ahead.showMore;
  const before = useBookingPages(professionalId, { ...asked, to: from, order: 'desc' }, { enabled: isWhole });
  const { isPending, error, retry, showMore } = isWhole ? before : ahead;
  return { bookings: distinct([...ahead.items, ...before.items]), isPending, error, retry, showMore };
}
