import type { Db } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { events, isEvent } from '#server/outbox/events.ts';
import { lockEvent, markDone, markFailed } from '#server/outbox/queries.ts';
import { effects } from './effects.ts';

/** Writes an event's effects and marks it done in one transaction, so that each effect exists once, however often this is called. */
export async function handleEvent({ db, log }: Deps, id: string): Promise<void> {
  try {
    await db.transaction().execute((trx) => carryOut(trx, id));
  } catch (error) {
    log.warn({ err: error, eventId: id }, 'an event could not be carried out');
    await markFailed(db, 'outbox', id, { error, final: false, counted: false });
  }
}

/** `handleEvent` in the caller's transaction; throws when an effect fails. */
export async function carryOut(trx: Db, id: string): Promise<void> {
  const row = await lockEvent(trx, id);
  if (!row) return;
  if (!isEvent(row.event)) throw new Error(`no event is called ${row.event}`);
  const { payload, effects: names } = events[row.event];
  // `effects.ts` pairs events and effects by name with matching types; TypeScript cannot follow that for a name known only at run time.
  const known = { id, payload: payload.parse(row.payload) as never };
  for (const name of names) await effects[name](trx, known);
  await markDone(trx, id);
}
