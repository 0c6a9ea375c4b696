import type { EmailContent } from '#server/email/layout.ts';
import { payToLabels } from '#shared/rules/deposit.ts';
import type { BookingEmail } from './booking-email.ts';
import { amountOf, depositTexts, payUntil, refundBy } from './deposit-texts.ts';
import type { BookingDetails } from './message-queries.ts';
import { what } from './notification-texts.ts';

type Parts = Omit<EmailContent, 'details' | 'reach' | 'footer' | 'unsubscribe'>;
type DepositEmail = Extract<BookingEmail, { about: `deposit_${string}` }>;

export function isAboutDeposit(change: BookingEmail): change is DepositEmail {
  return change.about.startsWith('deposit_');
}

const howToPay =
  "Pay from your own bank: Saluni never holds your money. Compare the name that your bank shows with the one here, and put the reference in the description. Then tell us you've paid. If your bank holds a first payment, we'll keep your time for another day.";

/** Heading, subject, button and what comes next, of each mail about a deposit. */
const frames: Record<DepositEmail['about'], { heading: string; label: string; next?: string }> = {
  deposit_asked: {
    heading: 'Pay your deposit to keep your time',
    label: 'I have paid',
    next: howToPay,
  },
  deposit_reminder: {
    heading: 'Your deposit is still due',
    label: 'I have paid',
    next: `${howToPay} Without the deposit your booking will be cancelled.`,
  },
  deposit_paid: {
    heading: 'Has the deposit arrived?',
    label: 'Received, or not yet',
    next: "Look for the reference in your account. Once you tell us you've received it, the booking is confirmed.",
  },
  deposit_not_received: { heading: "Your deposit hasn't arrived", label: 'View booking' },
  deposit_refund: { heading: 'A deposit to send back', label: 'View booking' },
  deposit_refund_reminder: { heading: 'A deposit still to send back', label: 'View booking' },
  deposit_refunded: { heading: 'Your deposit is on its way back', label: 'View booking' },
};

/** What a client does about a refund that is due. */
export const sayWhere = 'Say where it should go';
const comesBack = { heading: 'Your deposit comes back to you', label: sayWhere, next: undefined };

export function partsOfDeposit(
  b: BookingDetails,
  change: DepositEmail,
  { button, other }: { button: { label: string; url: string }; other: string },
): Parts {
  const news = change.about.slice('deposit_'.length) as keyof typeof depositTexts;
  const text = depositTexts[news](b, change.to);
  const { heading, label, next } =
    change.about === 'deposit_refund' && change.to === 'client' ? comesBack : frames[change.about];
  return {
    subject: `${heading}: ${what(b)} with ${other}`,
    preview: text,
    heading,
    paragraphs: [text],
    next,
    button: { ...button, label },
  };
}

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
    refund_due: refund_by === null ? '' : `, to be sent back by ${refundBy(b, refund_by)}`,
    refunded: ', sent back',
    kept: ', kept',
  };
  const state = states[status];
  return state === undefined ? [] : [['Deposit', amountOf(b) + state]];
}
