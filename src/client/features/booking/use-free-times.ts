import { useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { DAY, slotHorizonDays, windowBounds } from '#shared/constants.ts';

const ranges = Math.ceil(windowBounds.maxDaysAhead / slotHorizonDays);

/** Windows with free times for the chosen services: the next 60 days, and further ones on demand. Never from a cache: times get taken. */
export function useFreeTimes(professionalId: string, serviceIds: readonly string[], enabled = true) {
  /** Where each further range begins. */
  const [further, setFurther] = useState<readonly string[]>([]);
  const found = trpc.useQueries((call) =>
    [undefined, ...further].map((from) =>
      call.availability.ofProfessional(
        { id: professionalId, service_ids: [...serviceIds], from },
        { enabled: enabled && professionalId !== '' && serviceIds.length > 0, staleTime: 0, refetchOnMount: 'always' },
      ),
    ),
  );
  const loaded = found.flatMap(({ data }) => (data ? [data] : []));
  return {
    /** Undefined until the first range is there. */
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
