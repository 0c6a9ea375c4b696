import { z } from 'zod';
import { authed, only, router, withTotal } from '#server/api/procedures.ts';
import { feedback, feedbackInput, feedbackQuery } from '#shared/feedback.ts';
import { idOut } from '#shared/wire.ts';
import { listFeedback } from './queries.ts';
import { sendFeedback } from './send-feedback.ts';

export const feedbackRouter = router({
  send: authed
    .meta({ rest: 'POST /feedback', status: 201, idempotent: true })
    .input(feedbackInput)
    .output(z.object({ id: idOut }))
    .mutation(({ ctx, input }) => sendFeedback(ctx.db, ctx.deps.config, ctx.caller, input)),

  list: only('admin')
    .meta({ rest: 'GET /admin/feedback' })
    .input(feedbackQuery)
    .output(z.array(feedback))
    .query(async ({ ctx, input }) => withTotal(ctx, await listFeedback(ctx.db, input))),
});
