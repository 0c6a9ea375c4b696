import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { databaseNow } from '#server/db/sql.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { conflict, invalid, unauthorized } from '#server/errors.ts';
import { lockClient } from '#server/features/parties/lock-queries.ts';
import { HOUR } from '#shared/constants.ts';
import type { HairChange, Health, HealthInput, OwnHair } from '#shared/hair.ts';
import { iso } from '#shared/time.ts';
import { openHealth, sealHealth } from './health-secret.ts';
import { findOwnHair, putHair, unshareHealth } from './queries.ts';

type Call = Pick<Context, 'db' | 'deps'> & { clientId: string };

/** All that a client told. */
export async function readOwnHair(db: Db, deps: Pick<Deps, 'secretsKey' | 'log'>, clientId: string): Promise<OwnHair> {
  const { health, ...row } = await findOwnHair(db, clientId);
  return { ...row, health: openHealth(deps, health, clientId) };
}

/** The day on which it is already tomorrow somewhere, `YYYY-MM-DD`: nothing later has happened yet. */
const lastDay = (now: number) => iso(now + 14 * HOUR).slice(0, 10);

/** Replaces what is given; 422 for a month that is ahead everywhere. */
export function changeHair({ db, deps, clientId }: Call, { hair, counted }: HairChange): Promise<OwnHair> {
  return transact(db, async (trx) => {
    if (!(await lockClient(trx, clientId))) unauthorized();
    const last = lastDay(await databaseNow(trx)).slice(0, 7);
    const ahead = hair?.events.findIndex(({ month }) => month !== null && month > last) ?? -1;
    if (ahead >= 0) invalid(['body', 'hair', 'events', ahead, 'month'], 'Must not be ahead');
    // The order is stable: those of one month stay as they were sent.
    const events = hair?.events.toSorted((a, b) =>
      (a.month ?? '') < (b.month ?? '') ? 1 : a.month === b.month ? 0 : -1,
    );
    await putHair(trx, clientId, { hair: hair && events ? { ...hair, events } : hair, counted });
    return readOwnHair(trx, deps, clientId);
  });
}

/** Replaces all of it, with the consent of now; 422 for a date that is ahead everywhere, 409 without a key. */
export function putHealth({ db, deps, clientId }: Call, { consent: _, ...health }: HealthInput): Promise<Health> {
  return transact(db, async (trx) => {
    if (!(await lockClient(trx, clientId))) unauthorized();
    const now = await databaseNow(trx);
    const last = lastDay(now);
    health.patch_tests.forEach(({ applied_on, read_on }, index) => {
      const at = ['body', 'patch_tests', index];
      if (applied_on > last) invalid([...at, 'applied_on'], 'Must not be ahead');
      if (read_on !== null && read_on > last) invalid([...at, 'read_on'], 'Must not be ahead');
    });
    const key = deps.secretsKey ?? conflict('Health notes are not set up here.');
    const written = { ...health, consented_at: iso(now) };
    await putHair(trx, clientId, { health: sealHealth(key, written, clientId) });
    return written;
  });
}

/** It goes, and no booking shares it any more; again it has no effect. */
export function deleteHealth({ db, clientId }: Call): Promise<void> {
  return transact(db, async (trx) => {
    if (!(await lockClient(trx, clientId))) unauthorized();
    await unshareHealth(trx, clientId);
    if ((await findOwnHair(trx, clientId)).health) await putHair(trx, clientId, { health: null });
  });
}
