import { invitation } from '#server/mail/invitation.ts';
import { htmlOf, type Letter, textOf } from '#server/mail/layout.ts';
import type { Mail } from '#server/mail/transport.ts';
import { formatMinutes } from '#shared/duration.ts';
import type { Actor } from '#shared/rules/booking-status.ts';
import { formatPrice, toDollars } from '#shared/rules/price.ts';
import { formatDateTime, formatSlotTime } from '#shared/time.ts';
import { clientName, type Side, sentences, what } from './sentences.ts';
import type { ToldBooking } from './told-queries.ts';

/** The change that a mail reports; `version` is the booking's after it. */
export type Told =
  | { about: 'requested' | 'confirmed' | 'completed' | 'reminder'; to: Side; version: number }
  | { about: 'cancelled'; to: Side; version: number; by: Actor; wasConfirmed: boolean };

/** `publicUrl` is the base of links, without a trailing slash; `address` is the sender's. */
type Sender = { publicUrl: string; address: string };

/** Writes the mail to one side about one change. */
export function writeBookingMail(booking: ToldBooking, told: Told, sender: Sender): Mail {
  const letter = { ...parts(booking, told, sender.publicUrl), facts: facts(booking, told.to), footer };
  const to =
    told.to === 'client'
      ? { name: `${booking.first_name} ${booking.last_name}`, address: booking.client.email }
      : { name: booking.display_name, address: booking.professional.email };
  return { to, subject: letter.subject, html: htmlOf(letter), text: textOf(letter), invitation: invitationFor(booking, told, sender) };
}

function parts(b: ToldBooking, told: Told, publicUrl: string): Omit<Letter, 'facts' | 'footer'> {
  const details = { label: 'View booking', url: `${publicUrl}/booking-details/${b.id}` };
  const notes = b.notes ? { label: `Notes from ${b.first_name}`, text: b.notes } : undefined;
  switch (told.about) {
    case 'requested': {
      const sentence = sentences.requested(b);
      return {
        subject: `New booking request: ${what(b)} with ${clientName(b)}`,
        preview: sentence,
        heading: 'A new booking request',
        paragraphs: [sentence],
        quote: notes,
        next: `Please confirm or cancel it by ${formatDateTime(b.expires, b.time_zone)}. After that it is cancelled and the time is free again.`,
        button: { label: 'Review booking', url: `${publicUrl}/booking/${b.id}/update` },
      };
    }
    case 'confirmed': {
      const sentence = sentences.confirmed(b);
      return {
        subject: `Confirmed: ${what(b)} with ${b.display_name}`,
        preview: sentence,
        heading: 'Your booking is confirmed',
        paragraphs: [`Hi ${b.first_name},`, sentence],
        quote: notes && { ...notes, label: 'Your notes' },
        next: 'Add it to your calendar with the attached file. If you cannot come, please cancel before it starts.',
        button: details,
      };
    }
    case 'completed': {
      const sentence = sentences.completed(b);
      return {
        subject: `Thank you: ${what(b)} with ${b.display_name}`,
        preview: sentence,
        heading: 'Thanks for coming in',
        paragraphs: [`Hi ${b.first_name},`, sentence],
        next: 'We hope you love your hair. You can look up what was done at any time, and book again when you like.',
        button: details,
      };
    }
    case 'reminder': {
      const sentence = sentences.reminder(b, told.to);
      return {
        subject: `Reminder: ${what(b)} with ${told.to === 'client' ? b.display_name : clientName(b)}`,
        preview: sentence,
        heading: 'Your appointment is coming up',
        paragraphs: [sentence],
        quote: told.to === 'professional' ? notes : undefined,
        next: told.to === 'client' ? 'If you cannot come, please cancel before it starts.' : undefined,
        button: details,
      };
    }
    case 'cancelled': {
      const sentence = sentences.cancelled(b, told.to, told.by);
      const from = told.by === 'client' ? b.first_name : told.by === 'professional' ? b.display_name : 'Saluni';
      return {
        subject: `Cancelled: ${what(b)} with ${told.to === 'client' ? b.display_name : clientName(b)}`,
        preview: sentence,
        heading: 'A booking was cancelled',
        paragraphs: [sentence],
        quote: b.cancel_reason ? { label: `Reason given by ${from}`, text: b.cancel_reason } : undefined,
        next: told.to === 'client' ? 'You can pick another time whenever you like.' : 'The time is free again for other clients.',
        button: details,
      };
    }
  }
}

function facts(b: ToldBooking, to: Side): [string, string][] {
  const minutes = b.services.reduce((sum, one) => sum + one.service_duration_minutes, 0);
  const services = b.services.map((one) => `${one.name} (${formatMinutes(one.service_duration_minutes)}, ${price(one.price_cents)})`);
  return [
    to === 'client' ? ['With', b.display_name] : ['Client', `${b.first_name} ${b.last_name}`],
    ['What', services.join('\n')],
    ['When', `${formatDateTime(b.start, b.time_zone)}, until ${formatSlotTime(b.end, b.time_zone)} (${formatMinutes(minutes)})`],
    ['Where', b.location],
    ['Total', price(b.total_price_cents)],
  ];
}

function price(cents: number): string {
  return formatPrice(toDollars(cents));
}

const footer = 'You get this because you have a Saluni account.';

/** Adds a confirmed booking to the client's calendar, and removes it when a confirmed booking is cancelled. */
function invitationFor(b: ToldBooking, told: Told, { publicUrl, address }: Sender): Mail['invitation'] {
  const method = told.about === 'confirmed' ? 'REQUEST' : told.about === 'cancelled' && told.wasConfirmed ? 'CANCEL' : undefined;
  if (!method || told.to !== 'client') return undefined;
  const url = `${publicUrl}/booking-details/${b.id}`;
  const appointment = {
    id: b.id,
    version: told.version,
    start: b.start,
    end: b.end,
    summary: `${what(b)} with ${b.display_name}`,
    description: `${formatDateTime(b.start, b.time_zone)}\nTotal ${price(b.total_price_cents)}\n${url}`,
    location: b.location,
    url,
    organizer: { name: b.display_name, email: address },
    attendee: { name: `${b.first_name} ${b.last_name}`, email: b.client.email },
  };
  return { method, content: invitation(method, appointment, new URL(publicUrl).hostname) };
}
