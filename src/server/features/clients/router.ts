import { z } from 'zod';
import type { Caller } from '#server/api/caller.ts';
import { authed, type Context, client, router } from '#server/api/procedures.ts';
import { notFound } from '#server/errors.ts';
import { clientInput, client as clientOutput } from '#shared/clients.ts';
import { pathId } from '#shared/wire.ts';
import { findClient, updateClient } from './queries.ts';

async function requireClient({ db, caller }: Context & { caller: Caller }, id: string) {
  return (await findClient(db, id, caller)) ?? notFound('Client');
}

export const clientsRouter = router({
  me: client
    .meta({ rest: 'GET /clients/me' })
    .output(clientOutput)
    .query(({ ctx }) => requireClient(ctx, ctx.clientId)),

  updateMe: client
    .meta({ rest: 'PUT /clients/me', changesPages: true })
    .input(clientInput)
    .output(clientOutput)
    .mutation(async ({ ctx, input }) => {
      await updateClient(ctx.db, ctx.clientId, input);
      return requireClient(ctx, ctx.clientId);
    }),

  byId: authed
    .meta({ rest: 'GET /clients/{id}' })
    .input(z.object({ id: pathId('Client') }))
    .output(clientOutput)
    .query(({ ctx, input }) => requireClient(ctx, input.id)),
});
