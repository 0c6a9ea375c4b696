import { DAY } from '../constants.ts';
import type { DepositStatus } from './deposit.ts';
import { halfUp } from './price.ts';
import { missedText, type Pressable, stateText, tooLateToChange } from './real-visit.ts';

// What was paid of a visit, and its receipts (contract 26). Money is whole cents, instants are epoch milliseconds.

export const paymentMethods = ['cash', 'payid', 'bank', 'card', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentLabels: Record<PaymentMethod, string> = {
  cash: 'Cash',
  payid: 'PayID',
  bank: 'Bank transfer',
  card: 'Card',
  other: 'Other',
};

/** For so many days after a visit's end payments can be written down. */
export const paymentDays = 90;

/** Why no receipt can be issued of a visit; undefined where one can. */
export function whyNotReceipted(
  { status, no_show, start, started }: Pressable & { started: number | null },
  now: number,
): string | undefined {
  if (status !== 'confirmed' && status !== 'completed') return stateText(status);
  if (no_show) return missedText;
  const hasBegun = status === 'completed' || start <= now || started !== null;
  return hasBegun ? undefined : 'This visit has not begun.';
}

/** Whether a receipt stands: until it is voided extras and payments stay as they are. */
export function hasReceipt(booking: { receipt_number: number | null; receipt_voided: boolean }): boolean {
  return booking.receipt_number !== null && !booking.receipt_voided;
}

/** Said of what such a receipt keeps as it is. */
export const receiptIssued = 'A receipt was issued.';

/** Why no payment of a visit can be written down or taken back; undefined where it can. */
export function whyNotPaid(visit: Pressable & { started: number | null }, now: number): string | undefined {
  return whyNotReceipted(visit, now) ?? (now > visit.end + paymentDays * DAY ? tooLateToChange : undefined);
}

/** Statuses of a deposit that came and stays. */
export const depositsPaid: readonly DepositStatus[] = ['received', 'applied', 'kept'];

/** What of a visit was paid ahead, cents. */
export function paidAhead({ deposit_cents, status }: { deposit_cents: number | null; status: DepositStatus | null }) {
  return status && depositsPaid.includes(status) ? (deposit_cents ?? 0) : 0;
}

/** The goods and services tax in an amount, cents. */
export function gstOf(cents: number): number {
  return halfUp(cents, 11);
}
