import type { Database } from '#server/db/connect.ts';
import { reencrypt } from '#server/secrets/reencrypt.ts';
import { openAddress, sealAddress } from './address-secret.ts';
import { lockAddresses, putAddress } from './queries.ts';

/** Encrypts every address with another key. */
export function reencryptAddresses(db: Database, from: Buffer, to: Buffer) {
  return reencrypt(
    db,
    { from, to },
    {
      lock: lockAddresses,
      open: openAddress,
      put: (trx, row, url) => putAddress(trx, row, sealAddress(to, url, row)),
    },
  );
}
