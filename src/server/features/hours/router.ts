import { z } from 'zod';
import { pageFrom, professional, router, withTotal } from '#server/api/procedures.ts';
import {
  changedDate,
  dateInput,
  datesQuery,
  holiday,
  holidaysQuery,
  hoursInput,
  ownDate,
  ownHours,
  pathDate,
  timeOff,
  timeOffInput,
  timeOffQuery,
} from '#shared/hours.ts';
import { pathId } from '#shared/wire.ts';
import { addTimeOff, changeDate, datesOf, readHours, removeDate, removeTimeOff, replaceHours } from './change-hours.ts';
import { holidaysOf } from './holidays.ts';
import { listTimeOff } from './time-off-queries.ts';

const byDate = z.object({ date: pathDate });

export const hoursRouter = router({
  mine: professional
    .meta({ rest: 'GET /hours/' })
    .output(ownHours)
    .query(({ ctx }) => readHours(ctx.db, ctx.professionalId)),

  replace: professional
    .meta({ rest: 'PUT /hours/', changesPages: true })
    .input(hoursInput)
    .output(ownHours)
    .mutation(async ({ ctx, input }) => {
      const hours = await replaceHours(ctx.db, ctx.professionalId, input);
      await ctx.deps.search.refresh(ctx.professionalId);
      return hours;
    }),

  dates: professional
    .meta({ rest: 'GET /hours/dates' })
    .input(datesQuery)
    .output(z.array(ownDate))
    .query(async ({ ctx, input }) => withTotal(ctx, await datesOf(ctx.db, ctx.professionalId, input))),

  setDate: professional
    .meta({ rest: 'PUT /hours/dates/{date}', changesPages: true })
    .input(dateInput.extend(byDate.shape))
    .output(changedDate)
    .mutation(async ({ ctx, input }) => {
      const changed = await changeDate(ctx.db, ctx.professionalId, input);
      await ctx.deps.search.refresh(ctx.professionalId);
      return changed;
    }),

  removeDate: professional
    .meta({ rest: 'DELETE /hours/dates/{date}', status: 204, changesPages: true })
    .input(byDate)
    .output(z.void())
    .mutation(({ ctx, input }) => removeDate(ctx.db, ctx.professionalId, input.date)),

  holidays: professional
    .meta({ rest: 'GET /hours/holidays' })
    .input(holidaysQuery)
    .output(z.array(holiday))
    .query(({ ctx, input: { state, year, ...page } }) => withTotal(ctx, pageFrom(holidaysOf(state, year), page))),

  timeOff: professional
    .meta({ rest: 'GET /hours/time-off' })
    .input(timeOffQuery)
    .output(z.array(timeOff))
    .query(async ({ ctx, input }) => withTotal(ctx, await listTimeOff(ctx.db, ctx.professionalId, input))),

  addTimeOff: professional
    .meta({ rest: 'POST /hours/time-off', status: 201, changesPages: true })
    .input(timeOffInput)
    .output(timeOff)
    .mutation(({ ctx, input }) => addTimeOff(ctx.db, ctx.professionalId, input)),

  removeTimeOff: professional
    .meta({ rest: 'DELETE /hours/time-off/{id}', status: 204, changesPages: true })
    .input(z.object({ id: pathId('Time off') }))
    .output(z.void())
    .mutation(({ ctx, input }) => removeTimeOff(ctx.db, ctx.professionalId, input.id)),
});
