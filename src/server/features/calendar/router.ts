import { z } from 'zod';
import { authed, publicProcedure, router } from '#server/api/procedures.ts';
import { notFound } from '#server/errors.ts';
import { hashToken, newToken } from '#server/links/tokens.ts';
import { calendarFeed } from './feed.ts';
import { deleteFeed, findByCalendarSecret, findFeedOwner, listFeedBookings, putFeed } from './queries.ts';

export const calendarRouter = router({
  createFeed: authed
    .meta({ rest: 'POST /calendar-feed', status: 201 })
    .output(z.object({ url: z.string() }))
    .mutation(async ({ ctx }) => {
      const secret = newToken();
      await putFeed(ctx.db, ctx.caller.id, hashToken(secret));
      return { url: `${ctx.deps.config.publicUrl.replace(/^https?:/, 'webcal:')}/calendar/${secret}.ics` };
    }),

  deleteFeed: authed
    .meta({ rest: 'DELETE /calendar-feed', status: 204 })
    .output(z.void())
    .mutation(({ ctx }) => deleteFeed(ctx.db, ctx.caller.id)),

  /** Over REST the iCalendar text itself, over tRPC the text as a string. */
  feed: publicProcedure
    .meta({ rest: 'GET /calendar/{secret}.ics', media: 'text/calendar', secretAddress: true })
    .input(z.object({ secret: z.string('Calendar not found') }))
    .output(z.string())
    .query(async ({ ctx, input }) => {
      const { professional_id, client_id } =
        (await findFeedOwner(ctx.db, hashToken(input.secret))) ?? notFound('Calendar');
      const { publicUrl } = ctx.deps.config;
      if (professional_id)
        return calendarFeed(await listFeedBookings(ctx.db, { professional_id }), { side: 'professional', publicUrl });
      return calendarFeed(client_id ? await listFeedBookings(ctx.db, { client_id }) : [], {
        side: 'client',
        publicUrl,
      });
    }),

  /** The same for one booking and the side that has its address. */
  ofBooking: publicProcedure
    .meta({ rest: 'GET /calendar/bookings/{secret}.ics', media: 'text/calendar', secretAddress: true })
    .input(z.object({ secret: z.string('Calendar not found') }))
    .output(z.string())
    .query(async ({ ctx, input }) => {
      const { booking, side } = (await findByCalendarSecret(ctx.db, input.secret)) ?? notFound('Calendar');
      return calendarFeed([booking], { side, publicUrl: ctx.deps.config.publicUrl });
    }),
});
