import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import type { Booking } from '#shared/bookings.ts';
import { pagePath } from '#shared/pages.ts';
import { canReview } from './can-review.ts';

/** Leads a client to the review of their visit; once it cannot be written any more, to one that was. */
export function ReviewLink({ booking, now }: { booking: Booking; now: number }) {
  const { id, status } = booking;
  const isOpen = canReview(booking, now);
  const enabled = status === 'completed' && !isOpen;
  const { data } = trpc.reviews.ofBooking.useQuery({ id }, { enabled, retry: false });
  if (!isOpen && !data) return null;
  return (
    <ButtonLink look="secondary" to={pagePath('review', { bookingId: id })}>
      {isOpen ? 'Review your visit' : 'Your review'}
    </ButtonLink>
  );
}
