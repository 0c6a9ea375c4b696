import { z } from 'zod';
import { findBookingDetails } from '#server/features/bookings/news/message-queries.ts';
import { toldOf, what } from '#server/features/bookings/news/notification-texts.ts';
import { findListNews } from '#server/features/cancellation-list/message-queries.ts';
import { what as whatOf } from '#server/features/cancellation-list/notification-texts.ts';
import { findNews } from '#server/features/notifications/queries.ts';
import { aboutOf, type NotificationType } from '#server/features/notifications/types.ts';
import type { WritePush } from '#server/outbox/feature-jobs.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import { formatShortMoment } from '#shared/time.ts';

/** A visit that begins so soon wakes the phone, milliseconds (contract 16). */
const soon = 12 * HOUR;
const pushPayload = z.object({ notification_id: z.string() });

/** Service and time alone unless the user wants details: anybody may see a locked phone. */
export const notificationPushes: Record<'notification', WritePush> = {
  async notification({ db }, payload, { userId, details }) {
    const { notification_id } = pushPayload.parse(payload);
    const news = await findNews(db, userId, notification_id);
    if (!news) return { skip: 'the notification is gone' };
    if (news.is_read) return { skip: 'it was read, answered or is over' };
    const { type } = news;
    const { title, isOffer } = aboutOf(type);
    const list = type === 'opening_offered' ? await findListNews(db, { opening_id: news.subject_id ?? '' }) : undefined;
    if (list?.opening) {
      const { id, start, expires } = list.opening;
      return {
        title,
        body: details ? news.message : `${whatOf(list)}, ${formatShortMoment(start, list.time_zone)}`,
        path: pagePath('opening', { openingId: id }),
        about: id,
        until: expires,
        isSoon: start <= list.now + soon,
        isOffer,
      };
    }
    const booking = news.booking_id === null ? undefined : await findBookingDetails(db, news.booking_id);
    if (!booking) {
      const body = details ? news.message : 'Open Saluni to see it.';
      const path = pagePath('notifications');
      return { title, body, path, about: notification_id, until: news.created + DAY, isSoon: false, isOffer };
    }
    const { id, status, start, time_zone } = booking;
    if (isOutdated(type, booking)) return { skip: `the booking is ${booking.no_show ? 'missed' : status} now` };
    const isAhead = status === 'pending' || status === 'confirmed';
    return {
      title,
      body: details ? news.message : `${what(toldOf(booking))}, ${formatShortMoment(start, time_zone)}`,
      path: pagePath('bookingDetails', { bookingId: id }),
      about: id,
      until: untilOf(booking, news),
      isSoon: isAhead && start > booking.now && start <= booking.now + soon,
      isOffer,
    };
  },
};

/** Says of a booking that was cancelled that it stands, or of one to which nobody came that it took place. */
function isOutdated(type: NotificationType, { status, no_show }: { status: string; no_show: boolean }): boolean {
  if (type === 'booking_completed') return no_show;
  return status === 'cancelled' && ['booking_booked', 'booking_confirmed', 'booking_rescheduled'].includes(type);
}

/** A request's expiry, else the visit's start; of what came later, such as a review, a day. */
function untilOf(
  { status, start, expires }: { status: string; start: number; expires: number },
  { type, created, asked_until }: { type: string; created: number; asked_until: number | null },
): number {
  if (created >= start) return created + DAY;
  if (type === 'booking_reschedule_asked' && asked_until !== null) return asked_until;
  return status === 'pending' ? Math.min(expires, start) : start;
}
