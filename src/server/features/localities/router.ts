import { z } from 'zod';
import { publicProcedure, router, withTotal } from '#server/api/procedures.ts';
import { understandPlace } from '#server/search/places.ts';
import { localityBounds } from '#shared/constants.ts';
import { localitiesQuery, locality } from '#shared/localities.ts';

export const localitiesRouter = router({
  list: publicProcedure
    .meta({ rest: 'GET /localities' })
    .input(localitiesQuery)
    .output(z.array(locality))
    .query(async ({ ctx, input: { search, meaning, time_zone, skip, limit } }) => {
      const gazetteer = await ctx.deps.gazetteer();
      const meant = meaning ? understandPlace(gazetteer, search, time_zone) : undefined;
      const found = meaning ? (meant ? [meant] : []) : gazetteer.suggest(search);
      const results = found.slice(skip, skip + Math.min(limit, localityBounds.suggested));
      return withTotal(ctx, { results, total: found.length });
    }),
});
