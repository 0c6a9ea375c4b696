import { HOUR } from '../constants.ts';
import { emailAddress, isEmailAddress } from './email-address.ts';
import { depositCents, type PricedLine } from './lines.ts';
import { halfUp } from './price.ts';

// Deposits without a card processor (contract 13). Money is whole cents, instants are epoch milliseconds.

export const depositStatuses = [
  'due',
  'said_paid',
  'received',
  'applied',
  'waived',
  'released',
  'refund_due',
  'refunded',
  'kept',
] as const;
export type DepositStatus = (typeof depositStatuses)[number];

/** The status that a call asks for; asking for the one it has changes nothing. */
export function askedStatus(cause: 'paid' | 'received' | 'not_received' | 'refunded', isEnded: boolean): DepositStatus {
  if (cause === 'refunded') return 'refunded';
  if (cause === 'not_received') return isEnded ? 'released' : 'due';
  if (isEnded) return 'refund_due';
  return cause === 'paid' ? 'said_paid' : 'received';
}

/** Of whom it is asked. */
export const depositWhos = ['everyone', 'new_clients', 'after_no_show'] as const;
export type DepositWho = (typeof depositWhos)[number];

/** Whether it is asked of somebody who had a completed visit, or missed one. Nobody knows an anonymous caller. */
export function isAskedOf(who: DepositWho, { visited, missed }: { visited: boolean; missed: boolean }): boolean {
  if (who === 'everyone') return true;
  return who === 'new_clients' ? !visited : missed;
}

/** Whether there is time to pay before a start: none is asked of what begins within 3 hours. */
export function leavesTimeToPay(start: number, now: number): boolean {
  return start - now > 3 * HOUR;
}

/**
 * What is asked of somebody with this history for a start, cents; 0 is nothing. `takes_deposits`: there is somewhere to
 * be paid.
 */
export function askedCents(
  {
    takes_deposits,
    deposit_percent,
    deposit_who,
  }: { takes_deposits: boolean; deposit_percent: number; deposit_who: DepositWho },
  services: readonly PricedLine[],
  history: { visited: boolean; missed: boolean },
  { start, now }: { start: number; now: number },
): number {
  const isAsked = takes_deposits && leavesTimeToPay(start, now) && isAskedOf(deposit_who, history);
  return isAsked ? depositCents(services, deposit_percent) : 0;
}

/** A deposit's share of the total, whole percents, half up. */
export function shareOfTotal(deposit: number, total: number): number {
  return total === 0 ? 0 : halfUp(deposit * 100, total);
}

/**
 * Hours that another place to be paid to waits, so that nobody redirects deposits unnoticed; and for a week after the
 * account got another address, at which its owner may not be.
 */
export const payToWaits = 24;
export const payToWaitsLonger = 72;

/** Above so many percent of the price a deposit can be an unfair contract term. */
export const largeDepositPercent = 50;

/** Suggested to whoever asks for none yet. */
export const usualDepositPercent = 30;

/** After so many days a refund is overdue; the professional hears of it again after the first of these, and the last. */
export const refundDays = { first: 3, last: 7 } as const;

/** For so many days after a booking ended its deposit can still be said to have been paid. */
export const latePaymentDays = 14;

export const payToKinds = ['payid_email', 'payid_phone', 'payid_abn', 'bank'] as const;
export type PayToKind = (typeof payToKinds)[number];
export type PayTo = { kind: PayToKind; value: string; name: string };

export const payToLabels: Record<PayToKind, string> = {
  payid_email: 'PayID (email)',
  payid_phone: 'PayID (mobile)',
  payid_abn: 'PayID (ABN)',
  bank: 'BSB and account',
};

export const payToMessages: Record<PayToKind, string> = {
  payid_email: 'Enter a valid email address',
  payid_phone: 'Enter an Australian mobile number, such as 0400 111 222',
  payid_abn: 'Enter a valid ABN of 11 digits',
  bank: 'Enter BSB and account number, such as 123-456 12345678',
};

/** Whether money goes to the same place, under the same name; null is none. */
export function isSamePayTo(one: PayTo | null, other: PayTo | null): boolean {
  if (one === null || other === null) return one === other;
  return one.kind === other.kind && one.value === other.value && one.name === other.name;
}

/** Where money goes, as it is kept; undefined where the value is none of its kind. */
export function payToValue(kind: PayToKind, typed: string): string | undefined {
  const text = typed.trim();
  const joined = text.replaceAll(' ', '');
  switch (kind) {
    case 'payid_email':
      return isEmailAddress(text) ? emailAddress(text) : undefined;
    case 'payid_phone': {
      const rest = /^(?:0|\+?61)(4\d{8})$/.exec(joined)?.[1];
      return rest && `0${rest}`;
    }
    case 'payid_abn':
      return isAbn(joined) ? joined : undefined;
    case 'bank':
      return /^\d{3}-\d{3} \d{4,9}$/.test(text) ? text : undefined;
  }
}

const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** 11 digits with the tax office's check (abr.business.gov.au): weighted, the first less one, divisible by 89. */
export function isAbn(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  const sum = abnWeights.reduce((total, weight, i) => total + weight * (Number(digits[i]) - (i === 0 ? 1 : 0)), 0);
  return sum % 89 === 0;
}

/** Letters and digits that are not mistaken for each other when they are typed again. */
export const referenceLetters = 'ABCDEFGHJKMNPQRTUVWXY346789';
export const referenceLength = 6;
