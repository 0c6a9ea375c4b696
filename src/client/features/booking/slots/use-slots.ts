import { useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useState } from 'react';
import type { AskedVisit } from '#client/features/booking/choose/choices.ts';
import { cameWithPage } from '#client/lib/embedded.ts';
import { type Outputs, trpc } from '#client/lib/trpc.ts';
import { useWanted } from '#client/lib/use-pages.ts';
import { DAY, slotHorizonDays, windowBounds } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import { dayKey, fromLocalInput } from '#shared/time.ts';
import { slotsOf } from './slots.ts';

const range = slotHorizonDays * DAY;
const ranges = Math.ceil((windowBounds.maxDaysAhead * DAY) / range);

/** Returns how many ranges from now on reach an instant; one for an empty string. */
function rangesUpTo(instant: string) {
  return Math.max(1, Math.min(ranges, Math.floor((Date.parse(instant) - Date.now()) / range) + 1 || 1));
}

type Windows = Outputs['availability']['ofProfessional'];
/** Windows up to an instant, ISO 8601; a page that the server rendered has those of a week. */
type Range = { windows: Windows; until: string };

/** The seven days from the first free one, or those until the chosen time. */
function firstWeek({ windows, until }: Range, slotStart: string, zone: string): Range {
  const first = slotsOf(windows)[0];
  if (!first) return { windows, until };
  const lastDay = addDays(dayKey(Math.max(first.start, (Date.parse(slotStart) || 0) - 6 * DAY), zone), 7);
  const end = fromLocalInput(`${lastDay}T00:00`, zone) ?? Date.parse(until);
  if (end >= Date.parse(until)) return { windows, until };
  return {
    windows: windows.filter(({ start_time }) => Date.parse(start_time) < end),
    until: new Date(end).toISOString(),
  };
}

/** Of services, or for another time of a booking. */
type Visit = ({ id: string } & AskedVisit) | { id: string; booking_id: string };

/**
 * Windows with slots for a visit to the professional `id`: the next 60 days, further ones up to an already chosen
 * time, and more on demand, always refetched. A page that the server rendered comes with a week of the professional's
 * `zone`.
 */
export function useSlots(input: Visit, slotStart: string, zone: string | undefined) {
  const [wanted, setWanted] = useState(() => rangesUpTo(slotStart));
  const { client } = trpc.useUtils();
  const found = useInfiniteQuery({
    queryKey: getQueryKey(trpc.availability.ofProfessional, input, 'infinite'),
    queryFn: async ({ pageParam: from }): Promise<Range> => {
      const windows = await client.availability.ofProfessional.query(from ? { ...input, from } : input);
      const all = { windows, until: new Date((from ? Date.parse(from) : Date.now()) + range).toISOString() };
      return import.meta.env.SSR && zone ? firstWeek(all, slotStart, zone) : all;
    },
    // Only the server has to know which days make a week.
    enabled: !import.meta.env.SSR || zone !== undefined,
    // No instant: from now on. As JSON takes it, in a page that the server rendered.
    initialPageParam: '',
    getNextPageParam: ({ until }) => (Date.parse(until) < Date.now() + (ranges - 1) * range ? until : undefined),
    staleTime: 0,
    refetchOnMount: (query) => (cameWithPage(query) ? false : 'always'),
  });
  const { loaded, hasMore, ...progress } = useWanted(found, wanted);
  return {
    ...progress,
    /** Undefined until a range is loaded. */
    windows: loaded?.flatMap(({ windows }) => windows),
    /** Up to when they are loaded, epoch milliseconds. */
    until: Date.parse(loaded?.at(-1)?.until ?? ''),
    lookFurther: hasMore ? () => setWanted(Math.max(wanted, loaded?.length ?? 0) + 1) : undefined,
  };
}
