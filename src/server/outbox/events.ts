import { z } from 'zod';
import { bookingStatuses } from '#shared/constants.ts';
import { actors } from '#shared/rules/booking-status.ts';
import { id } from '#shared/wire.ts';

/** Events hold ids and facts that never change, and no personal data: effects read the rest. `version` is the booking's after the change. */
const bookingRef = z.object({ booking_id: id, version: z.int() });
const cancellation = bookingRef.extend({
  by: z.enum(actors),
  from: z.enum(bookingStatuses),
});

/** Every event with its effects, which `jobs/effects.ts` implements under these names (contract 5, "Who hears what"). */
export const events = {
  'booking.created': { payload: bookingRef, effects: ['tellProfessionalOfRequest'] },
  'booking.confirmed': { payload: bookingRef, effects: ['tellClientOfConfirmation'] },
  'booking.cancelled': { payload: cancellation, effects: ['tellOfCancellation'] },
  'booking.completed': { payload: bookingRef, effects: ['tellClientOfCompletion'] },
  'booking.reminder_due': { payload: bookingRef, effects: ['remindBoth'] },
  'waitlist.signed_up': { payload: z.object({ entry_id: id }), effects: ['answerSignup'] },
} as const satisfies Record<string, { payload: z.ZodType; effects: readonly string[] }>;

export type EventName = keyof typeof events;
export type EffectName = (typeof events)[EventName]['effects'][number];
export type Payload<E extends EventName> = z.infer<(typeof events)[E]['payload']>;

export function isEvent(name: string): name is EventName {
  return Object.hasOwn(events, name);
}
