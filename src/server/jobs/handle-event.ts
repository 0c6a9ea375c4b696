import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import type { Effect } from '#server/noun-jobs.ts';
import { type EventName, events, isEvent } from '#server/outbox/events.ts';
import { lockEvent, markDone, markFailed } from '#server/outbox/queries.ts';
import { nouns } from './nouns.ts';

/** Writes an event's effects and marks it done in one transaction, so that each effect exists once, however often this is called. */
export async function handleEvent({ db, log }: Deps, id: string): Promise<void> {
  try {
    await transact(db, (trx) => carryOut(trx, id));
  } catch (error) {
    log.warn({ err: error, eventId: id }, 'failed to carry out an event: it is tried again later, unless this was its last attempt');
    await markFailed(db, 'outbox', id, { error });
  }
}

/** `handleEvent` in the caller's transaction; throws when an effect fails. */
export async function carryOut(trx: Db, id: string): Promise<void> {
  const row = await lockEvent(trx, id);
  if (!row) return;
  if (!isEvent(row.event)) throw new Error(`no event is called ${row.event}`);
  const payload = events[row.event].parse(row.payload);
  for (const effect of effectsOf(row.event)) await effect(trx, { id, payload: payload as never });
  await markDone(trx, id);
}

/** A noun's effects have the types of their events; TypeScript cannot follow that for a name known only at run time. */
export function effectsOf(name: EventName): Effect<never>[] {
  return nouns.flatMap(({ effects }) => (effects?.[name] as Effect<never> | undefined) ?? []);
}
