import { z } from 'zod';
import { professional, router } from '#server/api/procedures.ts';
import { plannedDate, seriesPlan } from '#shared/series.ts';
import { previewSeries } from './preview.ts';

export const seriesRouter = router({
  preview: professional
    .meta({ rest: 'POST /series/preview' })
    .input(seriesPlan)
    .output(z.array(plannedDate))
    .mutation(({ ctx, input }) => previewSeries(ctx, input)),
});
