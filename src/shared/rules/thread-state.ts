import { DAY } from '../constants.ts';

// Threads (contract 15): who may write in one, and until when.

/** The first that is true is a thread's state. */
export const threadStates = ['blocked', 'open', 'request', 'closed'] as const;
export type ThreadState = (typeof threadStates)[number];

/** Instants are epoch milliseconds, null where there is none. */
export type ThreadFacts = {
  now: number;
  /** By either side. */
  is_blocked: boolean;
  /** Whether that side has left or is disabled, or the professional inactive. */
  client_is_away: boolean;
  professional_is_away: boolean;
  /** The latest end of their bookings that were not cancelled, and the latest cancellation. */
  latest_end: number | null;
  latest_cancelled: number | null;
  /** The client's last request, and its answer. */
  requested_at: number | null;
  answered_at: number | null;
  last_sent_at: number | null;
};

/** How long both can write after a visit, a cancellation, a request, or the last message since one was answered. */
export const openFor = 30 * DAY;

export function threadState(facts: ThreadFacts): ThreadState {
  const lately = (instant: number | null) => instant !== null && facts.now < instant + openFor;
  if (facts.is_blocked) return 'blocked';
  if (facts.client_is_away || facts.professional_is_away) return 'closed';
  if (lately(facts.latest_end) || lately(facts.latest_cancelled)) return 'open';
  if (facts.answered_at !== null) return lately(facts.last_sent_at) ? 'open' : 'closed';
  return lately(facts.requested_at) ? 'request' : 'closed';
}
