import type { Booking } from '#shared/bookings.ts';

/** Whether its client can review a visit now, or change the review. */
export function canReview({ review_until }: Pick<Booking, 'review_until'>, now: number): boolean {
  return review_until !== undefined && now < Date.parse(review_until);
}
