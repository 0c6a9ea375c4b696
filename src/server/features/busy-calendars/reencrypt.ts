import type { Database } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { openAddress, sealAddress } from './address-secret.ts';
import { lockAddresses, putAddress } from './queries.ts';

/**
 * Encrypts every address with another key, all or none; run again, it takes those that came since. `left`: addresses
 * that neither key decrypts, which stay as they are.
 */
export function reencryptAddresses(db: Database, from: Buffer, to: Buffer): Promise<{ changed: number; left: number }> {
  return transact(db, async (trx) => {
    let [changed, left] = [0, 0];
    for (const row of await lockAddresses(trx)) {
      const url = openAddress(from, row);
      if (url !== undefined) {
        await putAddress(trx, row, sealAddress(to, url, row));
        changed++;
      } else if (openAddress(to, row) === undefined) left++;
    }
    return { changed, left };
  });
}
