import { sql } from 'kysely';
import { placeDays } from '#shared/rules/place.ts';

/** Where somebody mobile comes to, of rows of `bookings`; null once the visit, or its cancellation, is that long ago. */
export const visitAddress = sql<string | null>`case when coalesce(bookings.cancelled_at, bookings.end_time)
  > clock_now() - make_interval(hours => ${sql.lit(placeDays * 24)}) then bookings.visit_address end`;
