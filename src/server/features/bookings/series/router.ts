import { z } from 'zod';
import { only, professional, router } from '#server/api/procedures.ts';
import {
  cancelledSeries,
  plannedDate,
  series,
  seriesCancellation,
  seriesExtension,
  seriesInput,
  seriesMove,
  seriesPlan,
} from '#shared/series.ts';
import { pathId } from '#shared/wire.ts';
import { cancelSeries, moveSeries } from './change-series.ts';
import { addVisits, makeSeries, showSeries } from './make-series.ts';
import { previewSeries } from './preview.ts';

const byId = z.object({ id: pathId('Series') });

export const seriesRouter = router({
  preview: professional
    .meta({ rest: 'POST /series/preview', reads: true })
    .input(seriesPlan)
    .output(z.array(plannedDate))
    .mutation(({ ctx, input }) => previewSeries(ctx, input)),

  create: professional
    .meta({ rest: 'POST /series/', status: 201, idempotent: true, changesPages: true })
    .input(seriesInput)
    .output(series)
    .mutation(({ ctx, input }) => makeSeries(ctx, input)),

  byId: only('client', 'professional')
    .meta({ rest: 'GET /series/{id}' })
    .input(byId)
    .output(series)
    .query(({ ctx, input }) => showSeries(ctx.db, ctx, input.id)),

  cancel: only('client', 'professional')
    .meta({ rest: 'POST /series/{id}/cancel', changesPages: true })
    .input(seriesCancellation.extend(byId.shape))
    .output(cancelledSeries)
    .mutation(({ ctx, input }) => cancelSeries(ctx, input)),

  move: professional
    .meta({ rest: 'POST /series/{id}/move', changesPages: true })
    .input(seriesMove.extend(byId.shape))
    .output(series)
    .mutation(({ ctx, input }) => moveSeries(ctx, input)),

  extend: professional
    .meta({ rest: 'POST /series/{id}/extend', changesPages: true })
    .input(seriesExtension.extend(byId.shape))
    .output(series)
    .mutation(({ ctx, input }) => addVisits(ctx, input)),
});
