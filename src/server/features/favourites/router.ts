import { z } from 'zod';
import { atOnce, client, inTurn, pageFrom, router, withTotal } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound, unauthorized } from '#server/errors.ts';
import { lockClient, lockProfessional } from '#server/features/parties/lock-queries.ts';
import { professionalExists } from '#server/features/parties/visibility.ts';
import { professionalsOf } from '#server/features/professionals/list-queries.ts';
import { favouriteBounds } from '#shared/constants.ts';
import { listedProfessional } from '#shared/professionals.ts';
import { longPageUpTo, pathId } from '#shared/wire.ts';
import { countOtherFavourites, deleteFavourite, insertFavourite, listFavouriteIds } from './queries.ts';

const one = z.object({ professional_id: pathId('Professional') });

/** Whom a client likes to come back to; nobody else sees it. */
export const favouritesRouter = router({
  list: client
    .meta({ rest: 'GET /clients/me/favourites' })
    .input(longPageUpTo(favouriteBounds.most))
    .output(atOnce(z.array(listedProfessional)))
    .use(inTurn('lists'))
    .query(async ({ ctx, input }) => {
      const { results: ids, total } = pageFrom(await listFavouriteIds(ctx.db, ctx.clientId), input);
      const { search, config } = ctx.deps;
      return withTotal(ctx, { results: await professionalsOf(ctx.db, search, config, ids), total });
    }),

  /** 409 for the 201st. */
  add: client
    .meta({ rest: 'PUT /clients/me/favourites/{professional_id}', status: 204 })
    .input(one)
    .output(z.void())
    .mutation(({ ctx, input }) =>
      transact(ctx.db, async (trx) => {
        const favourite = { clientId: ctx.clientId, professionalId: input.professional_id };
        (await lockClient(trx, ctx.clientId)) || unauthorized();
        (await lockProfessional(trx, favourite.professionalId)) ?? notFound('Professional');
        if (!(await professionalExists(trx, favourite.professionalId))) notFound('Professional');
        if ((await countOtherFavourites(trx, favourite)) >= favouriteBounds.most)
          conflict(`You can have at most ${favouriteBounds.most} favourites.`);
        await insertFavourite(trx, favourite);
      }),
    ),

  /** Also of one who is not visible any more. */
  remove: client
    .meta({ rest: 'DELETE /clients/me/favourites/{professional_id}', status: 204 })
    .input(one)
    .output(z.void())
    .mutation(async ({ ctx, input: { professional_id: professionalId } }) => {
      if (await deleteFavourite(ctx.db, { clientId: ctx.clientId, professionalId })) return;
      if (!(await professionalExists(ctx.db, professionalId))) notFound('Professional');
    }),
});
