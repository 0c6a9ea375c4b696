import { z } from 'zod';
import { bookedLine, visitAddressInput } from './bookings.ts';
import { DAY, lengths, listBounds, maxServicesPerBooking } from './constants.ts';
import { entryStatuses, openingStatuses } from './rules/cancellation-list.ts';
import { lineOption } from './variants.ts';
import {
  distinct,
  id,
  idOut,
  instant,
  instantOut,
  longPage,
  money,
  optionalTrimmed,
  optionIds,
  queryList,
} from './wire.ts';

const place = z.object({ id: idOut, display_name: z.string(), location: z.string(), time_zone: z.string() });

/** A time that is offered to who waits for one, and held until it is answered. */
export const opening = z.object({
  id: idOut,
  entry_id: idOut,
  status: z.enum(openingStatuses),
  start_time: instantOut,
  end_time: instantOut,
  services: z.array(bookedLine),
  total_price: money,
  cancellation_policy: z.string().nullable(),
  /** Until when the booking could be cancelled online. */
  cancel_until: instantOut,
  /** What would be due before it is confirmed. */
  deposit: money.nullable(),
  expires_at: instantOut,
  /** The booking that it became; for an earlier time the one that moves. */
  booking_id: idOut.nullable(),
  professional: place,
});
export type Opening = z.infer<typeof opening>;

const window = z.object({ start: instantOut, end: instantOut });

/** Somebody who waits for a time with a professional, or for an earlier time of a booking. */
export const listEntry = z.object({
  id: idOut,
  status: z.enum(entryStatuses),
  professional: place,
  client: z.object({ first_name: z.string(), last_name: z.string() }),
  services: z.array(z.object({ id: idOut, name: z.string(), options: z.array(lineOption) })),
  windows: z.array(window),
  /** The booking that is to be earlier, or the one that it became. */
  booking_id: idOut.nullable(),
  note: z.string().nullable(),
  created_at: instantOut,
  ends_at: instantOut,
  /** What is offered now. */
  opening: opening.nullable(),
});
export type ListEntry = z.infer<typeof listEntry>;

/** The same as its professional sees it. */
export const waitingEntry = listEntry.extend({
  /** By night: what is offered in the morning if it is still free then. */
  next_opening: z.object({ start_time: instantOut, end_time: instantOut, offered_from: instantOut }).nullable(),
});
export type WaitingEntry = z.infer<typeof waitingEntry>;

const isWholeMinute = (time: string) => time.endsWith(':00.000Z');
const wholeMinute = instant().refine(isWholeMinute, 'Must be a whole minute');

const windowsInput = z
  .array(z.object({ start: wholeMinute, end: wholeMinute }))
  .min(1, 'Choose when a time would suit')
  .max(listBounds.windows, `Choose at most ${listBounds.windows} times`)
  .refine((windows) => windows.every(({ start, end }) => end > start), 'Each must end after it starts')
  .refine(
    (windows) => windows.every(({ start, end }) => Date.parse(end) - Date.parse(start) <= listBounds.windowDays * DAY),
    `Each must last at most ${listBounds.windowDays} days`,
  );

/** What a client waits for: services of a professional, or an earlier time of an own booking with its services. */
export const listEntryInput = z
  .object({
    professional_id: id.nullish(),
    booking_id: id.nullish(),
    // Not looked at for a booking, which has its own.
    service_ids: z.array(id).min(1).max(maxServicesPerBooking).refine(distinct).nullish().catch(null),
    option_ids: optionIds,
    windows: windowsInput.nullish(),
    note: optionalTrimmed(lengths.listNote.max),
  })
  .superRefine(({ professional_id, booking_id, service_ids, windows }, check) => {
    const fault = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message });
    if (!professional_id === !booking_id) return fault('professional_id', 'Name either a professional or a booking');
    if (booking_id) return;
    if (!service_ids) fault('service_ids', `Choose 1 to ${maxServicesPerBooking} different services`);
    if (!windows) fault('windows', 'Choose when a time would suit');
  });
export type ListEntryInput = z.infer<typeof listEntryInput>;

export const listEntriesQuery = longPage.extend({
  status: queryList(z.enum(entryStatuses), entryStatuses.length).optional(),
});

export const openingInput = z.object({ entry_id: id, start_time: wholeMinute });

export const acceptInput = visitAddressInput.partial().extend({ total_price: z.number().nullish() });
