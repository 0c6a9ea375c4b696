import { DAY } from '../constants.ts';
import { shortName } from '../person-name.ts';

// Ratings (contract 14): of each client the newest review of a professional counts.

/** What is kept with a professional: the stars of the reviews that count, and their number. */
export type RatingSum = { rating_sum: number; rating_count: number };

export type Rating = { average: number; count: number };

/** The average to one decimal, half up; null without any. */
export function ratingOf({ rating_sum: sum, rating_count: count }: RatingSum): Rating | null {
  return count === 0 ? null : { average: Math.floor((20 * sum + count) / (2 * count)) / 10, count };
}

/** By what 'Best rated' orders: few reviews count less, as if five of 4.2 stood beside them. */
export function ratingWeight({ rating_sum: sum, rating_count: count }: RatingSum): number {
  return (sum + 5 * 4.2) / (count + 5);
}

/** How long after a visit's end it can be reviewed, and a review be changed, milliseconds. */
export const reviewTimes = { write: 90 * DAY, change: 120 * DAY } as const;

/** Who wrote a review; null is a client whose account is gone. */
export function reviewAuthor(client: { first_name: string; last_name: string } | null): string {
  return client ? shortName(client) : 'A former client';
}
