import { z } from 'zod';
import { lengths } from './constants.ts';
import { answers, requestStatuses, sides } from './rules/reschedule.ts';
import { idOut, instant, instantOut, optionalTrimmed } from './wire.ts';

/** A request for another time (contract 9). */
export const reschedule = z.object({
  id: idOut,
  booking_id: idOut,
  start_time: instantOut,
  end_time: instantOut,
  status: z.enum(requestStatuses),
  requested_by: z.enum(sides),
  message: z.string().nullable(),
  created_at: instantOut,
  /** Until when it can be answered. */
  expires_at: instantOut,
  /** When it stopped being pending. */
  answered_at: instantOut.nullable(),
});
export type Reschedule = z.infer<typeof reschedule>;

export const rescheduleInput = z.object({
  start_time: instant(),
  message: optionalTrimmed(lengths.rescheduleMessage.max),
  /** A professional's: the client has said yes already, so that it moves at once. */
  agreed: z.boolean().nullish(),
});
export type RescheduleInput = z.infer<typeof rescheduleInput>;

export const rescheduleAnswer = z.object({ status: z.enum(answers) });
