import type { Db } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { events, isEvent } from '#server/outbox/events.ts';
import { lockEvent, markDone, markFailed } from '#server/outbox/queries.ts';
import { effects } from './effects.ts';

/** Writes down all that follows from an event, and that it is done, in one transaction: however often it is called, each effect is there once. */
export async function handleEvent({ db, log }: Deps, id: string): Promise<void> {
  try {
    await db.transaction().execute((trx) => carryOut(trx, id));
  } catch (error) {
    log.warn({ err: error, eventId: id }, 'an event could not be carried out');
    await markFailed(db, 'outbox', id, { error, final: false, counted: false });
  }
}

/** The same in the caller's transaction, which fails with it. */
export async function carryOut(trx: Db, id: string): Promise<void> {
  const row = await lockEvent(trx, id);
  if (!row) return;
  if (!isEvent(row.event)) throw new Error(`no event is called ${row.event}`);
  const { payload, effects: names } = events[row.event];
  // An event and its effects are paired by name in `effects.ts`, where the types agree; here any of them comes by.
  const known = { id, payload: payload.parse(row.payload) as never };
  for (const name of names) await effects[name](trx, known);
  await markDone(trx, id);
}
