import type { Booking } from '#shared/bookings.ts';
import { pagePath } from '#shared/pages.ts';

/** Where a booking of a list leads, and the words of that link: a pending one waits to be reviewed. */
export function bookingLink({ id, status }: Pick<Booking, 'id' | 'status'>) {
  return status === 'pending'
    ? { to: pagePath('updateBooking', { bookingId: id }), linkText: 'Review Booking' }
    : { to: pagePath('bookingDetails', { bookingId: id }), linkText: 'View Details' };
}
