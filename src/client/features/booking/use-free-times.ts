import { useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { DAY, slotHorizonDays, windowBounds } from '#shared/constants.ts';
import type { Choices } from './choices.ts';

const ranges = Math.ceil(windowBounds.maxDaysAhead / slotHorizonDays);

/** Returns the starts of the further ranges needed to reach an instant; none for an empty string. */
function rangesUpTo(instant: string): string[] {
  const now = Date.now();
  const count = Math.min(ranges - 1, Math.floor((Date.parse(instant) - now) / (slotHorizonDays * DAY)));
  return Array.from({ length: Math.max(0, count || 0) }, (_, index) => new Date(now + (index + 1) * slotHorizonDays * DAY).toISOString());
}

/**
 * Windows with free times for the chosen services: the next 60 days, further ones up to an already chosen time, and more on demand. Always
 * refetched, as times may have been taken.
 */
export function useFreeTimes({ professionalId, serviceIds, slotStart }: Choices) {
  const [further, setFurther] = useState<readonly string[]>(() => (slotStart ? rangesUpTo(slotStart) : []));
  const found = trpc.useQueries((call) =>
    [undefined, ...further].map((from) =>
      call.availability.ofProfessional(
        { id: professionalId, service_ids: [...serviceIds], from },
        { staleTime: 0, refetchOnMount: 'always' },
      ),
    ),
  );
  const loaded = found.flatMap(({ data }) => (data ? [data] : []));
  return {
    /** Undefined until a range is loaded. */
    windows: loaded.length > 0 ? loaded.flat() : undefined,
    isLoading: found.some(({ isPending }) => isPending),
    error: found.find(({ data, error }) => error && !data)?.error ?? null,
    refetch: () => Promise.all(found.map((one) => one.refetch())),
    canLookFurther: further.length + 1 < ranges,
    lookFurther: () =>
      setFurther((known) => {
        const last = known.at(-1);
        const from = (last === undefined ? Date.now() : Date.parse(last)) + slotHorizonDays * DAY;
        return [...known, new Date(from).toISOString()];
      }),
  };
}
