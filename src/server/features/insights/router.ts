import { z } from 'zod';
import { professional, router } from '#server/api/procedures.ts';
import { income, insights, insightsQuery } from '#shared/insights.ts';
import { incomeCsv, showIncome } from './show-income.ts';
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

  income: professional
    .meta({ rest: 'GET /insights/income' })
    .input(insightsQuery)
    .output(income)
    .query(({ ctx, input }) => showIncome(ctx.db, ctx.professionalId, input)),

  incomeCsv: professional
    .meta({ rest: 'GET /insights/income.csv', media: 'text/csv' })
    .input(insightsQuery)
    .output(z.string())
    .query(({ ctx, input }) => {
      ctx.setHeader('content-disposition', `attachment; filename="income-${input.from}-${input.to}.csv"`);
      return incomeCsv(ctx.db, ctx.professionalId, input);
    }),
});
