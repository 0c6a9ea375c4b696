import type { Db } from '#server/db/connect.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';

/** Locks a client, before their professional; false for one whose account was deleted. */
export async function lockClient(trx: Db, id: string): Promise<boolean> {
  const client = await trx
    .selectFrom('clients')
    .select('id')
    .where('id', '=', id)
    .where('user_id', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return client !== undefined;
}

/**
 * Locks the professional, after the client where both are needed, so that nobody else changes their windows, settings
 * and bookings. Returns the database's time, epoch milliseconds, and their zone; undefined when the account has ended.
 */
export function lockProfessional(trx: Db, id: string): Promise<{ now: number; time_zone: string } | undefined> {
  return professionalLock.executeTakeFirst(trx, { id });
}

const professionalLock = statement('lock_professional', (db, p: Params<{ id: string }>) =>
  db
    .selectFrom('professionals')
    .select([epochMs(clockNow).as('now'), 'time_zone'])
    .where('id', '=', p.id)
    .where('user_id', 'is not', null)
    .forNoKeyUpdate(),
);
