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

export const bookingKinds = Object.fromEntries(
  Object.entries<Kind>(kinds).map(([about, kind]) => [about, aboutBooking({ type: `booking_${about}`, ...kind })]),
) as Record<About, News>;
