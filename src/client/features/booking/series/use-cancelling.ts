import { useState } from 'react';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { Booking } from '#shared/bookings.ts';
import { counted } from '#shared/counted.ts';
import { type Reach, useLaterVisits } from './use-later-visits.ts';

/** Cancels a booking; of a series this visit, or this and later ones, as is chosen by `reach`. */
export function useCancelling(booking: Booking) {
  const { id, series } = booking;
  const one = trpc.bookings.change.useMutation();
  const several = trpc.series.cancel.useMutation();
  const utils = trpc.useUtils();
  const { later } = useLaterVisits(booking);
  const [value, onChange] = useState<Reach>('one');

  /** Returns what there is to say of it. */
  async function cancel(reason: string | undefined): Promise<string> {
    let text = 'Booking cancelled.';
    if (value === 'later' && series) {
      const { left } = await several.mutateAsync({ id: series.id, from: id, reason });
      text = left === 0 ? 'Bookings cancelled.' : `${counted(left, 'visit')} can no longer be cancelled online.`;
    } else {
      await one.mutateAsync({ id, status: 'cancelled', reason });
    }
    bookingsChanged();
    void utils.series.invalidate();
    return text;
  }
  return {
    cancel,
    isCancelling: one.isPending || several.isPending,
    ...(later.length > 0 ? { reach: { value, onChange, later: later.length } } : {}),
  };
}
