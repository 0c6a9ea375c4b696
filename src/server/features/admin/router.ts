import { z } from 'zod';
import { inTurn, only, router, withTotal } from '#server/api/procedures.ts';
import { notFound } from '#server/errors.ts';
import { listAudit } from '#server/features/audit/queries.ts';
import { failedJob, overview } from '#shared/admin.ts';
import { auditEntry } from '#shared/audit.ts';
import { longPage, pathId } from '#shared/wire.ts';
import { listFailedJobs, readOverview } from './queries.ts';
import { retryJobs } from './retry-jobs.ts';

const admin = only('admin');

export const adminRouter = router({
  overview: admin
    .meta({ rest: 'GET /admin/overview' })
    .output(overview)
    .use(inTurn('lists'))
    .query(({ ctx }) => readOverview(ctx.db)),

  jobs: admin
    .meta({ rest: 'GET /admin/jobs' })
    .input(longPage)
    .output(z.array(failedJob))
    .query(async ({ ctx, input }) => withTotal(ctx, await listFailedJobs(ctx.db, input))),

  retryJob: admin
    .meta({ rest: 'POST /admin/jobs/{id}/retry', status: 204 })
    .input(z.object({ id: pathId('Job') }))
    .output(z.void())
    .mutation(async ({ ctx, input: { id } }) => {
      if ((await retryJobs(ctx.db, { actorId: ctx.caller.id, id })) === 0) notFound('Job');
    }),

  audit: admin
    .meta({ rest: 'GET /admin/audit' })
    .input(longPage)
    .output(z.array(auditEntry))
    .query(async ({ ctx, input }) => withTotal(ctx, await listAudit(ctx.db, input))),
});
