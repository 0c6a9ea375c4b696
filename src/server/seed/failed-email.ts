import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** The newest confirmation could not be mailed, hours ago: an operator finds it, and runs it again. */
export async function insertFailedEmail(db: Db): Promise<void> {
  await sql`
    insert into deliveries (event_id, channel, recipient, template, payload, attempts, last_error, dead_at)
    select o.id, 'mail', c.user_id::text, 'booking', o.payload || '{"about": "confirmed", "to": "client"}', 5,
      '451 4.3.0 Temporary lookup failure', clock_now() - interval '2 hours'
    from outbox o join bookings b on b.id = (o.payload->>'booking_id')::uuid join clients c on c.id = b.client_id
    where o.event = 'booking.confirmed' and b.status = 'confirmed' and b.start_time > clock_now() + interval '1 day'
    order by o.created_at desc, o.id desc limit 1`.execute(db);
}
