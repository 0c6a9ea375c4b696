import { useRef } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { useAttempt } from '#client/lib/use-attempt.ts';
import { type Entry, sentOf } from './use-entry.ts';

/**
 * Sends an entry for these starts. Without an answer it may be written in already: the same entry is sent again, 'Now'
 * as of its first press. Resolves with the first booking, and how many there are.
 */
export function useAdding() {
  const { client } = trpc.useUtils();
  const attempt = useAttempt();
  const first = useRef({ key: '', starts: [''] });

  return async (entry: Entry, wanted: string[]) => {
    const sent = sentOf(entry);
    const key = attempt.keyOf(JSON.stringify([entry.when === 'now' ? entry.when : wanted, sent]));
    if (first.current.key !== key) first.current = { key, starts: wanted };
    const start_times = first.current.starts;
    const context = { context: { idempotencyKey: key } };
    const [only = '', another] = start_times;
    try {
      const made =
        another === undefined
          ? await client.bookings.writeIn.mutate({ start_time: only, ...sent }, context)
          : (await client.series.create.mutate({ start_times, every_weeks: entry.rhythm.everyWeeks, ...sent }, context))
              .bookings[0];
      return { made, count: start_times.length };
    } catch (error) {
      attempt.failed(error);
      throw error;
    }
  };
}
