import type { News } from '#server/outbox/news.ts';
import { aboutBooking } from './about-booking.ts';
import { depositKinds } from './deposit-kinds.ts';
import type { Kind } from './kind.ts';
import { requestKinds } from './request-kinds.ts';
import { visitKinds } from './visit-kinds.ts';

const kinds = { ...visitKinds, ...requestKinds, ...depositKinds };
export type About = keyof typeof kinds;

/** What is told of a change, whatever it is. */
export const kindOfNews = (about: About): Kind => kinds[about];

const ofType = <About extends string>(
  prefix: string,
  some: Record<About, Omit<Parameters<typeof aboutBooking>[0], 'type'>>,
) =>
  Object.fromEntries(
    Object.entries<Omit<Parameters<typeof aboutBooking>[0], 'type'>>(some).map(([about, kind]) => [
      about,
      aboutBooking({ type: `${prefix}_${about}`, ...kind }),
    ]),
  ) as Record<About, News>;

export const bookingKinds = ofType('booking', kinds);

export const seriesKinds = ofType('series', {
  made: {
    title: 'Booking confirmed',
    former: { professional: 'A former professional booked you in for a standing appointment.' },
  },
  extended: {
    title: 'Booking confirmed',
    former: { professional: 'A former professional booked you in for more visits.' },
  },
  moved: {
    title: 'Booking moved',
    former: { professional: 'Your bookings with a former professional have new times.' },
  },
  cancelled: {
    title: 'Booking cancelled',
    former: {
      client: 'Bookings of a former client were cancelled.',
      guest: 'Bookings of a former guest were cancelled.',
      professional: 'Your bookings with a former professional were cancelled.',
    },
  },
  ending: {
    title: 'Few visits left',
    former: {
      client: 'The standing appointment of a former client is ending.',
      guest: 'The standing appointment of a former guest is ending.',
    },
  },
});
