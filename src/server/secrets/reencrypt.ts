import type { Database, Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';

/** How rows keep what is encrypted: `lock` reads all of them, `open` is undefined for what a key does not decrypt. */
type Sealed<Row> = {
  lock: (trx: Db) => Promise<Row[]>;
  open: (key: Buffer, row: Row) => string | undefined;
  put: (trx: Db, row: Row, text: string) => Promise<void>;
};

/**
 * Encrypts every row with another key, all or none; run again, it takes those that came since. `left`: rows that neither
 * key decrypts, which stay as they are.
 */
export function reencrypt<Row>(
  db: Database,
  { from, to }: { from: Buffer; to: Buffer },
  { lock, open, put }: Sealed<Row>,
): Promise<{ changed: number; left: number }> {
  return transact(db, async (trx) => {
    let [changed, left] = [0, 0];
    for (const row of await lock(trx)) {
      const text = open(from, row);
      if (text !== undefined) {
        await put(trx, row, text);
        changed++;
      } else if (open(to, row) === undefined) left++;
    }
    return { changed, left };
  });
}
