import { z } from 'zod';
import { type EmailContent, htmlOf, textOf } from '#server/email/layout.ts';
import type { Email } from '#server/email/transport.ts';
import { unsubscribeUrl } from '#server/links/unsubscribe-links.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { calendarFile } from '#shared/calendar-file.ts';
import { formatHours, formatMinutes } from '#shared/duration.ts';
import { pagePath } from '#shared/pages.ts';
import { actors } from '#shared/rules/booking-status.ts';
import { formatPrice, toDollars } from '#shared/rules/price.ts';
import { formatDateTime, formatSlotTime } from '#shared/time.ts';
import type { EmailKind } from '#shared/users.ts';
import { id } from '#shared/wire.ts';
import { type BookingDetails, findBookingDetails, findRequestEmail, type Side } from './message-queries.ts';
import { clientName, notificationTexts, what } from './notification-texts.ts';

const bookingRef = { booking_id: id, to: z.enum(['client', 'professional']), version: z.int() };
const bookingEmail = z.discriminatedUnion('about', [
  z.object({ ...bookingRef, about: z.enum(['requested', 'confirmed', 'completed', 'reminder']) }),
  z.object({ ...bookingRef, about: z.literal('cancelled'), by: z.enum(actors), was_confirmed: z.boolean() }),
]);
/** The payload of a delivery: to whom, and which change the email reports; `version` is the booking's after it. */
export type BookingEmail = z.infer<typeof bookingEmail>;

/**
 * `publicUrl` is the base of links, without a trailing slash; `address` is the sender's; `unsubscribe` switches emails
 * of this kind off.
 */
type Sender = { publicUrl: string; address: string; unsubscribe: string };

export const bookingEmails: Record<'booking', WriteEmail> = {
  async booking({ config, db }, payload) {
    const change = bookingEmail.parse(payload);
    const booking = await findBookingDetails(db, change.booking_id);
    if (!booking) throw new Error(`booking ${change.booking_id} is missing`);
    const { user_id, email, gets_email } = booking[change.to];
    if (user_id === null || email === null) return { skip: 'the recipient is gone' };
    if (!gets_email) return { skip: 'the recipient is disabled' };
    const obsolete = whyObsolete(booking, change);
    if (obsolete) return { skip: obsolete };
    if (isWithdrawal(change)) {
      const request = await findRequestEmail(db, booking.id);
      if (request === 'sending') return { wait: true };
      if (request === 'not mailed') return { skip: 'the request was never mailed' };
    }
    const { publicUrl, mailFrom } = config;
    const unsubscribe = await unsubscribeUrl(db, publicUrl, { userId: user_id, kind: kindOf(change) });
    const sender = { publicUrl, address: addressOf(mailFrom), unsubscribe };
    return { email: writeBookingEmail(booking, change, email, sender), suffix: change.to };
  },
};

/** The preference that allows the email. */
export function kindOf({ about }: Pick<BookingEmail, 'about'>): EmailKind {
  return about === 'reminder' ? 'reminder' : 'booking';
}

const unsubscribeLabels: Record<EmailKind, string> = {
  booking: 'Unsubscribe from emails about bookings',
  reminder: 'Unsubscribe from reminder emails',
};

/**
 * Why nobody needs a request or a reminder any more: its status changed since. Other emails say what happened,
 * and are always sent.
 */
function whyObsolete(booking: BookingDetails, { about, version }: BookingEmail): string | undefined {
  if (about !== 'requested' && about !== 'reminder') return undefined;
  const status = about === 'requested' ? 'pending' : 'confirmed';
  if (booking.version !== version || booking.status !== status) return `the booking is ${booking.status} now`;
  return about === 'reminder' && !booking.is_ahead ? 'the booking has begun' : undefined;
}

/**
 * The client takes an unanswered request back. The professional, who may not have been mailed the request yet, need not
 * be mailed either.
 */
function isWithdrawal(change: BookingEmail): boolean {
  return change.about === 'cancelled' && change.by === 'client' && !change.was_confirmed;
}

/** Takes `hello@saluni.example` out of `Saluni <hello@saluni.example>`. */
function addressOf(sender: string): string {
  return /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
}

function writeBookingEmail(booking: BookingDetails, change: BookingEmail, address: string, sender: Sender): Email {
  const { unsubscribe } = sender;
  const content = {
    ...parts(booking, change, sender.publicUrl),
    details: detailsOf(booking, change.to),
    footer,
    unsubscribe: { label: unsubscribeLabels[kindOf(change)], url: unsubscribe },
  };
  const to =
    change.to === 'client'
      ? { name: `${booking.first_name} ${booking.last_name}`, address }
      : { name: booking.display_name, address };
  const invitation = invitationFor(booking, change, address, sender);
  return { to, subject: content.subject, html: htmlOf(content), text: textOf(content), unsubscribe, invitation };
}

function parts(
  b: BookingDetails,
  change: BookingEmail,
  publicUrl: string,
): Omit<EmailContent, 'details' | 'footer' | 'unsubscribe'> {
  const details = { label: 'View booking', url: publicUrl + pagePath('bookingDetails', { bookingId: b.id }) };
  const notes = b.notes ? excerpt(`Notes from ${b.first_name}`, b.notes, details.url) : undefined;
  switch (change.about) {
    case 'requested': {
      const text = notificationTexts.requested(b);
      return {
        subject: `New booking request: ${what(b)} with ${clientName(b)}`,
        preview: text,
        heading: 'A new booking request',
        paragraphs: [text],
        quote: notes,
        next: `Please confirm or cancel it by ${formatDateTime(b.expires, b.time_zone)}${b.expires === b.start ? ', when the appointment begins' : ''}. After that it is cancelled and the time is free again.`,
        button: { label: 'Review booking', url: publicUrl + pagePath('updateBooking', { bookingId: b.id }) },
      };
    }
    case 'confirmed': {
      const text = notificationTexts.confirmed(b);
      return {
        subject: `Confirmed: ${what(b)} with ${b.display_name}`,
        preview: text,
        heading: 'Your booking is confirmed',
        paragraphs: [`Hi ${b.first_name},`, text],
        quote: notes && { ...notes, label: 'Your notes' },
        next: 'Add it to your calendar with the attached file. If you cannot come, please cancel before it starts.',
        button: details,
      };
    }
    case 'completed': {
      const text = notificationTexts.completed(b);
      return {
        subject: `Thank you: ${what(b)} with ${b.display_name}`,
        preview: text,
        heading: 'Thanks for coming in',
        paragraphs: [`Hi ${b.first_name},`, text],
        next: 'We hope you love your hair. You can look up what was done at any time, and book again when you like.',
        button: details,
      };
    }
    case 'reminder': {
      const text = notificationTexts.reminder(b, change.to);
      return {
        subject: `Reminder: ${what(b)} with ${change.to === 'client' ? b.display_name : clientName(b)}`,
        preview: text,
        heading: 'Your appointment is coming up',
        paragraphs: [text],
        quote: change.to === 'professional' ? notes : undefined,
        next: change.to === 'client' ? 'If you cannot come, please cancel before it starts.' : undefined,
        button: details,
      };
    }
    case 'cancelled': {
      const text = notificationTexts.cancelled(b, change.to, change.by);
      const from = change.by === 'client' ? b.first_name : change.by === 'professional' ? b.display_name : 'Saluni';
      return {
        subject: `Cancelled: ${what(b)} with ${change.to === 'client' ? b.display_name : clientName(b)}`,
        preview: text,
        heading: 'A booking was cancelled',
        paragraphs: [text],
        quote: b.cancel_reason ? { label: `Reason given by ${from}`, text: b.cancel_reason } : undefined,
        next:
          change.to === 'client'
            ? 'You can pick another time whenever you like.'
            : 'The time is free again for other clients.',
        button: details,
      };
    }
  }
}

/** Most of a user's notes that an email quotes (contract 5), UTF-16 units. */
const quotedLength = 500;

/** Quotes the beginning of long notes, without breaking a character, and links to the rest. */
function excerpt(label: string, text: string, url: string): NonNullable<EmailContent['quote']> {
  if (text.length <= quotedLength) return { label, text };
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter('en').segment(text.slice(0, 2 * quotedLength))) {
    if (index + segment.length >= quotedLength) break;
    end = index + segment.length;
  }
  return { label, text: `${text.slice(0, end).trimEnd()}…`, more: { label: 'Read all notes', url } };
}

function detailsOf(b: BookingDetails, to: Side): [string, string][] {
  const minutes = b.services.reduce((sum, one) => sum + one.service_duration_minutes, 0);
  const services = b.services.map(
    (one) => `${one.name}, ${formatMinutes(one.service_duration_minutes)}, ${price(one.price_cents)}`,
  );
  return [
    to === 'client' ? ['With', b.display_name] : ['Client', `${b.first_name} ${b.last_name}`],
    ['What', services.join('\n')],
    [
      'When',
      `${formatDateTime(b.start, b.time_zone)}, until ${formatSlotTime(b.end, b.time_zone)} (${formatHours(minutes)})`,
    ],
    ['Where', b.location],
    ['Total', price(b.total_price_cents)],
  ];
}

function price(cents: number): string {
  return formatPrice(toDollars(cents));
}

const footer = 'You get this because you have a Saluni account.';

/** Adds a confirmed booking to the client's calendar, and removes it when a confirmed booking is cancelled. */
function invitationFor(
  b: BookingDetails,
  change: BookingEmail,
  attendee: string,
  { publicUrl, address }: Sender,
): Email['invitation'] {
  const method =
    change.about === 'confirmed'
      ? 'REQUEST'
      : change.about === 'cancelled' && change.was_confirmed
        ? 'CANCEL'
        : undefined;
  if (!method || change.to !== 'client') return undefined;
  const url = publicUrl + pagePath('bookingDetails', { bookingId: b.id });
  const content = calendarFile(method, {
    bookingId: b.id,
    version: change.version,
    start: b.start,
    end: b.end,
    summary: `${what(b)} with ${b.display_name}`,
    description: `${formatDateTime(b.start, b.time_zone)}\nTotal ${price(b.total_price_cents)}\n${url}`,
    location: b.location,
    url,
    organizer: { name: b.display_name, email: address },
    attendee: { name: `${b.first_name} ${b.last_name}`, email: attendee },
  });
  return { method, content };
}
