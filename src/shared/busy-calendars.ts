import { z } from 'zod';
import { slotRangeFault } from './availability.ts';
import { busyCalendarBounds, lengths } from './constants.ts';
import { idOut, instant, instantOut, longList, named, pathId, trimmed } from './wire.ts';

/** A calendar elsewhere whose times count as time off; its address is told to nobody. */
export const busyCalendar = z.object({
  id: idOut,
  name: z.string(),
  host: z.string(),
  /** `failing`: the last read brought nothing; the times of the one before still count. */
  state: z.enum(['ok', 'failing']),
  last_read_at: instantOut.nullable(),
  /** Why it fails. */
  problem: z.string().nullable(),
  /** Its times that have not ended. */
  busy_count: z.int(),
});
export type BusyCalendar = z.infer<typeof busyCalendar>;

export const busyCalendarInput = z.object({
  url: trimmed(lengths.url.max, 'Address is required').min(1, 'Address is required'),
  name: named(busyCalendarBounds.name, 'Name is required'),
});
export type BusyCalendarInput = z.infer<typeof busyCalendarInput>;

export const busyCalendarId = z.object({ id: pathId('Calendar') });

export const calendarTimesQuery = z
  .object({ from: instant(), to: instant(), ...longList })
  .superRefine(({ from, to }, context) => {
    const message = slotRangeFault(Date.parse(from), Date.parse(to));
    if (message) context.addIssue({ code: 'custom', path: ['to'], message });
  });
export type CalendarTimesQuery = z.infer<typeof calendarTimesQuery>;

export const calendarTime = z.object({ start: instantOut, end: instantOut, calendar_id: idOut });
export type CalendarTime = z.infer<typeof calendarTime>;
