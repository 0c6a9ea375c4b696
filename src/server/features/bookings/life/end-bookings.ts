import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { carryOut, type Happened } from './carry-out.ts';
import { isAhead, isBeforeCutOff, isOfSide, type Party } from './which-queries.ts';

type Why = { reason: string; requestId?: string | undefined };

/** Cancels all pending bookings of a client or professional as the system does. Needs the party's lock. */
export function cancelPending(trx: Db, party: Party, why: Why): Promise<Happened[]> {
  return carryOut(trx, 'cancelled', { ...why, by: 'system', where: isOfSide(party) });
}

/**
 * Cancels whatever a client or professional whose account ends has not begun: pending bookings as the system does,
 * confirmed ones as that side does. Needs the party's lock.
 */
export async function cancelAhead(trx: Db, party: Party, why: Why): Promise<void> {
  await cancelPending(trx, party, why);
  const by = party.role;
  const where = sql<boolean>`${isOfSide(party)} and bookings.status = 'confirmed' and ${isAhead}`;
  if (by === 'client')
    await carryOut(trx, 'cancelled_late', { ...why, by, where: sql`${where} and not ${isBeforeCutOff}` });
  await carryOut(trx, 'cancelled', { ...why, by, where });
}
