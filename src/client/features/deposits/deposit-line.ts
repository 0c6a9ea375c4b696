import type { BookingDeposit } from '#shared/deposits.ts';
import type { DepositStatus } from '#shared/rules/deposit.ts';
import { formatPrice } from '#shared/rules/price.ts';

const states: Record<DepositStatus, string> = {
  due: 'to pay',
  said_paid: 'marked as paid',
  received: 'received',
  applied: 'received',
  waived: 'not needed',
  released: 'not paid',
  refund_due: 'to be sent back',
  refunded: 'sent back',
  kept: 'kept',
};

/** `$44.00, received`. */
export function depositLine({ amount, status }: BookingDeposit): string {
  return `${formatPrice(amount)}, ${states[status]}`;
}
