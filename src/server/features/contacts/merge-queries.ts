import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

type Merger = { id: string; into: string };

/** Whether a guest turned out to be a client with an account, other than `into`. */
export async function isClaimed(trx: Db, professional_id: string, { id, into }: Merger): Promise<boolean> {
  const { rows } = await sql`
    select from contacts g join clients c on c.user_id is not null and c.id <> ${into} and (
      c.id = g.claimed_by or c.id in (
        select client_id from bookings where professional_id = g.professional_id and guest_id = g.id))
    where g.professional_id = ${professional_id} and g.id = ${id} limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Gives a guest's bookings to another guest, or to a client, and removes the guest. What an import made of either is not
 * taken back any more. Needs the professional's lock, and the client's.
 */
export async function moveBookings(
  trx: Db,
  professional_id: string,
  { id, into, client_id }: Merger & { client_id: string | null },
): Promise<void> {
  await sql`
    update bookings set guest_id = ${client_id === null ? into : null}, client_id = coalesce(${client_id}, client_id),
      sequence = sequence + 1, updated_at = clock_now()
    where professional_id = ${professional_id} and guest_id = ${id}`.execute(trx);
  await sql`delete from contacts where professional_id = ${professional_id} and id = ${id}`.execute(trx);
  await sql`
    delete from imported_contacts
    where professional_id = ${professional_id} and contact_id = ${into} and is_made`.execute(trx);
}
