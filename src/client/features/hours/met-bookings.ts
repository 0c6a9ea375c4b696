import { queryOptions } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/lib/trpc.ts';
import type { CalendarTime } from '#shared/busy-calendars.ts';
import { DAY, limits, longListSize, slotRangeMaxDays } from '#shared/constants.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import type { Span } from '#shared/rules/slots.ts';
import { dayKey, iso } from '#shared/time.ts';

type Met = { segments: readonly { start_time: string; end_time: string }[] };

export function meets({ segments }: Met, { start, end }: Span): boolean {
  return segments.some((part) => Date.parse(part.start_time) < end && Date.parse(part.end_time) > start);
}

/** The query for the bookings ahead that times of calendars meet, by calendar, soonest first. They still stand. */
export function useMetBookings({ id, time_zone: zone }: OwnProfessional, now: number) {
  const { client } = trpc.useUtils();
  const today = startOfDay(dayKey(now, zone), zone);
  return queryOptions({
    queryKey: [...getQueryKey(trpc.bookings.ofProfessional, { id }), 'met', today],
    async queryFn() {
      // One that began yesterday may reach into today.
      const asked = {
        id,
        status: ['pending' as const, 'confirmed' as const],
        from: iso(today - DAY),
        order: 'asc' as const,
      };
      const bookings = await whole(limits.limit.max, (page) =>
        client.bookings.ofProfessional.query({ ...asked, ...page }),
      );
      const times: CalendarTime[] = [];
      const last = Math.max(...bookings.map(({ end_time }) => Date.parse(end_time)));
      for (let start = today; start < last; start += slotRangeMaxDays * DAY) {
        const range = { from: iso(start), to: iso(Math.min(last, start + slotRangeMaxDays * DAY)) };
        times.push(...(await whole(longListSize, (page) => client.busyCalendars.times.query({ ...range, ...page }))));
      }
      const ofCalendars = Map.groupBy(times, ({ calendar_id }) => calendar_id);
      return new Map(
        [...ofCalendars].map(([calendar, own]) => {
          const spans = own.map((time) => ({ start: Date.parse(time.start), end: Date.parse(time.end) }));
          return [calendar, bookings.filter((booking) => spans.some((span) => meets(booking, span)))];
        }),
      );
    },
  });
}

/** All of a list, page by page. */
async function whole<T>(limit: number, load: (page: { skip: number; limit: number }) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const page = await load({ skip: all.length, limit });
    all.push(...page);
    if (page.length < limit) return all;
  }
}
