import { z } from 'zod';
import { bookingFields } from './bookings.ts';
import { serviceParts } from './constants.ts';
import { distinct, id } from './wire.ts';

/** Extras of what is booked, and more services with their choices and extras (contract 21 and 29). */
export const extrasToAdd = z
  .object({
    option_ids: bookingFields.shape.option_ids,
    service_ids: bookingFields.shape.service_ids.nullish(),
    /** The new total that was seen, dollars; a different one is refused. */
    total_price: z.number().nullish(),
  })
  .refine(({ option_ids, service_ids }) => (option_ids ?? []).length > 0 || service_ids, {
    path: ['option_ids'],
    error: 'Choose at least one extra',
  });
export type ExtrasToAdd = z.infer<typeof extrasToAdd>;

/** What is ready of a booking's `prepare`. */
export const readyInput = z.object({
  ready: z
    .array(id)
    .max(serviceParts.prepare * 10)
    .refine(distinct, 'Name each item once'),
});
