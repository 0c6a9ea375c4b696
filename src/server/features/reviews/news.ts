import { aboutBooking } from '#server/features/bookings/news/about-booking.ts';
import type { BookingDetails } from '#server/features/bookings/news/message-queries.ts';
import { clientName, what } from '#server/features/bookings/news/notification-texts.ts';
import { lengths } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { cutText } from '#shared/cut-text.ts';
import { type Side, sides } from '#shared/rules/reschedule.ts';
import type { ReviewDetails } from './message-queries.ts';

type Kind = Parameters<typeof aboutBooking>[0] & {
  to: readonly Side[];
  /** The notification; it is also the email's first line. */
  text(b: BookingDetails, r: ReviewDetails): string;
  /** The mail's; what changed is told in the app alone. */
  subject?: string;
  /** It tells of a reply, which may be there no more. */
  isOfReply?: boolean;
};

const kind = ({ to, text, subject, isOfReply = false, ...news }: Kind) => ({
  ...aboutBooking(news),
  to,
  text,
  subject,
  isOfReply,
});

/** All that is told of a review, and to whom (contract 14); the notification leads to the booking. */
export const reviewKinds = {
  created: kind({
    type: 'review_created',
    title: 'New review',
    to: ['professional'],
    text: (b, r) => `${clientName(b)} left you ${counted(r.stars, 'star')} for ${what(b)}${quote(r.text)}`,
    subject: 'You have a new review',
    former: { client: 'A former client reviewed a visit.' },
  }),
  changed: kind({
    type: 'review_changed',
    title: 'Review changed',
    to: ['professional'],
    text: (b, r) => `${clientName(b)} changed their review of ${what(b)}: ${counted(r.stars, 'star')}${quote(r.text)}`,
    former: { client: 'A former client changed a review.' },
  }),
  replied: kind({
    type: 'review_replied',
    title: 'Reply to your review',
    to: ['client'],
    text: (b, r) => `${b.display_name} replied to your review${quote(r.reply)}`,
    subject: 'A reply to your review',
    isOfReply: true,
    former: { professional: 'A former professional replied to your review.' },
  }),
  reply_changed: kind({
    type: 'review_reply_changed',
    title: 'Reply to your review changed',
    to: ['client'],
    text: (b, r) => `${b.display_name} changed their reply to your review${quote(r.reply)}`,
    isOfReply: true,
    former: { professional: 'A former professional changed a reply to your review.' },
  }),
  hidden: kind({
    type: 'review_hidden',
    title: 'Review hidden',
    to: sides,
    text: (b, r) => `Saluni has hidden the review of ${what(b)}${quote(r.hidden_reason, lengths.reportReason.max)}`,
    subject: 'A review was hidden',
  }),
  reply_hidden: kind({
    type: 'review_reply_hidden',
    title: 'Reply to a review hidden',
    to: sides,
    text: (b, r) =>
      `Saluni has hidden the reply to the review of ${what(b)}${quote(r.reply_hidden_reason, lengths.reportReason.max)}`,
    subject: 'A reply to a review was hidden',
  }),
};
export type ReviewNews = keyof typeof reviewKinds;

/** How much of somebody's words news quote (contract 14), characters. */
function quote(text: string | null, max = 200): string {
  // One more for the ellipsis.
  return text === null ? '.' : `: ${text.length > max ? cutText(text, max + 1) : text}`;
}
