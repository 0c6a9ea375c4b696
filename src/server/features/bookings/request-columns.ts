// Other features may import this.
import { sql } from 'kysely';

/** A request for another time as it is answered, from `reschedules`. */
export const requestColumns = sql`reschedules.id, reschedules.booking_id, reschedules.start_time, reschedules.end_time,
  reschedules.status, reschedules.requested_by, reschedules.message, reschedules.created_at, reschedules.expires_at,
  reschedules.answered_at`;
