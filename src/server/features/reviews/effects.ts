import type { Db } from '#server/db/connect.ts';
import { findBookingDetails, holdParties } from '#server/features/bookings/news/message-queries.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import type { Effects } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { Written } from '#server/sockets/fan-out.ts';
import type { reviewEvents } from './events.ts';
import { mailedLately, type ReviewDetails, reviewDetails } from './message-queries.ts';
import { type ReviewNews, reviewKinds } from './news.ts';

type ReviewEvent = { id: string; payload: { booking_id: string; review_id: string; reply?: boolean } };

/**
 * Who hears what (contract 14): what is new by app and mail, once a day, what changed in the app alone. In the app while
 * nothing of the review is unread: `notifications_review_key` holds that.
 */
export const reviewEffects: Pick<Effects, keyof typeof reviewEvents> = {
  'review.created': (trx, event) => tell(trx, event, 'created'),
  'review.changed': (trx, event) => tell(trx, event, 'changed'),
  'review.replied': (trx, event) => tell(trx, event, 'replied'),
  'review.reply_changed': (trx, event) => tell(trx, event, 'reply_changed'),
  'review.hidden': (trx, event) => tell(trx, event, event.payload.reply ? 'reply_hidden' : 'hidden'),
};

/** A review, or a reply, that was deleted since is told to nobody. */
async function tell(
  trx: Db,
  { id: event_id, payload: { booking_id, review_id } }: ReviewEvent,
  about: ReviewNews,
): Promise<Written[]> {
  const news = reviewKinds[about];
  await holdParties(trx, booking_id);
  const booking = await findBookingDetails(trx, booking_id);
  const review: ReviewDetails | undefined = await reviewDetails(trx, review_id);
  if (!booking || !review || (news.isOfReply && review.reply === null)) return [];
  const mailed = news.subject ? await mailedLately(trx, booking_id, about) : [];
  if (news.subject)
    await insertDeliveries(
      trx,
      news.to.flatMap((side) => {
        const { user_id, gets_email, mail_booking } = booking[side];
        if (user_id === null || !gets_email || !mail_booking || mailed.includes(user_id)) return [];
        const payload = { booking_id, review_id, about, to: side };
        return [{ event_id, channel: 'mail', recipient: user_id, template: 'review', payload }];
      }),
    );
  return insertNotifications(
    trx,
    news.to.flatMap((side) => {
      const { user_id } = booking[side];
      if (user_id === null) return [];
      return [{ user_id, event_id, news, message: news.text(booking, review), booking_id }];
    }),
  );
}
