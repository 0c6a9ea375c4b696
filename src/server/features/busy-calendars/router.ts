import { z } from 'zod';
import { professional, router } from '#server/api/procedures.ts';
import {
  busyCalendar,
  busyCalendarId,
  busyCalendarInput,
  calendarTime,
  calendarTimesQuery,
} from '#shared/busy-calendars.ts';
import { addCalendar, refreshCalendar, removeCalendar } from './change-calendars.ts';
import { listCalendars, listTimes } from './queries.ts';

export const busyCalendarsRouter = router({
  list: professional
    .meta({ rest: 'GET /busy-calendars/' })
    .output(z.array(busyCalendar))
    .query(({ ctx }) => listCalendars(ctx.db, ctx.professionalId)),

  add: professional
    .meta({ rest: 'POST /busy-calendars/', status: 201, batch: false })
    .input(busyCalendarInput)
    .output(busyCalendar)
    .mutation(({ ctx, input }) => addCalendar(ctx, input)),

  times: professional
    .meta({ rest: 'GET /busy-calendars/times' })
    .input(calendarTimesQuery)
    .output(z.array(calendarTime))
    .query(({ ctx, input }) => listTimes(ctx.db, ctx.professionalId, input)),

  remove: professional
    .meta({ rest: 'DELETE /busy-calendars/{id}', status: 204 })
    .input(busyCalendarId)
    .output(z.void())
    .mutation(({ ctx, input }) => removeCalendar(ctx, input.id)),

  refresh: professional
    .meta({ rest: 'POST /busy-calendars/{id}/refresh', batch: false })
    .input(busyCalendarId)
    .output(busyCalendar)
    .mutation(({ ctx, input }) => refreshCalendar(ctx, input.id)),
});
