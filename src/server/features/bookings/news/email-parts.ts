import type { Detail, EmailContent } from '#server/email/layout.ts';
import { DAY } from '#shared/constants.ts';
import { cutText } from '#shared/cut-text.ts';
import { formatHours } from '#shared/duration.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { cancelUntil } from '#shared/rules/cancellation.ts';
import { totalMinutes } from '#shared/rules/lines.ts';
import { preparationText } from '#shared/rules/preparation.ts';
import { formatPrice, toDollars } from '#shared/rules/price.ts';
import { whyNotReviewed } from '#shared/rules/rating.ts';
import { formatDateTime, formatTimeBeside } from '#shared/time.ts';
import type { BookingEmail } from './booking-email.ts';
import { depositRows, isAboutDeposit, partsOfDeposit, sayWhere } from './deposit-email.ts';
import { amountOf, confirmedSentence, refundSentence } from './deposit-texts.ts';
import { hasLeft, pageOf, type Reader } from './email-recipient.ts';
import type { BookingDetails, RequestDetails } from './message-queries.ts';
import { clientName, endedWith, notificationTexts, what } from './notification-texts.ts';
import { whereRows } from './where-rows.ts';

/** What an email says of a change; `request` belongs to those about another time. */
export type Told = { change: BookingEmail; request: RequestDetails | undefined };

type Button = { label: string; url: string };
type Parts = Omit<EmailContent, 'details' | 'reach' | 'footer' | 'unsubscribe'>;

export function partsOf(b: BookingDetails, told: Told, reader: Reader): Parts {
  const { change } = told;
  const url = pageOf(b, reader);
  const ofGuest = hasLeft(b) ? 'Find someone else' : `Page of ${b.display_name}`;
  const button = { label: reader.isGuest ? ofGuest : 'View booking', url };
  const review = reader.publicUrl + pagePath('updateBooking', { bookingId: b.id });
  const notes = b.notes && !b.written_in ? excerpt(`Notes from ${isolated(b.first_name)}`, b.notes, url) : undefined;
  const other = change.to === 'client' ? b.display_name : clientName(b);
  if (isAboutDeposit(change)) return partsOfDeposit(b, change, { button, other });
  switch (change.about) {
    case 'requested': {
      const text = notificationTexts.requested(b);
      return {
        subject: `New booking request: ${what(b)} with ${other}`,
        preview: text,
        heading: 'A new booking request',
        paragraphs: [text],
        quote: notes,
        next: b.deposit
          ? `It's confirmed once you've received the deposit of ${amountOf(b)}. You can also confirm it without one. Otherwise it's cancelled on ${until(b, b.expires)}.`
          : `Please confirm or cancel it by ${until(b, b.expires)}. After that it's cancelled and the time is free again.`,
        button: { label: 'Review booking', url: review },
      };
    }
    case 'booked': {
      const text = notificationTexts.booked(b);
      return {
        subject: `New booking: ${what(b)} with ${other}`,
        preview: text,
        heading: 'A new booking',
        paragraphs: [text],
        quote: notes,
        next: "It's already confirmed.",
        button,
      };
    }
    case 'confirmed': {
      const text = notificationTexts.confirmed(b, change.how) + confirmedSentence(b);
      return {
        subject: `Confirmed: ${what(b)} with ${other}`,
        preview: text,
        heading: 'Your booking is confirmed',
        paragraphs: [`Hi ${isolated(b.first_name)},`, text],
        quote: notes && { ...notes, label: 'Your notes' },
        next: `Add it to your calendar with the attached file. ${howToChange(b, reader)}`,
        button,
      };
    }
    case 'completed': {
      const text = notificationTexts.completed(b);
      return {
        subject: `Thank you: ${what(b)} with ${other}`,
        preview: text,
        heading: 'Thanks for coming in',
        paragraphs: [`Hi ${isolated(b.first_name)},`, text],
        next: 'We hope you love your hair. You can look up your visit any time, and book again when you like.',
        button:
          whyNotReviewed(b, b.now - b.end) === null
            ? { label: 'Review your visit', url: reader.publicUrl + pagePath('review', { bookingId: b.id }) }
            : button,
      };
    }
    case 'reminder': {
      const text = notificationTexts.reminder(b, change.to);
      return {
        subject: `Reminder: ${what(b)} with ${other}`,
        preview: text,
        heading: 'Your visit is coming up',
        paragraphs: [text],
        quote: change.to === 'professional' ? notes : undefined,
        next: change.to === 'client' ? howToChange(b, { ...reader, isReminder: true }) : undefined,
        button,
      };
    }
    case 'address_changed': {
      const text = notificationTexts.addressChanged(b, change.to);
      return {
        subject: `New address: ${what(b)} with ${other}`,
        preview: text,
        heading: 'The visit has a new address',
        paragraphs: [text],
        next:
          b.status === 'confirmed' && change.to === 'client' ? 'The attached file updates your calendar.' : undefined,
        button,
      };
    }
    case 'cancelled': {
      const text = notificationTexts.cancelled(b, change.to, change.by) + refundSentence(b, change.to);
      const from =
        change.by === 'client' ? visitorOf(b, change.to) : change.by === 'professional' ? b.display_name : 'Saluni';
      return {
        subject: `Cancelled: ${what(b)} with ${other}`,
        preview: text,
        heading: 'A booking was cancelled',
        paragraphs: [text],
        quote: b.cancel_reason ? { label: `Reason given by ${from}`, text: b.cancel_reason } : undefined,
        next:
          change.to === 'client'
            ? `You can ${hasLeft(b) ? 'book with someone else' : 'pick another time'} whenever you like.`
            : 'The time is free again for other clients.',
        button: change.to === 'client' && b.deposit?.status === 'refund_due' ? { ...button, label: sayWhere } : button,
      };
    }
    default:
      return partsOfRequest(b, told, { button, review, other, isGuest: reader.isGuest });
  }
}

/** The client's first name; the professional knows a guest by the name that they wrote in (contract 9). */
function visitorOf({ guest, first_name }: BookingDetails, to: Told['change']['to']): string {
  return isolated((to === 'professional' && guest?.name) || first_name);
}

/** Of an email about another time. */
function partsOfRequest(
  b: BookingDetails,
  { change, request: r }: Told,
  { button, review, other, isGuest }: { button: Button; review: string; other: string; isGuest: boolean },
): Parts {
  if (!r) throw new Error('an email about another time has no request');
  const from = r.requested_by === 'client' ? visitorOf(b, change.to) : b.display_name;
  const quote = r.message ? { label: `Message from ${from}`, text: r.message } : undefined;
  const remains = endedWith(b, r)
    ? { heading: 'The booking is cancelled' }
    : {
        heading: "The time hasn't changed",
        next: "You can ask for another time on the booking's page.",
      };
  switch (change.about) {
    case 'reschedule_asked': {
      const text = notificationTexts.rescheduleAsked(b, r);
      const isOffer = b.status === 'pending';
      const unanswered = isOffer && b.expires <= r.expires ? 'the booking is cancelled' : 'nothing changes';
      return {
        subject: `${isOffer ? 'Another time offered' : 'Another time asked for'}: ${what(b)} with ${other}`,
        preview: text,
        heading: isOffer ? 'Would another time suit you?' : 'Can it be at another time?',
        paragraphs: [text],
        quote,
        next: `Please answer by ${until(b, r.expires)}. We'll hold both times until then. Without an answer, ${unanswered}.`,
        button: { label: 'Answer', url: review },
      };
    }
    case 'reschedule_declined': {
      const text = notificationTexts.rescheduleDeclined(b, r);
      const subject = `No change: ${what(b)} with ${other}`;
      return { subject, preview: text, paragraphs: [text], ...remains, button };
    }
    case 'reschedule_expired': {
      const text = notificationTexts.rescheduleExpired(b, r);
      const subject = `Not answered: ${what(b)} with ${other}`;
      return { subject, preview: text, paragraphs: [text], ...remains, button };
    }
    case 'rescheduled': {
      const text = notificationTexts.rescheduled(b, r, change.to, change);
      const isWaiting = change.to === 'professional' && b.status === 'pending';
      const hasFile = change.to === 'client' && !change.stays_pending;
      return {
        subject: `New time: ${what(b)} with ${other}`,
        preview: text,
        heading: 'The booking has a new time',
        paragraphs: hasFile ? [`Hi ${isolated(b.first_name)},`, text] : [text],
        quote: change.answered || change.to === r.requested_by ? undefined : quote,
        next: hasFile
          ? `The attached file updates your calendar. ${howToChange(b, { isGuest })}`
          : isWaiting
            ? `Please confirm or cancel it by ${until(b, b.expires)}. After that it's cancelled and the time is free again.`
            : undefined,
        button: isWaiting ? { label: 'Review booking', url: review } : button,
      };
    }
    default:
      throw new Error(`no email is about ${change.about}`);
  }
}

function until(b: BookingDetails, instant: number): string {
  return `${formatDateTime(instant, b.time_zone)}${instant === b.start ? ', when the visit begins' : ''}`;
}

/** Until when the reader can change a confirmed booking, and how. A reminder comes a day ahead. */
function howToChange(
  b: BookingDetails,
  { isGuest, isReminder = false }: { isGuest: boolean; isReminder?: boolean },
): string {
  if (isGuest) return `If you can't make it, please tell ${b.display_name}.`;
  const last = cancelUntil({
    start: b.start,
    created: b.created,
    cutoffHours: b.cutoff_hours,
    notBefore: b.not_before,
  });
  if (last === b.start) return 'You can change or cancel it online until it starts.';
  if (isReminder && last <= b.start - DAY) return `If you can't make it, please contact ${b.display_name}.`;
  return `You can change or cancel it online until ${formatDateTime(last, b.time_zone)}. After that, please contact ${b.display_name}.`;
}

/** Most of a user's notes that an email quotes (contract 5), UTF-16 units. */
const quotedLength = 500;

/** Quotes the beginning of long notes, and links to the rest. */
function excerpt(label: string, text: string, url: string): NonNullable<EmailContent['quote']> {
  const cut = cutText(text, quotedLength);
  return cut === text ? { label, text } : { label, text: cut, more: { label: 'Read all notes', url } };
}

/** What mails quote of how to prepare: those before the visit, to its client. */
function preparationIn(b: BookingDetails, { about, to }: Told['change']): string {
  if (to !== 'client' || (about !== 'confirmed' && about !== 'reminder')) return '';
  return preparationText(b.services);
}

/** The rows below the text of a mail; `request` is the time that somebody asks for. */
export function detailsOf(b: BookingDetails, { change, request }: Told): Detail[] {
  const { to } = change;
  const asked = change.about === 'reschedule_asked' ? request : undefined;
  const preparation = preparationIn(b, change);
  const minutes = totalMinutes(b.services);
  const services = b.services.map(
    (one) => `${one.name}, ${formatHours(one.service_duration_minutes)}, ${price(one.price_cents)}`,
  );
  const span = ({ start, end }: { start: number; end: number }) =>
    `${formatDateTime(start, b.time_zone)}, until ${formatTimeBeside(end, start, b.time_zone)} (${formatHours(minutes)})`;
  return [
    to === 'client'
      ? ['With', b.display_name]
      : ['Client', isolated(b.guest?.name ?? `${b.first_name} ${b.last_name}`)],
    ['What', services.join('\n')],
    ...(asked
      ? ([
          ['Now', span(b)],
          ['Asked for', span(asked)],
        ] as [string, string][])
      : ([['When', span(b)]] as [string, string][])),
    ...whereRows(b, change),
    ['Total', price(b.total_price_cents)],
    ...depositRows(b, change),
    ...(preparation ? ([['How to prepare', preparation]] as [string, string][]) : []),
    ...(to === 'client' && b.policy !== null ? ([['Cancelling', b.policy]] as [string, string][]) : []),
  ];
}

function price(cents: number): string {
  return formatPrice(toDollars(cents));
}
