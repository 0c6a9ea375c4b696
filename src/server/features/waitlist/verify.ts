import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest } from '#server/errors.ts';
import { consumeLink, deadLink } from '#server/links/mailed-links.ts';
import { approveIn } from './decide.ts';
import { markVerified } from './queries.ts';

/**
 * Verifies the address of a mailed link and returns it; where clients need no review, a client is approved at once.
 * Throws 400 for an invalid link.
 */
export function verify(
  { db, config, requestId }: { db: Db; config: Pick<Config, 'waitlistAutoApproveClients'>; requestId: string },
  token: string,
): Promise<{ email: string }> {
  return transact(db, async (trx) => {
    const used = (await consumeLink(trx, 'waitlist_verification', token)) ?? badRequest(deadLink);
    const entry = (await markVerified(trx, used)) ?? badRequest(deadLink);
    if (config.waitlistAutoApproveClients && entry.role === 'Client' && entry.status === 'verified')
      await approveIn(trx, entry.id, requestId);
    return { email: entry.email };
  });
}
