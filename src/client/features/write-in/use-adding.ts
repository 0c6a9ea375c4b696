import { useRef } from 'react';
import { statusOf } from '#client/lib/errors.ts';
import { newKey } from '#client/lib/new-key.ts';
import { trpc } from '#client/lib/trpc.ts';
import { type Entry, sentOf } from './use-entry.ts';

/**
 * Sends an entry for these starts. Without an answer it may be written in already: the same entry is sent again, 'Now'
 * as of its first press. Resolves with the first booking, and how many there are.
 */
export function useAdding() {
  const { client } = trpc.useUtils();
  const attempt = useRef({ of: '', key: '', starts: [''] });

  return async (entry: Entry, wanted: string[]) => {
    const sent = sentOf(entry);
    const of = JSON.stringify([entry.when === 'now' ? entry.when : wanted, sent]);
    if (attempt.current.of !== of) attempt.current = { of, key: newKey(), starts: wanted };
    const { key, starts: start_times } = attempt.current;
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
      if ((statusOf(error) ?? 500) < 500) attempt.current.of = '';
      throw error;
    }
  };
}
