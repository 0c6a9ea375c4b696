import type { Db } from '#server/db/connect.ts';
import type { News, Told } from '#server/outbox/news.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import { formatShortMoment } from '#shared/time.ts';
import { type BookingDetails, findBookingDetails } from './message-queries.ts';
import { toldOf, what } from './notification-texts.ts';

/** A visit that begins so soon wakes the phone, milliseconds (contract 16). */
export const soon = 12 * HOUR;

type AboutBooking = Omit<News, 'link' | 'push'> & {
  /** It says of a booking what is true no more, such as that a cancelled one stands: no push tells it. */
  isOutdated?: (booking: BookingDetails) => boolean;
  /** When nobody needs a push any more that was written before the visit, epoch milliseconds; by default with it. */
  until?: (db: Db, bookingId: string) => Promise<number | null>;
};

/** News that leads to a booking, and whose pushes name its services and its time. */
export function aboutBooking({ isOutdated, until, ...news }: AboutBooking): News {
  return {
    ...news,
    link: ({ booking_id }) => booking_id && pagePath('bookingDetails', { bookingId: booking_id }),
    async push(db, told) {
      const booking = told.booking_id === null ? undefined : await findBookingDetails(db, told.booking_id);
      if (!booking) return undefined;
      const { id, status, start, now, no_show, time_zone } = booking;
      if (isOutdated?.(booking)) return { skip: `the booking is ${no_show ? 'missed' : status} now` };
      const isAhead = status === 'pending' || status === 'confirmed';
      return {
        line: `${what(toldOf(booking))}, ${formatShortMoment(start, time_zone)}`,
        path: pagePath('bookingDetails', { bookingId: id }),
        about: id,
        until: (told.created < start && (await until?.(db, id))) || untilOf(booking, told),
        isSoon: isAhead && start > now && start <= now + soon,
      };
    },
  };
}

/** A request's expiry, else the visit's start; of what came later, such as a review, a day. */
function untilOf({ status, start, expires }: BookingDetails, { created }: Told): number {
  if (created >= start) return created + DAY;
  return status === 'pending' ? Math.min(expires, start) : start;
}
