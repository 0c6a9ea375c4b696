import { z } from 'zod';
import { authed, only, router, withTotal } from '#server/api/procedures.ts';
import { notFound } from '#server/errors.ts';
import { reschedule, rescheduleAnswer, rescheduleInput } from '#shared/reschedules.ts';
import { longPage, pathId } from '#shared/wire.ts';
import { answerReschedule } from './answer.ts';
import { askToReschedule } from './ask.ts';
import { listReschedules } from './queries.ts';

const ofBooking = z.object({ id: pathId('Booking') });

export const reschedulesRouter = router({
  ask: only('client', 'professional')
    .meta({ rest: 'POST /bookings/{id}/reschedules', status: 201, idempotent: true, changesPages: true })
    .input(rescheduleInput.extend(ofBooking.shape))
    .output(reschedule)
    .mutation(({ ctx, input }) => askToReschedule(ctx, input)),

  ofBooking: authed
    .meta({ rest: 'GET /bookings/{id}/reschedules' })
    .input(longPage.extend(ofBooking.shape))
    .output(z.array(reschedule))
    .query(async ({ ctx, input: { id, ...page } }) =>
      withTotal(ctx, (await listReschedules(ctx.db, id, ctx.caller, page)) ?? notFound('Booking')),
    ),

  answer: only('client', 'professional')
    .meta({ rest: 'PATCH /bookings/{id}/reschedules/{reschedule_id}', changesPages: true })
    .input(rescheduleAnswer.extend({ ...ofBooking.shape, reschedule_id: pathId('Request') }))
    .output(reschedule)
    .mutation(({ ctx, input }) => answerReschedule(ctx, input)),
});
