import { z } from 'zod';
import { lengths, limits, quoteBounds } from './constants.ts';
import { formatHours } from './duration.ts';
import { lineName } from './rules/lines.ts';
import { formatPrice, isWholeCents } from './rules/price.ts';
import { lineOption } from './variants.ts';
import { id, idOut, instantOut, money, optionalText, optionIds, pathId } from './wire.ts';

// Quotes (contract 22): a service as its professional would do it for one client, at a price and length of its own.

const quoteStatuses = ['open', 'booked', 'withdrawn', 'expired'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

/** All but the status and what was booked as it was quoted. */
export const quote = z.object({
  id: idOut,
  thread_id: idOut,
  professional: z.object({ id: idOut, display_name: z.string(), time_zone: z.string() }),
  service: z.object({ id: idOut, name: z.string() }),
  options: z.array(lineOption),
  price: money,
  service_duration_minutes: z.int(),
  note: z.string().nullable(),
  status: z.enum(quoteStatuses),
  expires_at: instantOut,
  booking_id: idOut.nullable(),
});
export type Quote = z.infer<typeof quote>;

const { minutes, price } = quoteBounds;
const priceText = `Price must be from ${formatPrice(price.min)} to ${formatPrice(limits.price.max)}`;
const minutesText = `Duration must be ${minutes.min} to ${limits.duration.max.toLocaleString('en-AU')} mins`;
export const quoteInput = z.object({
  service_id: id,
  option_ids: optionIds,
  price: z
    .number(priceText)
    .min(price.min, priceText)
    .max(limits.price.max, priceText)
    .refine(isWholeCents, 'Price must have at most 2 decimals'),
  service_duration_minutes: z.int(minutesText).min(minutes.min, minutesText).max(limits.duration.max, minutesText),
  note: optionalText(lengths.quoteNote.max),
});
export type QuoteInput = z.infer<typeof quoteInput>;

export const quoteId = z.object({ id: pathId('Quote') });

/** What the message of a quote says; dollars, minutes. */
export function quoteText({
  note,
  ...quoted
}: Pick<Quote, 'price' | 'service_duration_minutes' | 'note'> & Parameters<typeof lineName>[0]): string {
  const line = `Quote: ${lineName(quoted)}: ${formatPrice(quoted.price)}, ${formatHours(quoted.service_duration_minutes)}`;
  return note === null ? line : `${line}\n${note}`;
}

type Chosen = Partial<Record<'quote_id' | 'service_ids' | 'option_ids' | 'booking_id' | 'professional_id', unknown>>;

/** Refuses what a quote stands for beside it; without one what is needed must be there. */
export function orQuote(needed: Partial<Record<'service_ids' | 'professional_id', 'array' | 'string'>> = {}) {
  return (input: Chosen, context: z.RefinementCtx): void => {
    if (input.quote_id != null) {
      if (input.service_ids == null && input.option_ids == null && input.booking_id == null) return;
      const message = 'Not together with services or a booking';
      context.addIssue({ code: 'custom', path: ['quote_id'], message });
    } else
      for (const [name, expected] of Object.entries(needed))
        if (input[name as keyof Chosen] === undefined)
          context.addIssue({ code: 'invalid_type', expected, path: [name], input: undefined });
  };
}
/** What is missing is told beside what is wrong with the rest. */
export const whatever = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null };
