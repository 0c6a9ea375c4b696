import type { Deps } from '#server/deps.ts';
import { events } from '#server/outbox/events.ts';
import type { JobName, Queue } from '#server/outbox/queue.ts';
import { repeat, startRelay } from '#server/outbox/relay.ts';
import { cleanUp } from './clean-up.ts';
import { effects } from './effects.ts';
import { handleEvent } from './handle-event.ts';
import { sendDelivery } from './send-delivery.ts';
import { moveDueBookings } from './system-moves.ts';

/** How often due bookings are moved, milliseconds; the contract allows 60 seconds (contract 5). */
const dueEveryMs = 5_000;
const cleanUpEveryMs = 60 * 60_000;

/** The handler of each kind of job. */
export const handlers: Record<JobName, (deps: Deps, id: string) => Promise<void>> = { event: handleEvent, delivery: sendDelivery };

/** Throws when an event names an effect that does not exist, or an effect belongs to no event. */
export function checkWiring(): void {
  const named = new Set<string>(Object.values(events).flatMap((event): readonly string[] => event.effects));
  const missing = [...named].filter((name) => !(name in effects));
  const idle = Object.keys(effects).filter((name) => !named.has(name));
  if (missing.length > 0) throw new Error(`no effect is called ${missing.join(', ')}`);
  if (idle.length > 0) throw new Error(`no event has the effect ${idle.join(', ')}`);
}

/** Starts the relay, the jobs, due bookings and the clean-up. `close` ends the jobs last. */
export function startWorker(deps: Deps, queue: Queue): { close(): Promise<void> } {
  const { db, log } = deps;
  queue.work(({ name, id }) => handlers[name](deps, id));
  const relay = startRelay(db, queue, log);
  const due = repeat(
    dueEveryMs,
    () => moveDueBookings(deps),
    (error) => log.warn({ err: error }, 'what is due could not be done'),
  );
  const tidy = repeat(
    cleanUpEveryMs,
    () => cleanUp(deps),
    (error) => log.warn({ err: error }, 'what is old could not be forgotten'),
  );
  return {
    async close() {
      await Promise.all([relay.close(), due.close(), tidy.close()]);
      await queue.close();
    },
  };
}
