import { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { usePages } from '#client/lib/use-pages.ts';

/** Milliseconds. New requests appear without a reload. */
const refetchInterval = 60_000;

/** The professional's bookings: all that have not ended, and past ones page by page. `now` is epoch milliseconds. */
export function useOwnBookings(professionalId: string, now: number) {
  const { client } = trpc.useUtils();
  const { items, showMore, ...progress } = usePages({
    queryKey: getQueryKey(trpc.bookings.ofProfessional, { id: professionalId }, 'infinite'),
    load: (page) => client.bookings.ofProfessional.query({ id: professionalId, ...page }),
    failedText: 'Failed to load bookings.',
    refetchInterval,
  });
  // Latest first: if the last loaded booking has not ended, the next page may contain the next appointment.
  const aheadMissing = !progress.isPending && Date.parse(items.at(-1)?.end_time ?? '') > now;

  useEffect(() => {
    if (aheadMissing) showMore?.();
  });

  // A booking created between two requests shifts the pages, so that they overlap.
  const byId = new Map(items.map((booking) => [booking.id, booking]));
  return { ...progress, bookings: [...byId.values()], showMore };
}
