import { z } from 'zod';
import { id } from '#shared/wire.ts';

export const busyCalendarEvents = {
  /** It could not be read for a day. */
  'busy_calendar.failing': z.object({ professional_id: id, calendar_id: id }),
};
