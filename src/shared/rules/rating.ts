import { type BookingStatus, DAY } from '../constants.ts';
import { shortName } from '../person-name.ts';
import { halfUp } from './price.ts';

// Ratings (contract 14): of each client the newest review of a professional counts.

/** What is kept with a professional: the stars of the reviews that count, and their number. */
export type RatingSum = { rating_sum: number; rating_count: number };

export type Rating = { average: number; count: number };

/** The average to one decimal, half up; null without any. */
export function ratingOf({ rating_sum: sum, rating_count: count }: RatingSum): Rating | null {
  return count === 0 ? null : { average: halfUp(10 * sum, count) / 10, count };
}

/** By what 'Best rated' orders: few reviews count less, as if five of 4.2 stood beside them. */
export function ratingWeight({ rating_sum: sum, rating_count: count }: RatingSum): number {
  return (sum + 5 * 4.2) / (count + 5);
}

/** A visit, as far as it decides whether its client may review it. */
export type Reviewable = {
  status: BookingStatus;
  no_show: boolean;
  /** Null unless it took place, its client has an account, and its professional is there. */
  review_state: ReviewState | null;
};
export type ReviewState = {
  /** Whether its client booked it, or another visit there that took place. */
  is_booked: boolean;
  /** What there is of a review; one that was hidden and deleted counts as hidden. */
  review: 'shown' | 'hidden' | null;
};

/** How long after a visit's end it can be reviewed, and a review be changed, milliseconds. */
const reviewTimes = { write: 90 * DAY, change: 120 * DAY } as const;

const longest = (state: ReviewState | null) => reviewTimes[state?.review ? 'change' : 'write'];

const tooLate = 'This visit can no longer be reviewed.';

/** Why a visit that ended so many milliseconds ago cannot be reviewed, nor its review changed; null where it can. */
export function whyNotReviewed({ status, no_show, review_state }: Reviewable, age: number): string | null {
  if (status !== 'completed') return `A ${status} booking can't be reviewed.`;
  if (no_show) return 'This visit was marked as missed.';
  if (!review_state?.is_booked) return tooLate;
  if (review_state.review === 'hidden') return 'This review was hidden.';
  return age > longest(review_state) ? tooLate : null;
}

/** Until when a visit can be reviewed, or its review changed, epoch milliseconds; null where it cannot. */
export function reviewUntil(visit: Reviewable & { end: number }): number | null {
  if (whyNotReviewed(visit, 0) !== null) return null;
  return visit.end + longest(visit.review_state);
}

/** Who wrote a review; null is a client whose account is gone. */
export function reviewAuthor(client: { first_name: string; last_name: string } | null): string {
  return client ? shortName(client) : 'A former client';
}
