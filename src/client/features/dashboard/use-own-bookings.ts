import { useEffect, useState } from 'react';
import { pageInputs, usePages } from '#client/features/use-pages.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { Booking } from '#shared/bookings.ts';

/** Last page within the server's maximum `skip` (contract 2). */
const lastPage = 100;
/** Milliseconds. New requests appear without a reload. */
const refetchInterval = 60_000;

/** The professional's bookings: all that have not ended, and past ones page by page. `now` is epoch milliseconds. */
export function useOwnBookings(professionalId: string, now: number) {
  const [pages, setPages] = useState(1);
  const found = trpc.useQueries((call) =>
    pageInputs(pages).map((page) => call.bookings.ofProfessional({ id: professionalId, ...page }, { refetchInterval })),
  );
  const { items, hasMore: mayHaveMore, ...progress } = usePages(found, 'Failed to load bookings.');
  const hasMore = mayHaveMore && pages < lastPage;
  // Latest first: if the last loaded booking has not ended, the next page may contain the next appointment.
  const aheadMissing = hasMore && !progress.isPending && Date.parse(found.at(-1)?.data?.at(-1)?.end_time ?? '') > now;

  useEffect(() => {
    if (aheadMissing) setPages((asked) => asked + 1);
  }, [aheadMissing]);

  // A booking created between two requests shifts the pages, so that they overlap.
  const byId = new Map(items.map((booking) => [booking.id, booking]));
  return { ...progress, bookings: [...byId.values()], showMore: hasMore ? () => setPages(pages + 1) : undefined };
}

/** Returns the client's full name. */
export function clientName({ client }: Pick<Booking, 'client'>) {
  return `${client.first_name} ${client.last_name}`.trim();
}
