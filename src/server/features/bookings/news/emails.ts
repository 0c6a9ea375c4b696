import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { htmlOf, textOf } from '#server/email/layout.ts';
import type { Email } from '#server/email/transport.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { countWriteInMail } from '../make/guest-queries.ts';
import { type BookingEmail, bookingEmail } from './booking-email.ts';
import { invitationOf } from './calendar-invitation.ts';
import { detailsOf, partsOf, type Told } from './email-parts.ts';
import { addressOf, pageOf, type Recipient, recipientOf } from './email-recipient.ts';
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
    const obsolete = whyObsolete(booking, change, request);
    if (obsolete) return { skip: obsolete };
    if (isWithdrawal(change) && booking.deposit?.status !== 'refund_due') {
      const mailed = await findRequestEmail(db, booking.id);
      if (mailed === 'sending') return { wait: true };
      if (mailed === 'not mailed') return { skip: 'the request was never mailed' };
    }
    if (change.to === 'client' && booking.written_in && !(await mayMail(db, booking, change, eventId)))
      return { skip: 'walk-ins have caused all the emails that they may in a day' };
    if (tellsPlace(booking, change)) await noteTold(db, booking, [booking.id]);
    const sender = { publicUrl, address: addressOf(mailFrom) };
    return { email: writeBookingEmail(booking, { change, request }, recipient, sender), suffix: change.to };
  },
};

/** Counts an email about a walk-in when it is sent, also where the address came later than the booking. */
async function mayMail(db: Db, { id, professional_id }: BookingDetails, change: BookingEmail, eventId: string) {
  const isWritingIn = change.about === 'confirmed' && change.how === 'written_in';
  const mail = { professional_id, id: isWritingIn ? id : eventId };
  return (await transact(db, (trx) => countWriteInMail(trx, mail))).mailed;
}

/**
 * Why nobody needs a question or a reminder any more: it was answered since, or is about another time. Other emails say
 * what happened, and are always sent.
 */
function whyObsolete(
  booking: BookingDetails,
  change: BookingEmail,
  request: RequestDetails | undefined,
): string | undefined {
  const now = `the booking is ${booking.status} now`;
  const isChanged = 'version' in change && change.version !== booking.version;
  switch (change.about) {
    case 'requested':
      return isChanged || booking.status !== 'pending' ? now : undefined;
    case 'reminder':
      if (isChanged || booking.status !== 'confirmed') return now;
      return booking.is_ahead ? undefined : 'the booking has begun';
    case 'address_changed':
      return booking.is_ahead && (booking.status === 'pending' || booking.status === 'confirmed') ? undefined : now;
    case 'deposit_asked':
    case 'deposit_reminder':
      return booking.deposit?.status === 'due' ? undefined : depositNow(booking);
    case 'deposit_paid':
      return booking.deposit?.status === 'said_paid' ? undefined : depositNow(booking);
    case 'deposit_refund':
    case 'deposit_refund_reminder':
      return booking.deposit?.status === 'refund_due' ? undefined : depositNow(booking);
    case 'completed':
      return booking.no_show ? 'the visit was missed' : undefined;
    case 'reschedule_asked':
      return request?.status === 'pending' ? undefined : `the request is ${request?.status ?? 'gone'} now`;
    case 'rescheduled':
      // A request to the professional that changed again, or was taken back.
      return change.to === 'professional' && change.from === 'pending' && !change.answered && isChanged
        ? now
        : undefined;
    default:
      return undefined;
  }
}

const depositNow = ({ deposit }: BookingDetails) => `the deposit is ${deposit?.status} now`;

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
  current: BookingDetails,
  told: Told,
  { name, address, isGuest, reach, footer, unsubscribe }: Recipient,
  sender: { publicUrl: string; address: string },
): Email {
  const { change, request } = told;
  const booking = asTold(current, change, request);
  const reader = { publicUrl: sender.publicUrl, isGuest };
  const content = {
    ...partsOf(toldOf(booking), told, reader),
    details: detailsOf(toldOf(booking), told),
    reach,
    footer,
    unsubscribe,
  };
  const file = fileOf(change, current);
  const entry = { attendee: { name, email: address }, address: sender.address, url: pageOf(booking, reader) };
  return {
    to: { name, address },
    subject: content.subject,
    html: htmlOf(content),
    text: textOf(content),
    unsubscribe: unsubscribe.url,
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
      return status === 'confirmed' ? { method: 'REQUEST', sequence } : undefined;
    case 'cancelled':
      return change.was_confirmed ? { method: 'CANCEL', sequence: change.sequence ?? change.version } : undefined;
    default:
      return undefined;
  }
}
