import { z } from 'zod';
import { isWholeCents } from '#shared/rules/price.ts';
import { bookingFields } from './bookings.ts';
import { limits, MINUTE } from './constants.ts';
import { guestInput } from './contacts.ts';
import { id, instant } from './wire.ts';

const price = `Must be from ${limits.writeInPrice.min} to ${limits.writeInPrice.max.toLocaleString('en-AU')} dollars`;

const depositText = 'Must be more than 0 dollars';

export const wholeMinute = instant().refine(
  (value) => Date.parse(value) % MINUTE === 0,
  'Start time must be a whole minute',
);

/** What a professional writes in, besides when. */
export const writtenIn = bookingFields
  .pick({ service_ids: true, option_ids: true, notes: true, visit_address: true })
  .extend({
    guest: guestInput.nullish(),
    client_id: id.nullish(),
    contact_id: id.nullish(),
    /** Dollars; without it the sum of the services. */
    total_price: z
      .number()
      .min(limits.writeInPrice.min, price)
      .max(limits.writeInPrice.max, price)
      .refine(isWholeCents, 'Must have at most 2 decimals')
      .nullish(),
    /** Dollars to be paid ahead, at most the total, until which it waits; of a series for its first visit. */
    deposit: z.number().positive(depositText).refine(isWholeCents, 'Must have at most 2 decimals').nullish(),
  });
export type WrittenIn = z.infer<typeof writtenIn>;

/** Who comes is one of three. */
export function isOnePerson({ guest, client_id, contact_id }: WrittenIn): boolean {
  return [guest, client_id, contact_id].filter((one) => one !== undefined && one !== null).length === 1;
}
export const onePerson = { path: ['guest'], error: 'Choose one of a guest, a client and a contact' };

/** A booking that a professional writes in (contract 9). How far from now it may begin, the server knows. */
export const writeInInput = writtenIn.extend({ start_time: wholeMinute }).refine(isOnePerson, onePerson);
export type WriteInInput = z.infer<typeof writeInInput>;
