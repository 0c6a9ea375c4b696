import { aboutBooking } from '#server/features/bookings/news/about-booking.ts';
import type { News } from '#server/outbox/news.ts';
import type { ReviewNews } from './notification-texts.ts';

/** What is shown of each notification; it leads to the booking. */
export const reviewKinds: Record<ReviewNews, News> = {
  created: aboutBooking({
    type: 'review_created',
    title: 'New review',
    former: { client: 'A former client reviewed a visit.' },
  }),
  changed: aboutBooking({
    type: 'review_changed',
    title: 'Review changed',
    former: { client: 'A former client changed a review.' },
  }),
  replied: aboutBooking({
    type: 'review_replied',
    title: 'Reply to your review',
    former: { professional: 'A former professional replied to your review.' },
  }),
  reply_changed: aboutBooking({
    type: 'review_reply_changed',
    title: 'Reply to your review changed',
    former: { professional: 'A former professional changed a reply to your review.' },
  }),
  hidden: aboutBooking({ type: 'review_hidden', title: 'Review hidden' }),
  reply_hidden: aboutBooking({ type: 'review_reply_hidden', title: 'Reply to a review hidden' }),
};
