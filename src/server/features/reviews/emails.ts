import { z } from 'zod';
import { emailTo } from '#server/email/layout.ts';
import { reachByMessage, reachOther, reachUs } from '#server/email/reach.ts';
import { findBookingDetails } from '#server/features/bookings/news/message-queries.ts';
import { clientName } from '#server/features/bookings/news/notification-texts.ts';
import { unsubscribeLink } from '#server/links/unsubscribe-links.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { sides } from '#shared/rules/reschedule.ts';
import { id } from '#shared/wire.ts';
import { reviewDetails } from './message-queries.ts';
import { reviewKinds } from './news.ts';

const payloadSchema = z.object({
  booking_id: id,
  review_id: id,
  about: z.enum(['created', 'replied', 'hidden', 'reply_hidden']),
  to: z.enum(sides),
});

export const reviewEmails: Record<'review', WriteEmail> = {
  async review({ config: { publicUrl }, db }, payload) {
    const { booking_id, review_id, about, to } = payloadSchema.parse(payload);
    const { text: textOfKind, subject = '', isOfReply } = reviewKinds[about];
    const booking = await findBookingDetails(db, booking_id);
    const review = await reviewDetails(db, review_id);
    if (!booking || !review || (isOfReply && review.reply === null)) return { skip: 'it was deleted' };
    const { user_id, email, gets_email } = booking[to];
    if (user_id === null || email === null || !gets_email) return { skip: 'the recipient is gone' };
    const text = textOfKind(booking, review);
    const page = to === 'client' ? pagePath('review', { bookingId: booking_id }) : pagePath('myReviews');
    // To a review one replies on its page.
    const other =
      to === 'professional'
        ? reachOther(clientName(booking))
        : reachByMessage(publicUrl, { id: booking.professional_id, name: isolated(booking.display_name) });
    const name = to === 'client' ? `${booking.first_name} ${booking.last_name}` : booking.display_name;
    const reader = { name, address: email };
    const written = emailTo(reader, {
      subject,
      heading: subject,
      preview: text,
      paragraphs: [text],
      button: { label: to === 'client' ? 'See your review' : 'See your reviews', url: publicUrl + page },
      reach: about === 'hidden' || about === 'reply_hidden' ? reachUs : other,
      unsubscribe: await unsubscribeLink(db, publicUrl, { userId: user_id, kind: 'booking' }),
    });
    return { email: written, suffix: to };
  },
};
