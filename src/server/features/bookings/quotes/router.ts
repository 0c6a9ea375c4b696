import { sql } from 'kysely';
import { z } from 'zod';
import { authed, professional, router } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { notFound } from '#server/errors.ts';
import { quote, quoteId } from '#shared/quotes.ts';
import { endQuotes, findQuote, lockUnbooked, presentQuote } from './queries.ts';

/** Sent by `threads.quote`, booked by `bookings.create`. */
export const quotesRouter = router({
  byId: authed
    .meta({ rest: 'GET /quotes/{id}' })
    .input(quoteId)
    .output(quote)
    .query(async ({ ctx, input }) =>
      presentQuote((await findQuote(ctx.db, input.id, ctx.caller)) ?? notFound('Quote')),
    ),

  withdraw: professional
    .meta({ rest: 'DELETE /quotes/{id}', status: 204 })
    .input(quoteId)
    .output(z.void())
    .mutation(({ ctx, input: { id } }) =>
      transact(ctx.db, async (trx) => {
        const own = sql`q.id = ${id} and q.professional_id = ${ctx.professionalId}`;
        (await lockUnbooked(trx, own)) ?? notFound('Quote');
        await endQuotes(trx, ctx.deps, own);
      }),
    ),
});
