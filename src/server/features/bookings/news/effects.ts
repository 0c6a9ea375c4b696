import type { Db } from '#server/db/connect.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import type { Effects } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { Written } from '#server/sockets/fan-out.ts';
import { sides as bothSides, otherSide, type Side } from '#shared/rules/reschedule.ts';
import type { bookingEvents, DepositNews } from '../events.ts';
import { noteSeriesEnd } from '../series/end-queries.ts';
import { type BookingEmail, bookingEmail } from './booking-email.ts';
import { confirmedSentence, depositTexts, refundSentence, refundText } from './deposit-texts.ts';
import { recipientIdOf } from './email-recipient.ts';
import { bookingKinds } from './kinds.ts';
import {
  type BookingDetails,
  findBookingDetails,
  findRequestDetails,
  holdParties,
  type RequestDetails,
} from './message-queries.ts';
import { notificationTexts, toldOf } from './notification-texts.ts';

/** Who hears what (contract 5 and 9). */
export const bookingEffects: Pick<Effects, keyof typeof bookingEvents> = {
  'booking.created': (trx, event) => {
    const { booking_id, version, instant } = event.payload;
    const about = instant ? 'booked' : 'requested';
    return tell(trx, event, (b) => [
      { to: 'professional', about, email: { booking_id, version }, text: notificationTexts[about](b) },
      ...(b.deposit
        ? [
            {
              to: 'client',
              about: 'deposit_asked',
              email: { booking_id },
              text: depositTexts.asked(b, 'client'),
            } as const,
          ]
        : []),
    ]);
  },
  'booking.confirmed': (trx, event) => {
    const email = event.payload;
    return tell(trx, event, (b) => [
      {
        to: 'client',
        about: 'confirmed',
        email,
        text: notificationTexts.confirmed(b, email.how) + confirmedSentence(b),
      },
    ]);
  },
  /** Whoever was written in once it had begun was told nothing of it before, either. */
  'booking.completed': async (trx, event) => {
    await noteSeriesEnd(trx, event.payload.booking_id);
    return tell(trx, event, (b) =>
      b.no_show || (b.written_in && b.created >= b.start)
        ? []
        : [{ to: 'client', about: 'completed', email: event.payload, text: notificationTexts.completed(b) }],
    );
  },
  'booking.reminder_due': (trx, event) =>
    tell(trx, event, (b) =>
      (['client', 'professional'] as const).map((to) => ({
        to,
        about: 'reminder',
        email: event.payload,
        text: notificationTexts.reminder(b, to),
      })),
    ),
  /**
   * Tells the other side, or both when an admin or the system cancelled; a client's own calendar changes, too. Of a
   * refund both hear.
   */
  'booking.cancelled': async (trx, event) => {
    await noteSeriesEnd(trx, event.payload.booking_id);
    const { by, from, ...change } = event.payload;
    const was_confirmed = from === 'confirmed';
    const about = 'cancelled' as const;
    const email = { ...change, by, was_confirmed };
    const sides: Side[] = by === 'client' || by === 'professional' ? [otherSide(by)] : ['client', 'professional'];
    return tell(trx, event, (b) => [
      ...sides.map((to) => ({
        to,
        about,
        email,
        text: notificationTexts.cancelled(b, to, by) + refundSentence(b, to),
      })),
      ...(by === 'client' && was_confirmed ? [{ to: by, about, email, text: refundText(b, by) } as const] : []),
      ...bothSides
        .filter(
          (to) => b.deposit?.status === 'refund_due' && !sides.includes(to) && (to !== 'client' || !was_confirmed),
        )
        .map((to) => tellingOfDeposit(b, to, 'refund')),
    ]);
  },
  'booking.address_changed': (trx, event) => {
    const { by, ...email } = event.payload;
    const to = otherSide(by);
    return tell(trx, event, (b) => [
      { to, about: 'address_changed', email, text: notificationTexts.addressChanged(b, to) },
    ]);
  },
  'booking.deposit_moved': (trx, event) =>
    tell(trx, event, (b) =>
      b.deposit ? depositReaders[event.payload.about].map((to) => tellingOfDeposit(b, to, event.payload.about)) : [],
    ),
  'booking.reschedule_asked': (trx, event) => {
    const email = event.payload;
    return tellOfRequest(trx, event, (b, r) => {
      const text = notificationTexts.rescheduleAsked(b, r);
      return [{ to: otherSide(r.requested_by), about: 'reschedule_asked', email, text }];
    });
  },
  /** Tells the side that asked; of what it took back itself the other one, and mails nothing. */
  'booking.reschedule_ended': (trx, event) => {
    const { status, ...email } = event.payload;
    return tellOfRequest(trx, event, (b, r) => {
      if (status === 'withdrawn') {
        const text = notificationTexts.rescheduleWithdrawn(b, r);
        return [{ to: otherSide(r.requested_by), about: 'reschedule_withdrawn', text }];
      }
      const texts = { declined: notificationTexts.rescheduleDeclined, expired: notificationTexts.rescheduleExpired };
      return [{ to: r.requested_by, about: `reschedule_${status}`, email, text: texts[status](b, r) }];
    });
  },
  /** Tells whoever did not choose the time, or waited for the answer; the client's calendar changes in any case. */
  'booking.rescheduled': (trx, event) => {
    const email = event.payload;
    const { answered, from, stays_pending } = email;
    return tellOfRequest(trx, event, (b, r) => {
      const to = answered ? r.requested_by : otherSide(r.requested_by);
      const about = 'rescheduled';
      const told: Telling = { to, about, email, text: notificationTexts.rescheduled(b, r, to, email) };
      const hasFile = to === 'professional' && !stays_pending && (answered || from === 'confirmed');
      return hasFile ? [told, { to: 'client', about, email }] : [told];
    });
  },
};

/** Who hears what of a deposit alone (contract 13). */
const depositReaders: Record<DepositNews, readonly Side[]> = {
  paid: ['professional'],
  not_received: ['client'],
  refund: bothSides,
  refunded: ['client'],
  reminder: ['client'],
  refund_reminder: ['professional'],
};

function tellingOfDeposit(b: BookingDetails, to: Side, news: DepositNews): Telling {
  return { to, about: `deposit_${news}`, email: { booking_id: b.id }, text: depositTexts[news](b, to) };
}

/** What a side hears of a change: an email with this payload, a notification with this text, or both. */
type Telling = {
  to: Side;
  about: BookingEmail['about'] | 'reschedule_withdrawn';
  email?: Record<string, unknown> & { booking_id: string };
  text?: string;
};

async function tellOfRequest(
  trx: Db,
  event: { id: string; payload: { booking_id: string; reschedule_id: string } },
  tellings: (booking: BookingDetails, request: RequestDetails) => Telling[],
): Promise<Written[]> {
  const request = await findRequestDetails(trx, event.payload.reschedule_id);
  if (!request) throw new Error(`request ${event.payload.reschedule_id} is missing`);
  return tell(trx, event, (booking) => tellings(booking, request));
}

/** Writes notifications, pushes and emails, as the preferences of those sides allow. */
async function tell(
  trx: Db,
  { id: event_id, payload: { booking_id } }: { id: string; payload: { booking_id: string } },
  tellings: (booking: BookingDetails) => Telling[],
): Promise<Written[]> {
  await holdParties(trx, booking_id);
  const booking = await findBookingDetails(trx, booking_id);
  if (!booking) throw new Error(`booking ${booking_id} is missing`);
  const told = tellings(toldOf(booking));
  const written = await insertNotifications(
    trx,
    told.flatMap(({ to, about, text }) => {
      const { user_id } = booking[to];
      if (text === undefined || user_id === null) return [];
      return [{ user_id, event_id, news: bookingKinds[about], message: text, booking_id }];
    }),
  );
  await insertDeliveries(
    trx,
    told.flatMap(({ to, about, email }) => {
      const recipient = email && recipientIdOf(booking, to, about);
      if (!recipient) return [];
      // As it will be read when it is sent.
      const payload = bookingEmail.parse({ ...email, about, to });
      return [{ event_id, channel: 'mail', recipient, template: 'booking', payload }];
    }),
  );
  return written;
}
