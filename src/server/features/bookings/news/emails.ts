import { emailTo } from '#server/email/layout.ts';
import type { Email } from '#server/email/transport.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { skipWriteInMail } from '../make/guest-queries.ts';
import { type BookingEmail, bookingEmail } from './booking-email.ts';
import { invitationOf } from './calendar-invitation.ts';
import { detailsOf, partsOf } from './email-parts.ts';
import { addressOf, pageOf, type Recipient, recipientOf } from './email-recipient.ts';
import type { Told } from './kind.ts';
import { kindOfNews } from './kinds.ts';
import {
  type BookingDetails,
  findBookingDetails,
  findRequestDetails,
  findRequestEmail,
  type RequestDetails,
} from './message-queries.ts';
import { toldOf } from './notification-texts.ts';
import { noteTold, tellsPlace } from './told-places.ts';

export const bookingEmails: Record<'booking', WriteEmail> = {
  async booking({ config, db }, payload, { eventId }) {
    const change = bookingEmail.parse(payload);
    const booking = await findBookingDetails(db, change.booking_id);
    if (!booking) throw new Error(`booking ${change.booking_id} is missing`);
    const request = 'reschedule_id' in change ? await findRequestDetails(db, change.reschedule_id) : undefined;
    const { publicUrl, mailFrom } = config;
    const recipient = await recipientOf(db, booking, change, config);
    if ('skip' in recipient) return recipient;
    const obsolete = kindOfNews(change.about).whyObsolete?.({ b: booking, change, request });
    if (obsolete) return { skip: obsolete };
    if ('reschedule_id' in change && !request) throw new Error('an email about another time has no request');
    if (isWithdrawal(change) && booking.deposit?.status !== 'refund_due') {
      const mailed = await findRequestEmail(db, booking.id);
      if (mailed === 'sending') return { wait: true };
      if (mailed === 'not mailed') return { skip: 'the request was never mailed' };
    }
    if (change.to === 'client' && booking.written_in) {
      const { id, professional_id } = booking;
      const skipped = await skipWriteInMail(db, { professional_id, id: isWritingIn(change) ? id : eventId });
      if (skipped) return skipped;
    }
    if (tellsPlace(booking, change)) await noteTold(db, booking, [booking.id]);
    const sender = { publicUrl, address: addressOf(mailFrom) };
    return { email: writeBookingEmail({ b: booking, change, request }, recipient, sender), suffix: change.to };
  },
};

function isWritingIn(change: BookingEmail): boolean {
  return change.about === 'deposit_asked' || (change.about === 'confirmed' && change.how === 'written_in');
}

/**
 * The client takes an unanswered request back. The professional, who may not have been mailed the request yet, need not
 * be mailed either.
 */
function isWithdrawal(change: BookingEmail): boolean {
  return (
    change.about === 'cancelled' && change.to === 'professional' && change.by === 'client' && !change.was_confirmed
  );
}

/** The booking at the time that the email tells of, which may have changed since. */
function asTold(booking: BookingDetails, change: BookingEmail, request: RequestDetails | undefined): BookingDetails {
  if (change.about === 'rescheduled' && request) return { ...booking, start: request.start, end: request.end };
  if (change.about !== 'confirmed' || change.start === undefined) return booking;
  return { ...booking, start: change.start, end: change.start + booking.end - booking.start };
}

function writeBookingEmail(
  { b: current, change, request }: Told,
  { to, isGuest, ...ends }: Recipient,
  sender: { publicUrl: string; address: string },
): Email {
  const booking = asTold(current, change, request);
  const reader = { publicUrl: sender.publicUrl, isGuest };
  const told = { b: toldOf(booking), change, request };
  const file = fileOf(change, current);
  const entry = {
    attendee: { name: to.name, email: to.address },
    address: sender.address,
    url: pageOf(booking, reader),
  };
  return {
    ...emailTo(to, { ...partsOf(told, reader), details: detailsOf(told, reader), ...ends }),
    invitation: file && invitationOf(booking, { ...file, ...entry }),
  };
}

/** The calendar file that goes with an email to the client, if any. */
function fileOf(
  change: BookingEmail,
  { status, sequence }: BookingDetails,
): { method: 'REQUEST' | 'CANCEL'; sequence: number } | undefined {
  if (change.to !== 'client') return undefined;
  switch (change.about) {
    case 'confirmed':
    case 'rescheduled': {
      const isPending = 'stays_pending' in change && change.stays_pending;
      return isPending ? undefined : { method: 'REQUEST', sequence: change.sequence ?? change.version };
    }
    case 'address_changed':
    case 'extended':
      return status === 'confirmed' ? { method: 'REQUEST', sequence } : undefined;
    case 'cancelled':
      return change.was_confirmed ? { method: 'CANCEL', sequence: change.sequence ?? change.version } : undefined;
    default:
      return undefined;
  }
}
