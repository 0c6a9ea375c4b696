import { sql } from 'kysely';
import type { EmailContent } from '#server/email/layout.ts';
import { cutText } from '#shared/cut-text.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { whyNotReviewed } from '#shared/rules/rating.ts';
import { amountOf, confirmedSentence, refundSentence, sayWhere } from './deposit-texts.ts';
import { hasLeft, pageOf, type Reader } from './email-recipient.ts';
import type { Kind, Told } from './kind.ts';
import type { BookingDetails } from './message-queries.ts';
import { clientName, howToChange, isCancelled, until, visitorOf, what, when } from './notification-texts.ts';

type About =
  | 'requested'
  | 'booked'
  | 'confirmed'
  | 'completed'
  | 'reminder'
  | 'due_again'
  | 'cancelled'
  | 'address_changed'
  | 'extended';

/** What is told of a visit, beside other times and deposits (contract 5). */
export const visitKinds: { [A in About]: Kind<A> } = {
  requested: {
    title: 'New booking request',
    text: ({ b }) => `New booking request from ${clientName(b)} for ${what(b)} on ${when(b)}.`,
    mail: ({ b }, reader) => ({
      heading: 'A new booking request',
      subject: 'New booking request',
      quote: notesIn(b, reader),
      next: b.deposit
        ? `It's confirmed once you've received the deposit of ${amountOf(b)}. You can also confirm it without one. Otherwise it's cancelled on ${until(b, b.expires)}.`
        : `Please confirm or cancel it by ${until(b, b.expires)}. After that it's cancelled and the time is free again.`,
      button: { label: 'Review booking', url: reader.publicUrl + pagePath('updateBooking', { bookingId: b.id }) },
    }),
    whyObsolete: ({ b, change }) => (change.version !== b.version || b.status !== 'pending' ? statusNow(b) : undefined),
    isOver: sql`exists (select from bookings b where b.id = one.booking_id and b.status <> 'pending')`,
    former: { client: 'A former client sent a booking request.' },
  },
  booked: {
    title: 'New booking',
    text: ({ b }) => `New booking: ${clientName(b)} is booked in for ${what(b)} on ${when(b)}.`,
    mail: ({ b }, reader) => ({
      heading: 'A new booking',
      subject: 'New booking',
      quote: notesIn(b, reader),
      next: "It's already confirmed.",
    }),
    isOutdated: isCancelled,
    former: { client: 'A former client made a booking.' },
  },
  confirmed: {
    title: 'Booking confirmed',
    text: ({ b, change: { how } }) => {
      const booking = `${what(b)} on ${when(b)}`;
      const told =
        how === 'instant'
          ? `Your booking with ${b.display_name} for ${booking} is confirmed.`
          : how === 'written_in'
            ? `${b.display_name} booked you in for ${booking}.`
            : `${b.display_name} confirmed your booking for ${booking}.`;
      return told + confirmedSentence(b);
    },
    mail({ b }, reader) {
      const notes = notesIn(b, reader);
      return {
        heading: 'Your booking is confirmed',
        subject: 'Confirmed',
        greets: true,
        quote: notes && { ...notes, label: 'Your notes' },
        next: `Add it to your calendar with the attached file. ${howToChange(b, reader)}`,
      };
    },
    isOutdated: isCancelled,
    former: { professional: 'A former professional confirmed your booking.' },
  },
  completed: {
    title: 'Visit complete',
    text: ({ b }) => `Your booking with ${b.display_name} for ${what(b)} on ${when(b)} is complete.`,
    mail: ({ b }, { publicUrl }) => ({
      heading: 'Thanks for coming in',
      subject: 'Thank you',
      greets: true,
      next: 'We hope you love your hair. You can look up your visit any time, and book again when you like.',
      ...(whyNotReviewed(b, b.now - b.end) === null && {
        button: { label: 'Review your visit', url: publicUrl + pagePath('review', { bookingId: b.id }) },
      }),
    }),
    whyObsolete: ({ b }) => (b.no_show ? 'the visit was missed' : undefined),
    isOutdated: ({ no_show }) => no_show,
    former: { professional: 'Your booking with a former professional is complete.' },
  },
  reminder: {
    title: 'Reminder',
    kind: 'reminder',
    text: ({ b, change: { to } }) =>
      to === 'client'
        ? `Reminder: your booking with ${b.display_name} for ${what(b)} is on ${when(b)}.`
        : `Reminder: ${clientName(b)} is booked in for ${what(b)} on ${when(b)}.`,
    mail: ({ b, change: { to } }, reader) => ({
      heading: 'Your visit is coming up',
      subject: 'Reminder',
      quote: to === 'professional' ? notesIn(b, reader) : undefined,
      next: to === 'client' ? howToChange(b, { ...reader, isReminder: true }) : undefined,
    }),
    whyObsolete({ b, change }) {
      if (change.version !== b.version || b.status !== 'confirmed') return statusNow(b);
      return b.is_ahead ? undefined : 'the booking has begun';
    },
    isOver: sql`exists (select from bookings b where b.id = one.booking_id
      and (b.status <> 'confirmed' or b.end_time <= clock_now()))`,
    former: {
      client: 'Reminder of a booking with a former client.',
      guest: 'Reminder of a booking with a former guest.',
      professional: 'Reminder of your booking with a former professional.',
    },
  },
  due_again: {
    title: 'Due again',
    kind: 'reminder',
    text: ({ b }) => `You asked us to remind you: it's time for ${what(b)} with ${b.display_name} again.`,
    mail: () => ({ heading: "You're due again", subject: 'Due again', greets: true, button: 'Book again' }),
    whyObsolete: ({ b }) => (b.no_show ? 'the visit was missed' : undefined),
    isOutdated: ({ no_show }) => no_show,
    former: { professional: 'You asked to be reminded of a former professional.' },
  },
  address_changed: {
    title: 'Address changed',
    text: ({ b, change: { to } }) =>
      to === 'client'
        ? `${b.display_name} changed the address of your booking for ${what(b)} on ${when(b)}.`
        : `${clientName(b)} changed the address for ${what(b)} on ${when(b)}.`,
    mail: ({ b, change: { to } }) => ({
      heading: 'The visit has a new address',
      subject: 'New address',
      next: b.status === 'confirmed' && to === 'client' ? 'The attached file updates your calendar.' : undefined,
    }),
    whyObsolete: ({ b }) =>
      b.is_ahead && (b.status === 'pending' || b.status === 'confirmed') ? undefined : statusNow(b),
    isOutdated: isCancelled,
    former: {
      client: 'A former client changed the address of a booking.',
      guest: 'A former guest changed the address of a booking.',
      professional: 'A former professional changed the address of your booking.',
    },
  },
  extended: {
    title: 'Booking changed',
    text: ({ b, change: { to, by } }) =>
      to === by
        ? `You added to your booking: ${what(b)} on ${when(b)}.`
        : to === 'client'
          ? `${b.display_name} added to your booking, as agreed: ${what(b)} on ${when(b)}.`
          : `${clientName(b)} added to their booking: ${what(b)} on ${when(b)}.`,
    mail: ({ b, change: { to } }) => ({
      heading: 'The booking has more in it',
      subject: 'Changed',
      greets: to === 'client',
      next: b.status === 'confirmed' && to === 'client' ? 'The attached file updates your calendar.' : undefined,
    }),
    isOutdated: isCancelled,
    former: {
      client: 'A former client added to their booking.',
      guest: 'A former guest added to their booking.',
      professional: 'A former professional added to your booking.',
    },
  },
  cancelled: {
    title: 'Booking cancelled',
    text: (told) => cancelledText(told) + refundSentence(told.b, told.change.to),
    mail({ b, change: { to, by } }) {
      const from = by === 'client' ? visitorOf(b, to) : by === 'professional' ? b.display_name : 'Saluni';
      return {
        heading: 'A booking was cancelled',
        subject: 'Cancelled',
        quote: b.cancel_reason ? { label: `Reason given by ${from}`, text: b.cancel_reason } : undefined,
        next:
          to === 'client'
            ? `You can ${hasLeft(b) ? 'book with someone else' : 'pick another time'} whenever you like.`
            : 'The time is free again for other clients.',
        ...(to === 'client' && b.deposit?.status === 'refund_due' && sayWhere(b)),
      };
    },
    former: {
      client: 'The booking of a former client was cancelled.',
      guest: 'The booking of a former guest was cancelled.',
      professional: 'Your booking with a former professional was cancelled.',
    },
  },
};

function cancelledText({ b, change: { to, by } }: Told<'cancelled'>): string {
  const booking = `${what(b)} on ${when(b)}`;
  // Without a reason the system cancelled because nobody answered in time.
  if (by === 'system' && (b.cancel_reason !== null || b.expired_with_request)) {
    const why = b.cancel_reason === null ? ', as no time was agreed' : '';
    return to === 'client'
      ? `Your booking request to ${b.display_name} for ${booking} was cancelled${why}.${noLongerDue(b)}`
      : `The booking request from ${clientName(b)} for ${booking} was cancelled${why}.`;
  }
  if (by === 'system' && b.deposit?.status === 'released')
    return to === 'client'
      ? `The deposit for ${booking} wasn't paid in time, so your ${b.written_in ? 'booking with' : 'request to'} ${b.display_name} was cancelled.`
      : `${clientName(b)} didn't pay the deposit for ${booking} in time, so the ${b.written_in ? 'booking' : 'request'} was cancelled.`;
  if (by === 'system' && to === 'client')
    return `${b.display_name} didn't answer your booking request for ${booking}, so it was cancelled.`;
  if (by === 'system')
    return `You didn't answer the booking request from ${clientName(b)} for ${booking}, so it was cancelled.`;
  if (by === to) return `You cancelled your booking with ${b.display_name} for ${booking}.`;
  const who = by === 'admin' ? 'Saluni' : by === 'client' ? clientName(b) : b.display_name;
  return to === 'client'
    ? `${who} cancelled your booking${by === 'admin' ? ` with ${b.display_name}` : ''} for ${booking}.${noLongerDue(b)}`
    : `${who} cancelled the booking${by === 'admin' ? ` of ${clientName(b)}` : ''} for ${booking}.`;
}

/** To the client of a booking that others cancelled. */
function noLongerDue({ deposit }: BookingDetails): string {
  return deposit?.status === 'released' ? ' The deposit is no longer due.' : '';
}

const statusNow = ({ status }: BookingDetails) => `the booking is ${status} now`;

/** Most of a user's notes that an email quotes (contract 5), UTF-16 units. */
const quotedLength = 500;

/** Quotes the beginning of long notes, and links to the rest. */
function notesIn(b: BookingDetails, reader: Reader): EmailContent['quote'] {
  if (!b.notes || b.written_in) return undefined;
  const label = `Notes from ${isolated(b.first_name)}`;
  const cut = cutText(b.notes, quotedLength);
  return cut === b.notes
    ? { label, text: cut }
    : { label, text: cut, more: { label: 'Read all notes', url: pageOf(b, reader) } };
}
