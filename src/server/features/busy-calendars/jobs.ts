import { emit } from '#server/outbox/emit.ts';
import type { FeatureJobs } from '#server/outbox/feature-jobs.ts';
import { busyCalendarEffects } from './effects.ts';
import { busyCalendarEmails } from './emails.ts';
import { calendarFailing } from './news.ts';
import { deleteOldRefreshes, deleteOldTimes, deleteRemoved, findLongFailing, markTold } from './queries.ts';
import { readDueCalendars, readSlowCalendars } from './read-calendar.ts';

export const busyCalendarJobs: FeatureJobs = {
  news: [calendarFailing],
  effects: busyCalendarEffects,
  emails: busyCalendarEmails,
  scheduledTransitions: [
    {
      name: 'tell_of_failing_calendar',
      find: findLongFailing,
      async apply(trx, id) {
        const told = await markTold(trx, id);
        if (told)
          await emit(trx, 'busy_calendar.failing', { professional_id: told.professional_id, calendar_id: told.id });
        return told !== undefined;
      },
    },
  ],
  cleanUps: [deleteRemoved, deleteOldRefreshes, deleteOldTimes],
  rounds: [readDueCalendars, readSlowCalendars],
};
