import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/lib/trpc.ts';
import { allPages, usePages } from '#client/lib/use-pages.ts';
import { counted } from '#shared/counted.ts';
import type { TimeOff } from '#shared/hours.ts';
import type { Span } from '#shared/rules/slots.ts';
import { timeOffText } from './time-off-text.ts';
import { type Refused, useHoursChange } from './use-hours-change.ts';

/**
 * All time off, soonest first, as a query has it: there may be more of it than one call answers. It is the
 * professional's own: nobody else may ask for it.
 */
export function useTimeOff({ include_past = false, enabled = true } = {}) {
  const { client } = trpc.useUtils();
  const { items, isPending, error, retry } = usePages({
    queryKey: getQueryKey(trpc.hours.timeOff, { include_past }, 'infinite'),
    load: (page) => client.hours.timeOff.query({ include_past, ...page }),
    shown: allPages,
    enabled,
    failedText: 'Failed to load time off.',
  });
  return { data: isPending || error ? undefined : items, isPending, error, refetch: retry };
}

/** Takes time off, changes it and gives it back, says so, and offers to undo it. All resolve with whether that was done. */
export function useTimeOffChange(zone: string) {
  const { client } = trpc.useUtils();
  const change = useHoursChange();

  /** `word`: what it is called where it is done. */
  function add(
    { start, end }: Span,
    reason: string | null,
    word: 'Time off' | 'Blocked',
    refused: Refused,
  ): Promise<boolean> {
    let id = '';
    return change(
      async () => {
        const times = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
        const made = await client.hours.addTimeOff.mutate({ ...times, reason });
        id = made.id;
        return `${word}: ${timeOffText({ start, end }, zone, Date.now())}.${insideText(made.bookings_inside)}`;
      },
      () => client.hours.removeTimeOff.mutate({ id }),
      refused,
    );
  }

  function remove({ id, start, end, reason }: TimeOff, refused: Refused): Promise<boolean> {
    return change(
      async () => {
        await client.hours.removeTimeOff.mutate({ id });
        const span = { start: Date.parse(start), end: Date.parse(end) };
        return `Time off removed: ${timeOffText(span, zone, Date.now())}.`;
      },
      () => client.hours.addTimeOff.mutate({ start, end, reason }),
      refused,
    );
  }

  /** The new time is there before the old one goes, so that nothing is offered in between. */
  function edit(before: TimeOff, { start, end }: Span, reason: string | null, refused: Refused): Promise<boolean> {
    const { id: old, start: from, end: to, reason: said } = before;
    let id = '';
    return change(
      async () => {
        const times = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
        const made = await client.hours.addTimeOff.mutate({ ...times, reason });
        id = made.id;
        await client.hours.removeTimeOff.mutate({ id: old });
        return `Time off: ${timeOffText({ start, end }, zone, Date.now())}.${insideText(made.bookings_inside)}`;
      },
      async () => {
        await client.hours.addTimeOff.mutate({ start: from, end: to, reason: said });
        await client.hours.removeTimeOff.mutate({ id });
      },
      refused,
    );
  }
  return { add, edit, remove };
}

function insideText(count: number): string {
  if (count === 0) return '';
  return ` You still have ${counted(count, 'booking')} in that time.`;
}
