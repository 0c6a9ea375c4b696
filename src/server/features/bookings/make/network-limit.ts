import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import { clientsOfNetwork, lockNetwork } from '#server/features/clients/network-queries.ts';

/** What new clients of one network did together; instants are epoch milliseconds. */
type Together = {
  /** Bookings ahead with one professional, pending or confirmed. */
  ahead: number;
  /** How long the pending ones of these last in all, milliseconds. */
  pending: number;
  /** When those of the last hour were made or asked to move, with whomever, latest first. */
  made: number[];
};

/** Reads it under the network's lock. */
export async function bookedTogether(
  trx: Db,
  { network, professional_id }: { network: string; professional_id: string },
): Promise<Together> {
  await lockNetwork(trx, network);
  const isAhead = sql`start_time > clock_now() and professional_id = ${professional_id}`;
  const isMade = sql`created_at > clock_now() - interval '1 hour'`;
  const { rows } = await sql<Together>`
    with own as materialized (${clientsOfNetwork(network)}),
    booked as materialized (
      select status, professional_id, start_time, end_time, created_at from own join bookings using (client_id)
      where not written_in)
    select count(*) filter (where status in ('pending', 'confirmed') and ${isAhead})::int as ahead,
      coalesce(${epochMs(sql`sum(end_time - start_time) filter (where status = 'pending' and ${isAhead})`)}, 0) as pending,
      (select coalesce(json_agg(${epochMs('created_at')} order by created_at desc), '[]') from (
        select created_at from booked where ${isMade}
        union all
        select created_at from own join reschedules using (client_id) where ${isMade}) made) as made
    from booked`.execute(trx);
  return rows[0] ?? { ahead: 0, pending: 0, made: [] };
}
