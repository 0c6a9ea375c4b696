import { z } from 'zod';
import { bookingInput } from './bookings.ts';
import { limits, MINUTE } from './constants.ts';
import { guestInput } from './contacts.ts';
import { isWholeCents } from './rules/price.ts';
import { id, instant } from './wire.ts';

const price = `Must be from ${limits.walkInPrice.min} to ${limits.walkInPrice.max.toLocaleString('en-AU')} dollars`;

export const wholeMinute = instant().refine(
  (value) => Date.parse(value) % MINUTE === 0,
  'Start time must be a whole minute',
);

/** A booking that a professional writes in (contract 9). How far from now it may begin, the server knows. */
export const walkInInput = bookingInput
  .pick({ service_ids: true, notes: true })
  .extend({
    start_time: wholeMinute,
    guest: guestInput.nullish(),
    client_id: id.nullish(),
    contact_id: id.nullish(),
    /** Dollars; without it the sum of the services. */
    total_price: z
      .number()
      .min(limits.walkInPrice.min, price)
      .max(limits.walkInPrice.max, price)
      .refine(isWholeCents, 'Must have at most 2 decimals')
      .nullish(),
  })
  .superRefine(({ guest, client_id, contact_id }, context) => {
    const given = [guest, client_id, contact_id].filter((one) => one !== undefined && one !== null).length;
    if (given !== 1)
      context.addIssue({ code: 'custom', path: ['guest'], message: 'Choose one of a guest, a client and a contact' });
  });
export type WalkInInput = z.infer<typeof walkInInput>;
