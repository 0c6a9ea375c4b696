import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { type EventName, events, isEvent } from '#server/outbox/events.ts';
import type { Effect } from '#server/outbox/feature-jobs.ts';
import { findEvent, lockEvent, markDone, markFailed } from '#server/outbox/queries.ts';
import type { Written } from '#server/sockets/fan-out.ts';
import { currentTracing, inJob } from '#server/tracing/spans.ts';
import { features } from './features.ts';

/** PostgreSQL's code of a lock that did not come within `lock_timeout`. */
const lockTimeout = '55P03';

/**
 * Writes an event's effects and marks it done in one transaction, so that each effect exists once, however often this
 * is called; then sockets hear of the notifications. `isAgain`: an earlier attempt may have ended in between. Rejects when
 * they could not be told.
 */
export async function handleEvent(deps: Deps, id: string, isAgain = false): Promise<void> {
  const event = currentTracing() && (await findEvent(deps.db, id).catch(() => undefined));
  if (!event) return handle(deps, id, isAgain);
  const { event: name, request_id: requestId, created_at: waitedSince } = event;
  await inJob({ name, requestId, attributes: { 'saluni.event': id }, waitedSince }, () => handle(deps, id, isAgain));
}

async function handle({ db, fanOut, log }: Deps, id: string, isAgain: boolean): Promise<void> {
  let written: Written[] | undefined;
  try {
    written = await transact(db, async (trx) => {
      const notifications = await carryOut(trx, id);
      await fanOut.tell(trx, notifications ?? []);
      return notifications;
    });
  } catch (error) {
    // Not its fault; the relay hands it over again.
    if ((error as { code?: unknown }).code === lockTimeout)
      return log.warn({ err: error, eventId: id }, 'failed to lock an event or its rows: tried again in a minute');
    log.warn(
      { err: error, eventId: id },
      'failed to carry out an event: it is tried again later, unless this was its last attempt',
    );
    return markFailed(db, 'outbox', id, { error });
  }
  if (written || isAgain) await fanOut.committed(written);
}

/**
 * Writes an event's effects and marks it done in the caller's transaction, and returns the notifications, undefined
 * when it was done before; throws when an effect fails.
 */
export async function carryOut(trx: Db, id: string): Promise<Written[] | undefined> {
  const row = await lockEvent(trx, id);
  if (!row) return undefined;
  if (!isEvent(row.event)) throw new Error(`no event is called ${row.event}`);
  const payload = events[row.event].parse(row.payload);
  const written: Written[] = [];
  for (const effect of effectsOf(row.event))
    written.push(...((await effect(trx, { id, payload: payload as never })) ?? []));
  await markDone(trx, id);
  return written;
}

/**
 * A feature's effects have the types of their events; TypeScript cannot follow that for a name known only at run time.
 */
export function effectsOf(name: EventName): Effect<never>[] {
  return features.flatMap(({ effects }) => (effects?.[name] as Effect<never> | undefined) ?? []);
}
