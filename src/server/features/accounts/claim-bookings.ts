import type { Db } from '#server/db/connect.ts';
import { claimBookings } from '#server/features/contacts/queries.ts';

/**
 * Gives a client the bookings that professionals wrote in for a guest of their address, which they have just proved to
 * be theirs (contract 11). Called in the transaction of each such proof; nobody but a client has such bookings.
 */
export async function claimBookingsOf(trx: Db, userId: string): Promise<void> {
  const client = await trx
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.user_id')
    .select(['clients.id', 'users.email'])
    .where('users.id', '=', userId)
    .forNoKeyUpdate('clients')
    .executeTakeFirst();
  if (client) await claimBookings(trx, { email: client.email, clientId: client.id });
}
