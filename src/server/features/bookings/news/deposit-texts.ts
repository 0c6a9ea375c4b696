import { formatPrice, toDollars } from '#shared/rules/price.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import { formatShortDateTime, formatShortDay } from '#shared/time.ts';
import type { DepositNews } from '../events.ts';
import type { BookingDetails } from './message-queries.ts';
import { clientName, what } from './notification-texts.ts';

/** What is told of a deposit alone; where it is paid to is in none of these. */
export const depositTexts: Record<DepositNews | 'asked', (b: BookingDetails, to: Side) => string> = {
  asked: (b) => `${b.display_name} asks for a deposit of ${amountOf(b)} for ${booking(b)}. Pay it by ${payUntil(b)}.`,
  reminder: (b) => `Please pay the deposit of ${amountOf(b)} for ${booking(b)} by ${payUntil(b)}.`,
  paid: (b) => `${clientName(b)} says the deposit for ${booking(b)} was paid: ${amountOf(b)}, ${b.deposit?.reference}.`,
  not_received: (b) =>
    b.status === 'pending'
      ? `${b.display_name} can't find your deposit of ${amountOf(b)} for ${booking(b)} yet. Please check your payment.`
      : `${b.display_name} can't find your deposit of ${amountOf(b)} for ${booking(b)}, so nothing comes back.`,
  refund: (b, to) =>
    `${to === 'client' ? 'Your' : `${clientName(b)}'s`} ${formatShortDay(b.start, b.time_zone)} booking is cancelled.${refundSentence(b, to)}`,
  refunded: (b) => `${b.display_name} sent back your deposit of ${amountOf(b)} for ${booking(b)}.`,
  refund_reminder: (b) =>
    `Please send the deposit of ${amountOf(b)} for ${booking(b)} back to ${clientName(b)}, and mark it as refunded.`,
};

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
  return was_received
    ? ` ${b.display_name} sends your deposit of ${amountOf(b)} back${by}. Tell us which account to refund.`
    : ` If your deposit of ${amountOf(b)} reached ${b.display_name}, it comes back${by}. Tell us which account to refund.`;
}

/** What became of the deposit of a booking that is confirmed, after what is told of that; empty without one. */
export function confirmedSentence(b: BookingDetails): string {
  if (b.deposit?.status === 'waived') return " You don't need to pay the deposit.";
  return b.deposit?.was_received ? ` Your deposit of ${amountOf(b)} has arrived.` : '';
}

/** To whoever cancelled themselves: the refund alone, if there is one. */
export function refundText(b: BookingDetails, to: Side): string | undefined {
  return b.deposit?.status === 'refund_due' ? depositTexts.refund(b, to) : undefined;
}

export function amountOf({ deposit }: BookingDetails): string {
  return formatPrice(toDollars(deposit?.amount_cents ?? 0));
}

export function payUntil(b: BookingDetails): string {
  return at(b, b.expires);
}

export function refundBy(b: BookingDetails, instant: number): string {
  return at(b, instant);
}

function booking(b: BookingDetails): string {
  return `${what(b)} on ${at(b, b.start)}`;
}

function at({ time_zone }: BookingDetails, instant: number): string {
  return formatShortDateTime(instant, time_zone);
}
