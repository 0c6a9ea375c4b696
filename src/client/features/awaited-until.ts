import type { Booking } from '#shared/bookings.ts';
import { pendingHoursMeta } from '#shared/constants.ts';
import { pendingUntil } from '#shared/rules/booking-status.ts';

/** Returns until when a pending booking can be answered, epoch milliseconds; undefined if the page's head does not say how long requests wait. */
export function awaitedUntil({ created_at, start_time }: Booking): number | undefined {
  const hours = document.querySelector<HTMLMetaElement>(`meta[name="${pendingHoursMeta}"]`)?.content;
  return hours ? pendingUntil(Date.parse(created_at), Date.parse(start_time), Number(hours)) : undefined;
}
