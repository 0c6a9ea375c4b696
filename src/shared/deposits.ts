import { z } from 'zod';
import { linkToken } from './auth.ts';
import { lengths, limits, maxServicesPerBooking } from './constants.ts';
import { orQuote, whatever } from './quotes.ts';
import { depositStatuses, depositWhos, type PayTo, payToKinds, payToMessages, payToValue } from './rules/deposit.ts';
import { proof } from './users.ts';
import { distinct, id, instant, instantOut, money, named, pathId, queryIds, queryOptionIds, trimmed } from './wire.ts';

const payTo = z.object({ kind: z.enum(payToKinds), value: z.string(), name: z.string() });

const nameText = `Enter the name as your bank shows it, ${lengths.payToName.min} to ${lengths.payToName.max} characters`;
const payToFields = z.object({
  kind: z.enum(payToKinds, 'Choose how you are paid'),
  value: trimmed(lengths.email.max, 'Enter where the money goes'),
  name: named(lengths.payToName, nameText).refine(
    (name) => !/\p{Cc}/u.test(name),
    'Must not contain invalid characters',
  ),
});

function checkValue({ kind, value }: z.infer<typeof payToFields>, context: z.RefinementCtx): void {
  if (payToValue(kind, value) === undefined)
    context.addIssue({ code: 'custom', path: ['value'], message: payToMessages[kind] });
}

export const payToInput = payToFields.superRefine(checkValue);

/** A checked input as it is kept: numbers and addresses in one form. */
export function keptPayTo({ kind, value, name }: PayTo): PayTo {
  return { kind, value: payToValue(kind, value) ?? value, name };
}

/** What a professional asks, and where it goes; `pay_to_next` counts from `pay_to_from` on. */
export const depositSettings = z.object({
  percent: z.int(),
  who: z.enum(depositWhos),
  pay_to: payTo.nullable(),
  pay_to_next: payTo.nullable(),
  pay_to_from: instantOut.nullable(),
});
export type DepositSettings = z.infer<typeof depositSettings>;

const percentText = 'Must be a whole number from 0 to 100';
/** What is absent stays as it is. Another `pay_to` needs a proof of who asks. */
export const depositSettingsInput = z.object({
  percent: z
    .int(percentText)
    .min(limits.depositPercent.min, percentText)
    .max(limits.depositPercent.max, percentText)
    .optional(),
  who: z.enum(depositWhos).optional(),
  pay_to: payToInput.nullable().optional(),
  ...proof,
});
export type DepositSettingsInput = z.infer<typeof depositSettingsInput>;

export const payToKeep = z.object({ token: linkToken });

export const quoteQuery = z
  .object({
    professional_id: id.optional(),
    service_ids: queryIds(maxServicesPerBooking).refine(distinct, 'Choose each service once').optional(),
    option_ids: queryOptionIds,
    quote_id: id.optional(),
    /** Absent: a start far ahead. */
    start_time: instant().optional(),
  })
  .superRefine(orQuote({ professional_id: 'string', service_ids: 'array' }), whatever);
export type QuoteQuery = z.infer<typeof quoteQuery>;

/** `applies`: whether it is asked of this caller for this start. */
export const depositQuote = z.object({
  amount: money,
  percent_of_total: z.int(),
  who: z.enum(depositWhos),
  applies: z.boolean(),
});
export type DepositQuote = z.infer<typeof depositQuote>;

/** What became of a booking's deposit; what a reader may not see is null. */
export const bookingDeposit = z.object({
  amount: money,
  status: z.enum(depositStatuses),
  reference: z.string(),
  pay_to: payTo.nullable(),
  asked_at: instantOut,
  said_paid_at: instantOut.nullable(),
  received_at: instantOut.nullable(),
  /** Dollars to give back. */
  refund_due: money,
  /** Stays where it turned out that nothing had come: then nothing can be said to have been paid any more. */
  refund_by: instantOut.nullable(),
  refund_to: payTo.nullable(),
  refunded_at: instantOut.nullable(),
});
export type BookingDeposit = z.infer<typeof bookingDeposit>;

export const ofBooking = z.object({ id: pathId('Booking') });
/** Another place than before needs a proof of who asks. */
export const refundToInput = payToFields.extend({ ...ofBooking.shape, ...proof }).superRefine(checkValue);
export type RefundToInput = z.infer<typeof refundToInput>;
