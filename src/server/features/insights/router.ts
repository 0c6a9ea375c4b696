import { z } from 'zod';
import { professional, router } from '#server/api/procedures.ts';
import { insights, insightsQuery } from '#shared/insights.ts';
import { insightsOf, visitsCsv } from './show-insights.ts';

export const insightsRouter = router({
  show: professional
    .meta({ rest: 'GET /insights/' })
    .input(insightsQuery)
    .output(insights)
    .query(({ ctx, input }) => insightsOf(ctx.db, ctx.professionalId, input)),

  /** Over REST the file itself, over tRPC its text as a string. */
  visits: professional
    .meta({ rest: 'GET /insights/visits.csv', media: 'text/csv' })
    .input(insightsQuery)
    .output(z.string())
    .query(({ ctx, input }) => {
      ctx.setHeader('content-disposition', `attachment; filename="visits-${input.from}-${input.to}.csv"`);
      return visitsCsv(ctx.db, ctx.professionalId, input);
    }),
});
