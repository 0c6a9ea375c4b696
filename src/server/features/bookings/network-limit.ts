// Other features may import this.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import { newClientDays } from '#shared/constants.ts';

const lately = sql`signed_up_at > clock_now() - make_interval(days => ${newClientDays}::int)`;

/** From which network a client signed themselves up lately, a subquery; null of others. */
export const signupNetwork = (client_id: RawBuilder<unknown>) =>
  sql<string | null>`(select network from client_signups where client_id = ${client_id} and ${lately})`;

/** The ids of the clients who signed themselves up lately from a network: they count together (contract 11). */
export const clientsOfNetwork = (network: string) =>
  sql`select client_id from client_signups where network = ${network} and ${lately}`;

/**
 * Locks a network until the transaction ends, so that what its clients do at once counts. Locked last, after client,
 * professional and thread.
 */
export async function lockNetwork(trx: Db, network: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`clients of ${network}`}, 0))`.execute(trx);
}

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
