import { sql } from 'kysely';
import type { DepositStatus } from '#shared/rules/deposit.ts';
import { sides } from '#shared/rules/reschedule.ts';
import { formatShortDay } from '#shared/time.ts';
import type { DepositNews } from '../events.ts';
import { amountOf, payUntil, refundSentence, sayWhere } from './deposit-texts.ts';
import type { Reader } from './email-recipient.ts';
import type { Kind } from './kind.ts';
import type { BookingDetails } from './message-queries.ts';
import { clientName, what, when } from './notification-texts.ts';

/** How to pay, and what comes then; a guest has no page to say so on. */
function howToPay({ display_name }: BookingDetails, { isGuest }: Reader) {
  const how =
    'Pay from your own bank: Saluni never holds your money. Compare the name that your bank shows with the one here, and put the reference in the description.';
  if (isGuest) return { next: `${how} Once it has arrived, ${display_name} confirms your booking.` };
  return {
    button: 'I have paid',
    next: `${how} Then tell us you've paid. If your bank holds a first payment, we'll keep your time for another day.`,
  };
}

/** What is told of a deposit alone (contract 13); where it is paid to is in none of the texts. */
export const depositKinds: { [A in `deposit_${DepositNews}`]: Kind<A> } = {
  deposit_asked: {
    title: 'Deposit to pay',
    text: ({ b }) =>
      `${b.display_name} asks for a deposit of ${amountOf(b)} for ${booking(b)}. Pay it by ${payUntil(b)}.`,
    readers: ['client'],
    mail: ({ b }, reader) => ({ heading: 'Pay your deposit to keep your time', ...howToPay(b, reader) }),
    ...untilIt('due'),
    former: { professional: 'A former professional asked you for a deposit.' },
  },
  deposit_reminder: {
    title: 'Deposit still to pay',
    readers: ['client'],
    text: ({ b }) => `Please pay the deposit of ${amountOf(b)} for ${booking(b)} by ${payUntil(b)}.`,
    mail({ b }, reader) {
      const { next, ...how } = howToPay(b, reader);
      return {
        heading: 'Your deposit is still due',
        ...how,
        next: `${next} Without the deposit your booking will be cancelled.`,
      };
    },
    ...untilIt('due'),
    former: { professional: 'A former professional asked you for a deposit.' },
  },
  deposit_paid: {
    title: 'Deposit marked as paid',
    readers: ['professional'],
    text: ({ b }) =>
      `${clientName(b)} says the deposit for ${booking(b)} was paid: ${amountOf(b)}, ${b.deposit?.reference}.`,
    mail: () => ({
      heading: 'Has the deposit arrived?',
      button: 'Received, or not yet',
      next: "Look for the reference in your account. Once you tell us you've received it, the booking is confirmed.",
    }),
    ...untilIt('said_paid'),
    former: { client: 'A former client said that a deposit was paid.' },
  },
  deposit_not_received: {
    title: 'Deposit not found',
    readers: ['client'],
    text: ({ b }) =>
      b.status === 'pending'
        ? `${b.display_name} can't find your deposit of ${amountOf(b)} for ${booking(b)} yet. Please check your payment.`
        : `${b.display_name} can't find your deposit of ${amountOf(b)} for ${booking(b)}, so nothing comes back.`,
    mail: () => ({ heading: "Your deposit hasn't arrived" }),
    isOver: sql`not exists (select from deposits d where d.booking_id = one.booking_id
      and (d.status = 'due' or d.status = 'released' and d.refund_by is not null))`,
    former: { professional: "A former professional couldn't find your deposit." },
  },
  deposit_refund: {
    title: 'Deposit to send back',
    readers: sides,
    text: ({ b, change: { to } }) =>
      `${to === 'client' ? 'Your' : `${clientName(b)}'s`} ${formatShortDay(b.start, b.time_zone)} booking is cancelled.${refundSentence(b, to)}`,
    mail: ({ b, change: { to } }) =>
      to === 'client'
        ? { heading: 'Your deposit comes back to you', ...sayWhere(b) }
        : { heading: 'A deposit to send back' },
    ...untilIt('refund_due'),
    former: {
      client: 'You owe a former client their deposit back.',
      professional: 'A former professional was to give your deposit back.',
    },
  },
  deposit_refund_reminder: {
    title: 'Deposit still to send back',
    readers: ['professional'],
    text: ({ b }) =>
      `Please send the deposit of ${amountOf(b)} for ${booking(b)} back to ${clientName(b)}, and mark it as refunded.`,
    mail: () => ({ heading: 'A deposit still to send back' }),
    ...untilIt('refund_due'),
    former: { client: 'You owe a former client their deposit back.' },
  },
  deposit_refunded: {
    title: 'Deposit sent back',
    readers: ['client'],
    text: ({ b }) => `${b.display_name} sent back your deposit of ${amountOf(b)} for ${booking(b)}.`,
    mail: () => ({ heading: 'Your deposit is on its way back' }),
    former: { professional: 'A former professional gave your deposit back.' },
  },
};

/** It is of use while the deposit has this status. */
function untilIt(status: DepositStatus): Pick<Kind, 'isOver' | 'whyObsolete'> {
  return {
    isOver: sql`not exists (select from deposits d where d.booking_id = one.booking_id and d.status = ${sql.lit(status)})`,
    whyObsolete: ({ b: { deposit } }) =>
      deposit?.status === status ? undefined : `the deposit is ${deposit?.status} now`,
  };
}

function booking(b: BookingDetails): string {
  return `${what(b)} on ${when(b)}`;
}
