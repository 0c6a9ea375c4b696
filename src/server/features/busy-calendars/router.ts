import { z } from 'zod';
import { pageFrom, professional, router, withTotal } from '#server/api/procedures.ts';
import {
  busyCalendar,
  busyCalendarId,
  busyCalendarInput,
  calendarTime,
  calendarTimesQuery,
} from '#shared/busy-calendars.ts';
import { longPage } from '#shared/wire.ts';
import { addCalendar, refreshCalendar, removeCalendar } from './change-calendars.ts';
import { listCalendars, listTimes } from './queries.ts';

export const busyCalendarsRouter = router({
  list: professional
    .meta({ rest: 'GET /busy-calendars/' })
    .input(longPage)
    .output(z.array(busyCalendar))
    .query(async ({ ctx, input }) => withTotal(ctx, pageFrom(await listCalendars(ctx.db, ctx.professionalId), input))),

  add: professional
    .meta({ rest: 'POST /busy-calendars/', status: 201, batch: false, changesPages: true })
    .input(busyCalendarInput)
    .output(busyCalendar)
    .mutation(({ ctx, input }) => addCalendar(ctx, input)),

  times: professional
    .meta({ rest: 'GET /busy-calendars/times' })
    .input(calendarTimesQuery)
    .output(z.array(calendarTime))
    .query(async ({ ctx, input }) =>
      withTotal(ctx, pageFrom(await listTimes(ctx.db, ctx.professionalId, input), input)),
    ),

  remove: professional
    .meta({ rest: 'DELETE /busy-calendars/{id}', status: 204, changesPages: true })
    .input(busyCalendarId)
    .output(z.void())
    .mutation(({ ctx, input }) => removeCalendar(ctx, input.id)),

  refresh: professional
    .meta({ rest: 'POST /busy-calendars/{id}/refresh', batch: false, changesPages: true })
    .input(busyCalendarId)
    .output(busyCalendar)
    .mutation(({ ctx, input }) => refreshCalendar(ctx, input.id)),
});
