import { z } from 'zod';
import { authed, client, only, professional, publicProcedure, router, withTotal } from '#server/api/procedures.ts';
import { notFound } from '#server/errors.ts';
import { professionalVisible } from '#server/features/parties/visibility.ts';
import {
  deskReview,
  replyInput,
  reportInput,
  review,
  reviewInput,
  reviewsDeskQuery,
  reviewsPage,
  reviewsQuery,
  showInput,
} from '#shared/reviews.ts';
import { pathId } from '#shared/wire.ts';
import { hideReview, removeReply, replyToReview, reportReview, showReview } from './answer-review.ts';
import { findReviewOf, listDesk, listReviews } from './queries.ts';
import { removeReview, writeReview } from './write-review.ts';

const ofBooking = z.object({ id: pathId('Booking') });
const byId = z.object({ id: pathId('Review') });
const admin = only('admin');

export const reviewsRouter = router({
  write: client
    .meta({ rest: 'PUT /bookings/{id}/review', status: 201, otherStatus: 200, changesPages: true })
    .input(reviewInput.extend(ofBooking.shape))
    .output(review)
    .mutation(({ ctx, input }) => writeReview(ctx, input)),

  remove: client
    .meta({ rest: 'DELETE /bookings/{id}/review', status: 204, changesPages: true })
    .input(ofBooking)
    .output(z.void())
    .mutation(({ ctx, input }) => removeReview(ctx, input.id)),

  ofBooking: authed
    .meta({ rest: 'GET /bookings/{id}/review' })
    .input(ofBooking)
    .output(review)
    .query(async ({ ctx, input }) => (await findReviewOf(ctx.db, input.id, ctx.caller)) ?? notFound('Review')),

  ofProfessional: publicProcedure
    .meta({ rest: 'GET /professionals/{id}/reviews' })
    .input(reviewsQuery.extend({ id: pathId('Professional') }))
    .output(reviewsPage)
    .query(async ({ ctx, input }) => {
      if (!(await professionalVisible(ctx.db, input.id, ctx.caller))) notFound('Professional');
      return listReviews(ctx.db, input.id, input);
    }),

  reply: professional
    .meta({ rest: 'PUT /reviews/{id}/reply', changesPages: true })
    .input(replyInput.extend(byId.shape))
    .output(review)
    .mutation(({ ctx, input }) => replyToReview(ctx, input)),

  removeReply: professional
    .meta({ rest: 'DELETE /reviews/{id}/reply', status: 204, changesPages: true })
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => removeReply(ctx.db, ctx.professionalId, input.id)),

  report: authed
    .meta({ rest: 'POST /reviews/{id}/report', status: 202 })
    .input(reportInput.extend(byId.shape))
    .output(z.void())
    .mutation(({ ctx, input }) => reportReview(ctx, input)),

  desk: admin
    .meta({ rest: 'GET /admin/reviews' })
    .input(reviewsDeskQuery)
    .output(z.array(deskReview))
    .query(async ({ ctx, input }) => withTotal(ctx, await listDesk(ctx.db, input))),

  hide: admin
    .meta({ rest: 'POST /admin/reviews/{id}/hide', changesPages: true })
    .input(reportInput.extend(byId.shape))
    .output(deskReview)
    .mutation(({ ctx, input }) => hideReview(ctx, input)),

  show: admin
    .meta({ rest: 'POST /admin/reviews/{id}/show', changesPages: true })
    .input(showInput.extend(byId.shape))
    .output(deskReview)
    .mutation(({ ctx, input }) => showReview(ctx, input)),
});
