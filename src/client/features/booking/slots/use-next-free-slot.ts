import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { type ChosenLine, shortestVisit, visitOfLines } from '#client/features/booking/choose/lines.ts';
import { cameWithPage } from '#client/lib/embedded.ts';
import { type Outputs, trpc } from '#client/lib/trpc.ts';
import type { Service } from '#shared/services.ts';

/** A window with how many of its times are free, and the first of them. */
function countedOf({ id, start_time, end_time, available_slots }: Outputs['availability']['ofProfessional'][number]) {
  return { id, start_time, end_time, free: available_slots.length, first: available_slots[0]?.start_time ?? null };
}

/**
 * A professional's windows and next free slot for the chosen lines together, for the shortest service while none is
 * chosen, or not all of it. `services` are the active ones, undefined while they load.
 */
export function useNextFreeSlot(
  id: string,
  services: readonly Service[] | undefined,
  lines: readonly ChosenLine[] = [],
) {
  const isChosen = lines.length > 0 && lines.every(({ isWhole }) => isWhole);
  const wanted = isChosen ? visitOfLines(lines) : shortestVisit(services ?? [])?.visit;
  const { client } = trpc.useUtils();
  const input = { id, ...wanted };
  const slots = useQuery({
    // Not the answer itself, which would weigh a lot in a page that the server rendered.
    queryKey: [...getQueryKey(trpc.availability.ofProfessional, input), 'counted'],
    queryFn: async () => (await client.availability.ofProfessional.query(input)).map(countedOf),
    staleTime: 0,
    refetchOnMount: (query) => !cameWithPage(query),
    enabled: services !== undefined,
    placeholderData: keepPreviousData,
  });
  const next = slots.data?.find(({ first }) => first !== null)?.first;
  const isKnown = slots.data !== undefined && !slots.isPlaceholderData;
  return {
    windows: slots.data,
    error: slots.error,
    retry: slots.refetch,
    /** Epoch milliseconds; null if there is none, undefined while it is not known, 'failed' if asking failed. */
    nextFree: isKnown ? (next ? Date.parse(next) : null) : slots.error ? ('failed' as const) : undefined,
  };
}
export type NextFree = ReturnType<typeof useNextFreeSlot>['nextFree'];
