import { z } from 'zod';
import { authed, publicProcedure, router } from '#server/api/procedures.ts';
import { pushKey, subscription, subscriptionInput, subscriptionRef } from '#shared/push.ts';
import { deleteSubscription } from './queries.ts';
import { addressOf, subscribe } from './subscribe.ts';

export const pushRouter = router({
  key: publicProcedure
    .meta({ rest: 'GET /push/key' })
    .output(pushKey)
    .query(({ ctx }) => ({ public_key: ctx.deps.push?.publicKey ?? null })),

  subscribe: authed
    .meta({ rest: 'POST /push/subscriptions', status: 201, refusals: [409] })
    .input(subscriptionInput)
    .output(subscription)
    .mutation(({ ctx, input }) => subscribe(ctx, ctx.caller, input)),

  unsubscribe: authed
    .meta({ rest: 'DELETE /push/subscriptions', status: 204, bodies: ['json'] })
    .input(subscriptionRef)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteSubscription(ctx.db, ctx.caller.id, addressOf(input.endpoint))),
});
