import type { BookingDetails } from '#server/features/bookings/news/message-queries.ts';
import { clientName, what } from '#server/features/bookings/news/notification-texts.ts';
import { lengths } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { cutText } from '#shared/cut-text.ts';
import type { ReviewDetails } from './message-queries.ts';

export type ReviewNews = 'created' | 'changed' | 'replied' | 'reply_changed' | 'hidden' | 'reply_hidden';

/** Whether it tells of a reply that is there no more. */
export function isGone(about: ReviewNews, { reply }: ReviewDetails): boolean {
  return (about === 'replied' || about === 'reply_changed') && reply === null;
}

/** How much of somebody's words news quote (contract 14), characters. */
const quoted = 200;

/** The notification of each change; it is also the email's first line. */
export const reviewTexts: Record<ReviewNews, (b: BookingDetails, r: ReviewDetails) => string> = {
  created: (b, r) => `${clientName(b)} left you ${counted(r.stars, 'star')} for ${what(b)}${quote(r.text)}`,
  changed: (b, r) => `${clientName(b)} changed their review of ${what(b)}: ${counted(r.stars, 'star')}${quote(r.text)}`,
  replied: (b, r) => `${b.display_name} replied to your review${quote(r.reply)}`,
  reply_changed: (b, r) => `${b.display_name} changed their reply to your review${quote(r.reply)}`,
  hidden: (b, r) => `Saluni has hidden the review of ${what(b)}${quote(r.hidden_reason, lengths.reportReason.max)}`,
  reply_hidden: (b, r) =>
    `Saluni has hidden the reply to the review of ${what(b)}${quote(r.reply_hidden_reason, lengths.reportReason.max)}`,
};

function quote(text: string | null, max = quoted): string {
  // One more for the ellipsis.
  return text === null ? '.' : `: ${text.length > max ? cutText(text, max + 1) : text}`;
}
