import { z } from 'zod';
import { limits, paymentBounds } from './constants.ts';
import { boundedDate, dateOut } from './hours.ts';
import { paymentMethods } from './rules/payments.ts';
import { isWholeCents } from './rules/price.ts';
import { money, pathId } from './wire.ts';

const amountText = `Must be from $0.01 to $${limits.price.max.toLocaleString('en-AU')}`;
const paymentInput = z.object({
  method: z.enum(paymentMethods, 'Choose how it was paid'),
  amount: z
    .number(amountText)
    .min(0.01, amountText)
    .max(limits.price.max, amountText)
    .refine(isWholeCents, 'Must have at most 2 decimals'),
  /** A date of the professional's clock, not ahead; absent: today. */
  paid_on: boundedDate.nullish(),
});

/** All payments of a booking. */
export const paymentsInput = z.object({
  id: pathId('Booking'),
  payments: z.array(paymentInput).max(paymentBounds.most, `Write down at most ${paymentBounds.most} payments`),
});
export type PaymentsInput = z.infer<typeof paymentsInput>;

export const payment = z.object({ method: z.enum(paymentMethods), amount: money, paid_on: dateOut });
export type Payment = z.infer<typeof payment>;

/** The newest receipt of a booking, as the booking tells it. */
export const receiptRef = z.object({ number: z.int(), voided: z.boolean() });

/** What a receipt says, as it was issued. Money is in dollars. */
export const receipt = z.object({
  /** Of its professional: 1, 2, 3 ... without gaps. */
  number: z.int(),
  issued_on: dateOut,
  title: z.enum(['Tax invoice', 'Receipt']),
  business_name: z.string(),
  abn: z.string().nullable(),
  client: z.string(),
  /** Together the total; an adjustment may be negative. */
  lines: z.array(z.object({ name: z.string(), amount: money })),
  total: money,
  /** What was paid ahead, part of `paid`. */
  deposit: money,
  payments: z.array(payment),
  paid: money,
  /** Part of `paid`; null where its professional was not registered for GST. */
  gst: money.nullable(),
  voided: z.boolean(),
});
export type Receipt = z.infer<typeof receipt>;
