import { z } from 'zod';
import { publicProcedure, router } from '#server/api/procedures.ts';
import { localityBounds } from '#shared/constants.ts';
import { localitiesQuery, locality } from '#shared/localities.ts';

export const localitiesRouter = router({
  list: publicProcedure
    .meta({ rest: 'GET /localities' })
    .input(localitiesQuery)
    .output(z.array(locality))
    .query(async ({ ctx, input }) => (await ctx.deps.gazetteer()).suggest(input.search, localityBounds.suggested)),
});
