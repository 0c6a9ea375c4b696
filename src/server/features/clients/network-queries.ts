import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
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
