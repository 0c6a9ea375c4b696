import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { ChosenVisit } from '#client/features/booking/choose/choices.ts';
import { useTimeOff } from '#client/features/hours/use-time-off.ts';
import { trpc } from '#client/lib/trpc.ts';
import { MINUTE } from '#shared/constants.ts';

/** What is to be placed: services, or a booking that gets another time. */
export type PlacedVisit = ChosenVisit | { booking_id: string };

/** What each date of a standing appointment meets, or one time alone; always as of now. */
export function usePlan(visit: PlacedVisit, start: number | undefined, every_weeks: number, count: number) {
  const { client } = trpc.useUtils();
  const start_time = start === undefined ? '' : new Date(start).toISOString();
  const isWhole = start !== undefined && start % MINUTE === 0 && start > Date.now();
  const isChosen = 'booking_id' in visit || visit.service_ids.length > 0;
  return useQuery({
    // With the lists of slots, so that whatever makes those stale does so here.
    queryKey: [...getQueryKey(trpc.availability), 'plan', visit, start_time, every_weeks, count],
    queryFn: () => client.series.preview.mutate({ ...visit, start_time, every_weeks, count }),
    enabled: isWhole && isChosen,
    staleTime: 0,
  });
}

/** Whether a visit from an instant on meets own time off, of which a client has none. */
export function useIsTimeOff(start: number | undefined, minutes: number, isOwn = true): boolean {
  const { data = [] } = useTimeOff({ enabled: isOwn });
  if (start === undefined) return false;
  const end = start + minutes * MINUTE;
  return data.some((off) => Date.parse(off.start) < end && Date.parse(off.end) > start);
}
