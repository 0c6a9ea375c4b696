import { trpc } from '#client/lib/trpc.ts';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import { addDays } from '#shared/days.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import { windowsOfHours } from '#shared/rules/hour-windows.ts';
import { rulesOf } from './own-rules.ts';
import { useHolidays } from './use-holidays.ts';

/**
 * What hours give the week that begins with a day, where no window is listed for it: lists leave out what has ended and
 * what is beyond the horizon. None until the listed windows and all of `found` are there.
 */
export function useUnlistedHours(
  { time_zone: zone, closed_on_holidays_of }: OwnProfessional,
  first: string,
  listed: readonly AvailabilityWithSlots[] | undefined,
) {
  const after = addDays(first, 7);
  const hours = trpc.hours.mine.useQuery();
  const dates = trpc.hours.dates.useQuery({ from: first, to: after });
  const { holidays, years } = useHolidays(closed_on_holidays_of, first);
  const found = [hours, dates, ...years];
  if (!listed || !hours.data || !dates.data || years.some(({ data }) => !data)) return { windows: [], found };
  const known = listed.map(({ start_time, end_time }) => ({
    start: Date.parse(start_time),
    end: Date.parse(end_time),
  }));
  const range = { start: startOfDay(first, zone), end: startOfDay(after, zone) };
  const windows: AvailabilityWithSlots[] = windowsOfHours(rulesOf(hours.data, dates.data, holidays), zone, range, [])
    .filter((one) => known.every(({ start, end }) => one.end <= start || one.start >= end))
    .map(({ start, end }) => ({
      id: String(start),
      start_time: new Date(start).toISOString(),
      end_time: new Date(end).toISOString(),
      available_slots: [],
    }));
  return { windows, found };
}
