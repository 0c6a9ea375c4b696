import { randomUUID } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { type EventName, events, isEvent } from '#server/outbox/events.ts';
import { findEndpoint } from '#server/outbox/queries.ts';
import { closesWithin, type Queue } from '#server/outbox/queue.ts';
import { startRelay } from '#server/outbox/relay.ts';
import { repeat } from '#server/process/repeat.ts';
import { cleanUp, sweep } from './clean-up.ts';
import { createEmailLimiter } from './email-limiter.ts';
import { features } from './features.ts';
import { effectsOf, handleEvent } from './handle-event.ts';
import { createPushLimiter } from './push-limiter.ts';
import { runDueTransitions } from './scheduled-transitions.ts';

/** How often what is due is carried out, milliseconds; the contract allows 60 seconds (contract 5). */
const dueEveryMs = 2_000;
const cleanUpEveryMs = 60 * 60_000;
/**
 * How often each worker adds a job that does nothing, milliseconds: its age tells whether jobs arrive (reliability
 * J10).
 */
const heartbeatEveryMs = 30_000;

/** Throws when an event has no effect, an effect follows no event, or two features write an email under one name. */
export function checkWiring(): void {
  const idle = features.flatMap(({ effects = {} }) => Object.keys(effects)).filter((name) => !isEvent(name));
  if (idle.length > 0) throw new Error(`no event is called ${idle.join(', ')}`);
  const missing = (Object.keys(events) as EventName[]).filter((name) => effectsOf(name).length === 0);
  if (missing.length > 0) throw new Error(`no effect follows ${missing.join(', ')}`);
  const templates = features.flatMap(({ emails = {} }) => Object.keys(emails));
  const twice = templates.filter((name, index) => templates.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`several emails are called ${twice.join(', ')}`);
}

/**
 * Starts the relay, the jobs, the scheduled transitions and the clean-up. `close` ends the jobs last, and waits for the
 * mail server's answers as long as a shutdown may take.
 */
export function startWorker(deps: Deps, queue: Queue): { close(): Promise<void> } {
  const { db, log } = deps;
  const emails = createEmailLimiter(deps);
  const pushes = createPushLimiter(deps);
  const relay = startRelay(db, queue, log);
  queue.work(async ({ name, id, isAgain }) => {
    if (name === 'delivery') {
      const endpoint = await findEndpoint(db, id);
      if (endpoint === undefined) await emails.send(id);
      else pushes.add(id, endpoint);
    }
    if (name === 'event') {
      await handleEvent(deps, id, isAgain);
      // For the emails that it wrote.
      relay.now();
    }
    deps.meter?.jobEnded();
  });
  const notifications = deps.workerNotifier.listen(relay.now);
  const notDone = (error: unknown, what: object = {}) =>
    log.warn({ err: error, ...what }, 'failed to carry out what is due: it is tried again');
  const notDeleted = (error: unknown, name?: string) =>
    log.warn({ err: error, name }, 'failed to delete old rows: tried again in an hour');
  const due = repeat(
    dueEveryMs,
    async (signal) => {
      if ((await runDueTransitions(db, ({ error, ...what }) => notDone(error, what), signal)) > 0) relay.now();
    },
    notDone,
  );
  const rounds = features
    .flatMap(({ rounds = [] }) => rounds)
    .map((round) => repeat(dueEveryMs, (signal) => round(deps, signal), notDone));
  const heartbeat = repeat(
    heartbeatEveryMs,
    () => queue.add([{ name: 'heartbeat', id: randomUUID() }]),
    (error) => log.warn({ err: error }, 'failed to add a heartbeat to the queue: tried again in half a minute'),
  );
  const tidy = repeat(
    cleanUpEveryMs,
    async (signal) => {
      await cleanUp(db, notDeleted, signal);
      await sweep(deps, notDeleted, signal);
    },
    notDeleted,
  );
  return {
    async close() {
      const until = performance.now() + closesWithin;
      await Promise.all([notifications, relay, due, ...rounds, heartbeat, tidy].map((one) => one.close()));
      await queue.close();
      const left = Math.max(0, until - performance.now());
      await Promise.all([emails.close(left), pushes.close(left)]);
    },
  };
}
