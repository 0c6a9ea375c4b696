import type { Db } from '#server/db/connect.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import type { Effects } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { Written } from '#server/sockets/fan-out.ts';
import { sides as bothSides, otherSide, type Side } from '#shared/rules/reschedule.ts';
import type { bookingEvents } from '../events.ts';
import { noteSeriesEnd } from '../series/end-queries.ts';
import { bookingEmail } from './booking-email.ts';
import { recipientIdOf } from './email-recipient.ts';
import type { Told } from './kind.ts';
import { type About, bookingKinds, kindOfNews } from './kinds.ts';
import {
  type BookingDetails,
  findBookingDetails,
  findRequestDetails,
  holdParties,
  type RequestDetails,
} from './message-queries.ts';
import { toldOf } from './notification-texts.ts';

/** Who hears what (contract 5 and 9). */
export const bookingEffects: Pick<Effects, keyof typeof bookingEvents> = {
  'booking.created': (trx, event) => {
    const { booking_id, version, instant } = event.payload;
    return tell(trx, event, (b) => [
      { to: 'professional', about: instant ? 'booked' : 'requested', email: { booking_id, version } },
      ...(b.deposit ? [{ to: 'client', about: 'deposit_asked', email: { booking_id } } as const] : []),
    ]);
  },
  'booking.confirmed': (trx, event) =>
    tell(trx, event, () => [{ to: 'client', about: 'confirmed', email: event.payload }]),
  /** Whoever was written in once it had begun was told nothing of it before, either. */
  'booking.completed': async (trx, event) => {
    await noteSeriesEnd(trx, event.payload.booking_id);
    return tell(trx, event, (b) =>
      b.no_show || (b.written_in && b.created >= b.start)
        ? []
        : [{ to: 'client', about: 'completed', email: event.payload }],
    );
  },
  'booking.due_again': (trx, event) =>
    tell(trx, event, () => [{ to: 'client', about: 'due_again', email: event.payload }]),
  'booking.reminder_due': (trx, event) =>
    tell(trx, event, () => bothSides.map((to) => ({ to, about: 'reminder', email: event.payload }))),
  /**
   * Tells the other side, or both when an admin or the system cancelled; a client's own calendar changes, too, and in
   * the app they are told of the refund alone. Of a refund both hear.
   */
  'booking.cancelled': async (trx, event) => {
    await noteSeriesEnd(trx, event.payload.booking_id);
    const { by, from, ...change } = event.payload;
    const was_confirmed = from === 'confirmed';
    const about = 'cancelled' as const;
    const email = { ...change, by, was_confirmed };
    const sides = by === 'client' || by === 'professional' ? [otherSide(by)] : bothSides;
    return tell(trx, event, (b) => {
      const refunded = b.deposit?.status === 'refund_due' ? bothSides : [];
      const ofRefund = refunded.map((to) => ({ to, about: 'deposit_refund', email: { booking_id: b.id } }) as const);
      const isMailed = by === 'client' && was_confirmed;
      return [
        ...sides.map((to) => ({ to, about, email })),
        ...(isMailed ? [{ to: by, about, email, inApp: ofRefund.find(({ to }) => to === by) ?? null } as const] : []),
        ...ofRefund.filter(({ to }) => !sides.includes(to) && (to !== 'client' || !was_confirmed)),
      ];
    });
  },
  'booking.address_changed': (trx, event) => {
    const { by, ...email } = event.payload;
    return tell(trx, event, () => [{ to: otherSide(by), about: 'address_changed', email }]);
  },
  /** Tells the other side; a client's own calendar changes, too. */
  'booking.extended': (trx, event) => {
    const email = event.payload;
    const to = otherSide(email.by);
    return tell(trx, event, (b) => {
      const hasFile = to === 'professional' && b.status === 'confirmed';
      const file = { to: 'client', about: 'extended', email, inApp: null } as const;
      return [{ to, about: 'extended', email }, ...(hasFile ? [file] : [])];
    });
  },
  'booking.deposit_moved': (trx, event) =>
    tell(trx, event, (b) => {
      const about = `deposit_${event.payload.about}` as const;
      const readers = (b.deposit && kindOfNews(about).readers) ?? [];
      return readers.map((to) => ({ to, about, email: { booking_id: b.id } }));
    }),
  'booking.reschedule_asked': (trx, event) =>
    tellOfRequest(trx, event, (r) => [
      { to: otherSide(r.requested_by), about: 'reschedule_asked', email: event.payload },
    ]),
  /** Tells the side that asked; of what it took back itself the other one, and mails nothing. */
  'booking.reschedule_ended': (trx, event) => {
    const { status, ...email } = event.payload;
    return tellOfRequest(trx, event, ({ requested_by }) =>
      status === 'withdrawn'
        ? [{ to: otherSide(requested_by), about: 'reschedule_withdrawn' }]
        : [{ to: requested_by, about: `reschedule_${status}`, email }],
    );
  },
  /** Tells whoever did not choose the time, or waited for the answer; the client's calendar changes in any case. */
  'booking.rescheduled': (trx, event) => {
    const email = event.payload;
    const { answered, from, stays_pending } = email;
    return tellOfRequest(trx, event, (r) => {
      const to = answered ? r.requested_by : otherSide(r.requested_by);
      const about = 'rescheduled';
      const hasFile = to === 'professional' && !stays_pending && (answered || from === 'confirmed');
      return [{ to, about, email }, ...(hasFile ? [{ to: 'client', about, email, inApp: null } as const] : [])];
    });
  },
};

/**
 * What a side hears of a change, in the words of its kind: an email with this payload, and a notification; `inApp`: of
 * something else, or null for none.
 */
type Telling = {
  to: Side;
  about: About;
  email?: Record<string, unknown> & { booking_id: string };
  inApp?: Telling | null;
};

async function tellOfRequest(
  trx: Db,
  event: { id: string; payload: { booking_id: string; reschedule_id: string } },
  tellings: (request: RequestDetails) => Telling[],
): Promise<Written[]> {
  const request = await findRequestDetails(trx, event.payload.reschedule_id);
  if (!request) throw new Error(`request ${event.payload.reschedule_id} is missing`);
  return tell(trx, event, () => tellings(request), request);
}

/** Writes notifications, pushes and emails, as the preferences of those sides allow. */
async function tell(
  trx: Db,
  { id: event_id, payload: { booking_id } }: { id: string; payload: { booking_id: string } },
  tellings: (booking: BookingDetails) => Telling[],
  request?: RequestDetails,
): Promise<Written[]> {
  await holdParties(trx, booking_id);
  const booking = await findBookingDetails(trx, booking_id);
  if (!booking) throw new Error(`booking ${booking_id} is missing`);
  const told = tellings(booking);
  const written = await insertNotifications(
    trx,
    told.flatMap((telling) => {
      const { user_id } = booking[telling.to];
      const { inApp = telling } = telling;
      if (inApp === null || user_id === null) return [];
      const change = { ...inApp.email, about: inApp.about, to: inApp.to } as Told['change'];
      const message = kindOfNews(inApp.about).text({ b: toldOf(booking), change, request });
      return [{ user_id, event_id, news: bookingKinds[telling.about], message, booking_id }];
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
