import { payToLabels } from '#shared/rules/deposit.ts';
import { formatPrice, toDollars } from '#shared/rules/price.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import type { BookingEmail } from './booking-email.ts';
import type { BookingDetails } from './message-queries.ts';
import { at } from './notification-texts.ts';

/** Whose money it is when a booking ends, after what is told of that; empty without a deposit. */
export function refundSentence(b: BookingDetails, to: Side): string {
  if (b.deposit?.status === 'kept' && to === 'professional') return ` The deposit of ${amountOf(b)} stays with you.`;
  if (b.deposit?.status !== 'refund_due') return '';
  const { was_received, refund_by } = b.deposit;
  const by = refund_by === null ? '' : ` by ${at(b, refund_by)}`;
  if (to === 'professional')
    return was_received
      ? ` Please send the deposit of ${amountOf(b)} back${by}.`
      : ` If the deposit of ${amountOf(b)} reached you, please send it back${by}.`;
  const where = `Tell ${isOfGuest(b) ? b.display_name : 'us'} which account to refund.`;
  return was_received
    ? ` ${b.display_name} sends your deposit of ${amountOf(b)} back${by}. ${where}`
    : ` If your deposit of ${amountOf(b)} reached ${b.display_name}, it comes back${by}. ${where}`;
}

/** What became of the deposit of a booking that is confirmed, after what is told of that; empty without one. */
export function confirmedSentence(b: BookingDetails): string {
  if (b.deposit?.status === 'waived') return " You don't need to pay the deposit.";
  return b.deposit?.was_received ? ` Your deposit of ${amountOf(b)} has arrived.` : '';
}

export function amountOf({ deposit }: BookingDetails): string {
  return formatPrice(toDollars(deposit?.amount_cents ?? 0));
}

export function payUntil(b: BookingDetails): string {
  return at(b, b.expires);
}

/** What a client does about a refund that is due, on the booking's page. */
export function sayWhere(b: BookingDetails): { button?: string } {
  return isOfGuest(b) ? {} : { button: 'Say where it should go' };
}

/** Whether its client has no account. */
const isOfGuest = ({ guest, client }: BookingDetails) => guest !== null && client.user_id === null;

/** The deposit among the rows of a mail. Where it is paid to stands in the mails that ask for it alone. */
export function depositRows(b: BookingDetails, change: BookingEmail): [string, string][] {
  if (!b.deposit) return [];
  const { status, reference, pay_to, refund_by } = b.deposit;
  if ((change.about === 'deposit_asked' || change.about === 'deposit_reminder') && pay_to)
    return [
      ['Deposit', amountOf(b)],
      [payToLabels[pay_to.kind], pay_to.value],
      ['Name', pay_to.name],
      ['Reference', reference],
      ['Pay by', payUntil(b)],
    ];
  const states: Partial<Record<typeof status, string>> = {
    due: `, due by ${payUntil(b)}`,
    said_paid: `, marked as paid, ${reference}`,
    received: ', received',
    applied: ', received',
    refund_due: refund_by === null ? '' : `, to be sent back by ${at(b, refund_by)}`,
    refunded: ', sent back',
    kept: ', kept',
  };
  const state = states[status];
  return state === undefined ? [] : [['Deposit', amountOf(b) + state]];
}
