import { z } from 'zod';
import { DAY, slotRangeMaxDays } from './constants.ts';
import { id, instant, instantOut, longPage, queryBoolean, queryIds } from './wire.ts';

const time = (name: 'Start' | 'End') =>
  z
    .string({
      error: (issue) =>
        issue.input === undefined || issue.input === null ? `${name} time is required` : `${name} time must be a valid datetime`,
    })
    .min(1, `${name} time is required`)
    .pipe(instant(`${name} time must be a valid datetime`));

/** The clock's rules (future, at most 366 days ahead) are the server's, whose now is the database's. */
export const availabilityInput = z
  .object({ start_time: time('Start'), end_time: time('End') })
  .superRefine(({ start_time, end_time }, context) => {
    const length = Date.parse(end_time) - Date.parse(start_time);
    const issue = (message: string) => context.addIssue({ code: 'custom', path: ['end_time'], message });
    if (length <= 0) issue('End time must be after start time');
    else if (length < 15 * 60_000) issue('A window must be at least 15 minutes long');
    else if (length > DAY) issue('A window must be at most 24 hours long');
  });
export type AvailabilityInput = z.infer<typeof availabilityInput>;

export const availability = z.object({ id, start_time: instantOut, end_time: instantOut });
export type Availability = z.infer<typeof availability>;

/** `bookings_outside`: how many pending or confirmed bookings that have not ended lie outside any window. */
export const changedAvailability = availability.extend({ bookings_outside: z.int() });

const slot = z.object({ start_time: instantOut, end_time: instantOut });
export const availabilityWithSlots = availability.extend({ available_slots: z.array(slot) });
export type AvailabilityWithSlots = z.infer<typeof availabilityWithSlots>;

const chosenServices = z.object({
  service_ids: queryIds(10)
    .refine((ids) => new Set(ids.map((one) => one.toLowerCase())).size === ids.length, 'Choose each service once')
    .optional(),
});

export const ownWindowsQuery = longPage.extend({ include_past: queryBoolean.default(false) });

/** Which windows to look at: from and to at most 62 days apart; what is absent is filled in by the server. */
export const slotsRange = chosenServices
  .extend({ from: instant().optional(), to: instant().optional() })
  .superRefine(({ from, to }, context) => {
    if (!from || !to) return;
    const length = Date.parse(to) - Date.parse(from);
    const issue = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message });
    if (length < 0) issue('Must not be before from');
    else if (length > slotRangeMaxDays * DAY) issue(`Must be at most ${slotRangeMaxDays} days after from`);
  });
export type SlotsRange = z.infer<typeof slotsRange>;

/** The windows of one professional are a list as any other. */
export const slotsPage = slotsRange.safeExtend(longPage.shape);
export type SlotsPage = z.infer<typeof slotsPage>;
