import { z } from 'zod';
import { sides } from '#shared/rules/reschedule.ts';
import { id } from '#shared/wire.ts';

/** Visits as a change left them; `start` is epoch milliseconds. */
export const changedVisits = z
  .array(z.object({ booking_id: id, version: z.int(), sequence: z.int(), start: z.number() }))
  .min(1);

const seriesRef = z.object({ professional_id: id, series_id: id });

export const seriesEvents = {
  'series.changed': seriesRef.extend({
    about: z.enum(['made', 'moved', 'extended', 'cancelled']),
    by: z.enum(sides),
    visits: changedVisits,
  }),
  /** Few visits are left; `booking_id` is one of them. */
  'series.ending': seriesRef.extend({ booking_id: id }),
};
