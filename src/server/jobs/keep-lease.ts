import type { Db } from '#server/db/connect.ts';
import { renewLease, sendingLease } from '#server/outbox/queries.ts';

/**
 * How often a lease is renewed; several times within a lease, so that a database that restarts does not end it.
 * Milliseconds.
 */
const renewEvery = 3_000;
/** A lease counts as lost so much earlier than another process may take the delivery, milliseconds. */
const margin = 2_000;

/**
 * Renews the lease of an attempt that was taken at `takenAt` (`performance.now()`) until `end`. `lost` is aborted when
 * another process may have taken the delivery, or soon may, because the database is away.
 */
export function keepLease(
  db: Db,
  attempt: { id: string; attempts: number },
  takenAt: number,
): { lost: AbortSignal; end(): void } {
  const lost = new AbortController();
  let ended = false;
  let expiry: NodeJS.Timeout | undefined;
  const lose = () => lost.abort(new Error('failed to renew the lease of the delivery'));
  function expireAfter(begun: number): void {
    clearTimeout(expiry);
    expiry = setTimeout(lose, sendingLease * 1_000 - margin - (performance.now() - begun));
  }
  async function renew(): Promise<void> {
    const begun = performance.now();
    // A database that is away does not end the lease at once; `expiry` does in time.
    const isOurs = await renewLease(db, attempt).catch(() => undefined);
    if (ended || isOurs === undefined) return;
    if (isOurs) expireAfter(begun);
    else lose();
  }
  expireAfter(takenAt);
  const renewal = setInterval(renew, renewEvery);
  return {
    lost: lost.signal,
    end() {
      ended = true;
      clearTimeout(expiry);
      clearInterval(renewal);
    },
  };
}
