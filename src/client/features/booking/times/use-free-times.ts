import { useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useState } from 'react';
import type { Choices } from '#client/features/booking/choose/choices.ts';
import { cameWithPage } from '#client/lib/embedded.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useWanted } from '#client/lib/use-pages.ts';
import { DAY, slotHorizonDays, windowBounds } from '#shared/constants.ts';

const range = slotHorizonDays * DAY;
const ranges = Math.ceil((windowBounds.maxDaysAhead * DAY) / range);

/** Returns how many ranges from now on reach an instant; one for an empty string. */
function rangesUpTo(instant: string) {
  return Math.max(1, Math.min(ranges, Math.floor((Date.parse(instant) - Date.now()) / range) + 1 || 1));
}

/**
 * Windows with free times for the chosen services: the next 60 days, further ones up to an already chosen time, and
 * more on demand. Always refetched, as times may have been taken.
 */
export function useFreeTimes({ professionalId, serviceIds, slotStart }: Choices) {
  const [wanted, setWanted] = useState(() => rangesUpTo(slotStart));
  const { client } = trpc.useUtils();
  const input = { id: professionalId, service_ids: [...serviceIds] };
  const found = useInfiniteQuery({
    queryKey: getQueryKey(trpc.availability.ofProfessional, input, 'infinite'),
    queryFn: ({ pageParam: from }) => client.availability.ofProfessional.query(from ? { ...input, from } : input),
    // No instant: from now on. As JSON takes it, in a page that the server rendered.
    initialPageParam: '',
    getNextPageParam: (_, all, from) =>
      all.length < ranges ? new Date((from ? Date.parse(from) : Date.now()) + range).toISOString() : undefined,
    staleTime: 0,
    refetchOnMount: (query) => (cameWithPage(query) ? false : 'always'),
  });
  const { loaded, hasMore, ...progress } = useWanted(found, wanted);
  return {
    ...progress,
    /** Undefined until a range is loaded. */
    windows: loaded?.flat(),
    lookFurther: hasMore ? () => setWanted(Math.max(wanted, loaded?.length ?? 0) + 1) : undefined,
  };
}
