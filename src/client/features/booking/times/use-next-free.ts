import { keepPreviousData } from '@tanstack/react-query';
import type { Service } from '#client/features/booking/choose/use-chosen-services.ts';
import { cameWithPage } from '#client/lib/embedded.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Returns the active service with the shortest duration, the first of equals. */
function shortestOf(services: readonly Service[]) {
  return services.reduce<Service | undefined>(
    (best, one) => (best && best.service_duration_minutes <= one.service_duration_minutes ? best : one),
    undefined,
  );
}

/**
 * A professional's windows and first free time for the chosen services together, for the shortest one while none is
 * chosen. `services` are the active ones, undefined while they load.
 */
export function useNextFree(id: string, services: readonly Service[] | undefined, chosen: readonly string[]) {
  const shortest = shortestOf(services ?? [])?.id;
  const wanted = chosen.length > 0 ? [...chosen] : shortest ? [shortest] : undefined;
  const times = trpc.availability.ofProfessional.useQuery(
    { id, service_ids: wanted },
    {
      staleTime: 0,
      refetchOnMount: (query) => !cameWithPage(query),
      enabled: services !== undefined,
      placeholderData: keepPreviousData,
    },
  );
  const next = times.data?.find(({ available_slots }) => available_slots.length > 0)?.available_slots[0];
  return {
    windows: times.data,
    error: times.error,
    retry: times.refetch,
    /** Epoch milliseconds; null if there is none, undefined while it is not known. */
    nextFree:
      times.data === undefined || times.isPlaceholderData ? undefined : next ? Date.parse(next.start_time) : null,
  };
}
export type NextFree = ReturnType<typeof useNextFree>['nextFree'];
