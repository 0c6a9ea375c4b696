import type { Reliability } from '../professionals.ts';
import { halfUp } from './price.ts';

/** What is counted of the bookings that clients made with a professional (contract 25). */
export type ReliabilityCounts = {
  /** Completed and not missed; of these with a start pressed, and at most 15 minutes late. */
  visits: number;
  timed: number;
  on_time: number;
  /** Confirmed ones that begun or that the professional cancelled, and those that they did not. */
  confirmed: number;
  kept: number;
  /** Requests that were answered, and the median of the minutes until then. */
  answers: number;
  median_minutes: number | null;
};

/** Fewer say nothing. */
const fewest = 5;
/** What is said of the time to an answer, minutes. */
const answerSteps = [15, 60, 180, 720, 1_440];

export function reliabilityOf(counts: ReliabilityCounts): Reliability {
  const { visits, timed, on_time, confirmed, kept, answers, median_minutes: median } = counts;
  if (visits < fewest) return null;
  return {
    visits,
    on_time: timed < fewest ? null : halfUp(100 * on_time, timed),
    kept: halfUp(100 * kept, confirmed),
    answers_within: answers < fewest || median === null ? null : (answerSteps.find((step) => median <= step) ?? null),
  };
}
