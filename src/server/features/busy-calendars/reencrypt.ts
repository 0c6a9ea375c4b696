import type { Database } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { decrypt, encrypt, fingerprint } from '#server/secrets/encrypt.ts';
import { lockAddresses, putAddress } from './queries.ts';
import { ownerOf } from './read-calendar.ts';

/** Encrypts every address with another key, all or none. Those that the present key does not open stay as they are. */
export function reencryptAddresses(db: Database, from: Buffer, to: Buffer): Promise<{ changed: number; left: number }> {
  return transact(db, async (trx) => {
    const rows = await lockAddresses(trx);
    let changed = 0;
    for (const row of rows) {
      const url = decrypt(from, row.encrypted_url, ownerOf(row));
      if (url === undefined) continue;
      await putAddress(trx, row, {
        encrypted_url: encrypt(to, url, ownerOf(row)),
        url_hmac: fingerprint(to, new URL(url).href),
      });
      changed++;
    }
    return { changed, left: rows.length - changed };
  });
}
