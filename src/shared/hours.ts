import { z } from 'zod';
import { DAY, hoursBounds, MINUTE, states, timeOffBounds } from './constants.ts';
import { hoursFault, minutesOfClock } from './rules/hours.ts';
import { idOut, instant, instantOut, longList, longPage, optionalTrimmed, queryBoolean, queryInt } from './wire.ts';

// Hours as rules (contract 8): dates are texts such as `2026-11-26`, times such as `09:30`, weekdays 1 (Monday) to 7.

const { everyWeeks, firstDate, holidayYears, lastDate, listedDays, stepMinutes } = hoursBounds;

/** A day that exists, from the year 1 on. */
const dateOr = (message: string) => z.iso.date(message).refine((text) => text >= '0001', message);
const date = dateOr('Must be a date');
/** In the path: one that is malformed or does not exist is answered as one that has no hours of its own. */
export const pathDate = dateOr('Date not found');
export const dateOut = z.string().meta({ format: 'date' });

export const boundedDate = date.refine(
  (text) => text >= firstDate && text <= lastDate,
  `Must be from ${firstDate} to ${lastDate}`,
);

const badClock = `Must be a time such as 09:30, in steps of ${stepMinutes} minutes`;
/** A time of the clock as minutes since midnight. */
const clock = (latest: number) =>
  z
    .string(badClock)
    .regex(/^\d\d:[0-5]\d$/, { error: badClock, abort: true })
    .transform(minutesOfClock)
    .refine((minutes) => minutes <= latest && minutes % stepMinutes === 0, { error: badClock, abort: true });
const midnight = 24 * 60;
const interval = z.object({ start: clock(midnight - stepMinutes), end: clock(midnight) });
const weekdayInterval = interval.extend({ weekday: z.int().min(1).max(7) });
const intervalOut = z.object({ start: z.string(), end: z.string() });
export type ClockInterval = z.infer<typeof intervalOut>;

/** Beyond what is allowed by a multiple, a list is not even looked at. */
const someIntervals = 100;

const scheduleInput = z
  .object({
    starts_on: boundedDate.optional(),
    ends_on: boundedDate.nullish(),
    every_weeks: z.int().min(everyWeeks.min).max(everyWeeks.max).default(1),
    hours: z.array(weekdayInterval).max(someIntervals),
  })
  .superRefine(({ starts_on, ends_on, hours }, context) => {
    if (starts_on && ends_on && ends_on < starts_on)
      context.addIssue({ code: 'custom', path: ['ends_on'], message: endsEarly });
    for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
      const indexes = hours.flatMap((one, index) => (one.weekday === weekday ? [index] : []));
      const fault = hoursFault(hours.filter((one) => one.weekday === weekday));
      if (fault)
        context.addIssue({ code: 'custom', path: ['hours', indexes[fault.index] ?? 0], message: fault.message });
    }
  });
export const endsEarly = 'Must not be before the first day';

export const hoursInput = z.object({ schedules: z.array(scheduleInput).max(hoursBounds.schedules) });
export type HoursInput = z.infer<typeof hoursInput>;

const bookings_outside = z.int();

/** `bookings_outside` counts pending and confirmed bookings that have not ended and that windows do not cover. */
export const ownHours = z.object({
  time_zone: z.string(),
  schedules: z.array(
    z.object({
      id: idOut,
      starts_on: dateOut,
      ends_on: dateOut.nullable(),
      every_weeks: z.int(),
      hours: z.array(intervalOut.extend({ weekday: z.int() })),
    }),
  ),
  bookings_outside,
});
export type OwnHours = z.infer<typeof ownHours>;

/** What a profile shows of the hours of this week; weekdays without any are left out. */
export const openingHours = z.array(z.object({ weekday: z.int(), hours: z.array(intervalOut) }));

/** What is wrong with a range of dates, or undefined. */
export function dateRangeFault(from: string, to: string): string | undefined {
  if (to < from) return 'Must not be before from';
  return Date.parse(to) - Date.parse(from) > listedDays * DAY
    ? `Must be at most ${listedDays} days after from`
    : undefined;
}

/** `to` is exclusive. Without `from` the range begins today, which the server knows. */
export const datesQuery = z
  .object({ from: date.optional(), to: date.optional(), ...longList })
  .superRefine(({ from, to }, context) => {
    const message = from && to && dateRangeFault(from, to);
    if (message) context.addIssue({ code: 'custom', path: ['to'], message });
  });
export type DatesQuery = z.infer<typeof datesQuery>;

/** Hours of one date; none: closed that day. */
export const dateInput = z.object({
  hours: z
    .array(interval)
    .max(someIntervals)
    .superRefine((hours, context) => {
      const fault = hoursFault(hours);
      if (fault) context.addIssue({ code: 'custom', path: [fault.index], message: fault.message });
    }),
  note: optionalTrimmed(hoursBounds.note),
});
export type DateInput = z.infer<typeof dateInput>;
export const ownDate = z.object({ date: dateOut, hours: z.array(intervalOut), note: z.string().nullable() });
export type OwnDate = z.infer<typeof ownDate>;
export const changedDate = ownDate.extend({ bookings_outside });

export const state = z.enum(states);
export const holidaysQuery = longPage.extend({ state, year: queryInt(holidayYears.min, holidayYears.max) });
export const holiday = z.object({ date: dateOut, name: z.string() });

const wholeMinute = () => instant().refine((value) => Date.parse(value) % MINUTE === 0, 'Must be a whole minute');

/** Rules that need the current time are checked by the server, with the database's clock. */
export const timeOffInput = z
  .object({ start: wholeMinute(), end: wholeMinute(), reason: optionalTrimmed(timeOffBounds.reason) })
  .superRefine(({ start, end }, context) => {
    const length = Date.parse(end) - Date.parse(start);
    const issue = (message: string) => context.addIssue({ code: 'custom', path: ['end'], message });
    if (length <= 0) issue('End must be after start');
    else if (length < timeOffBounds.minMinutes * MINUTE)
      issue(`Time off must be at least ${timeOffBounds.minMinutes} minutes long`);
    else if (length > timeOffBounds.maxDays * DAY) issue(`Time off must be at most ${timeOffBounds.maxDays} days long`);
  });
export type TimeOffInput = z.infer<typeof timeOffInput>;

/** `bookings_inside` counts pending and confirmed bookings of which a part meets it. */
export const timeOff = z.object({
  id: idOut,
  start: instantOut,
  end: instantOut,
  reason: z.string().nullable(),
  bookings_inside: z.int(),
});
export type TimeOff = z.infer<typeof timeOff>;

export const timeOffQuery = longPage.extend({ include_past: queryBoolean.default(false) });
