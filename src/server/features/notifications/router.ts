import { z } from 'zod';
import { authed, type Context, router, withTotal } from '#server/api/procedures.ts';
import { notFound } from '#server/errors.ts';
import { notification } from '#shared/notifications.ts';
import { longPage, pathId } from '#shared/wire.ts';
import { findNotification, listNotifications, markAllRead, markRead } from './queries.ts';

const byId = z.object({ id: pathId('Notification') });

const readerOf = ({ db, deps: { news } }: Context) => ({ db, news });

export const notificationsRouter = router({
  mine: authed
    .meta({ rest: 'GET /notifications/me' })
    .input(longPage)
    .output(z.array(notification))
    .query(async ({ ctx, input }) => withTotal(ctx, await listNotifications(readerOf(ctx), ctx.caller.id, input))),

  /** Returns the notification without marking it as read, although its path ends in `read`. */
  byId: authed
    .meta({ rest: 'GET /notifications/{id}/read' })
    .input(byId)
    .output(notification)
    .query(
      async ({ ctx, input }) =>
        (await findNotification(readerOf(ctx), ctx.caller.id, input.id)) ?? notFound('Notification'),
    ),

  markRead: authed
    .meta({ rest: 'POST /notifications/{id}/read' })
    .input(byId)
    .output(notification)
    .mutation(
      async ({ ctx, input }) => (await markRead(readerOf(ctx), ctx.caller.id, input.id)) ?? notFound('Notification'),
    ),

  readAll: authed
    .meta({ rest: 'POST /notifications/read-all', status: 204 })
    .output(z.void())
    .mutation(({ ctx }) => markAllRead(ctx.db, ctx.caller.id)),
});
