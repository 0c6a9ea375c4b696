import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import { EmailDeferred, EmailRefused, EmailUnanswered } from '#server/email/transport.ts';
import {
  deferDelivery,
  markFailed,
  markSent,
  markSkipped,
  releaseDelivery,
  takeDelivery,
} from '#server/outbox/queries.ts';
import { inJob, inSpan } from '#server/tracing/spans.ts';
import { features } from './features.ts';
import { keepLease } from './keep-lease.ts';
import { sendPush } from './send-push.ts';

/** Pause until an email that waits for another one is looked at again. */
const waitSeconds = 3;
/** How often and how long it is tried to record that an email was sent, milliseconds. */
const record = { every: 250, within: 10 * 60_000 };

/** `onData` is called once the mail server has the whole email, and only its answer is missing. */
type Phases = { onData?: () => void; abandoned?: AbortSignal };

/**
 * Tries once to send an email or a push, unless it is sent, skipped or dead, or another process has it. It can be sent
 * twice only by a crash between its service's acceptance and `markSent`, and then with the same Message-ID or topic;
 * `abandoned` makes the end of the process such a crash.
 */
export async function sendDelivery(deps: Deps, id: string, phases: Phases = {}): Promise<void> {
  const takenAt = performance.now();
  const delivery = await takeDelivery(deps.db, id);
  if (!delivery) return;
  const { channel, template, request_id: requestId } = delivery;
  await inJob(
    { name: `${channel === 'push' ? 'push' : 'email'} ${template}`, requestId, attributes: { 'saluni.delivery': id } },
    () => attempt(deps, { ...delivery, id, takenAt }, phases),
  );
}

export type Taken = NonNullable<Awaited<ReturnType<typeof takeDelivery>>> & { id: string; takenAt: number };

async function attempt(deps: Deps, delivery: Taken, { onData, abandoned }: Phases): Promise<void> {
  const { config, db, log, mailer } = deps;
  const { id, takenAt } = delivery;
  const { attempts, event_id, channel, template, payload, request_id } = delivery;
  const about = { deliveryId: id, requestId: request_id, template };
  const lease = keepLease(db, { id, attempts }, takenAt);
  abandoned?.addEventListener('abort', lease.end, { once: true });
  const sent = () => recordSent(deps, id, abandoned);
  try {
    if (channel === 'push') return await sendPush(deps, delivery, { lost: lease.lost, sent });
    const write = features.find(({ emails }) => emails?.[template])?.emails?.[template];
    if (!write) throw new Error(`no email is called ${template}`);
    const written = await write(deps, payload, { eventId: event_id });
    if ('wait' in written) return await releaseDelivery(db, { id, attempts }, waitSeconds);
    if ('skip' in written) {
      await markSkipped(db, id, written.skip);
      return log.info({ ...about, reason: written.skip }, 'email skipped');
    }
    const { email, suffix } = written;
    const messageId = `<${event_id}.${suffix ? `${channel}-${suffix}` : channel}@${new URL(config.publicUrl).hostname}>`;
    await inSpan('mail', { 'saluni.message_id': messageId }, () =>
      mailer.send({ ...email, messageId, requestId: request_id }, { signal: lease.lost, onData }),
    );
    await sent();
    log.info(about, 'email sent');
  } catch (error) {
    if (abandoned?.aborted) return;
    if (error instanceof EmailDeferred) {
      if (error.pausedFor === undefined)
        log.warn({ err: error, ...about }, 'failed to send an email for now: it is tried for three days');
      return await deferDelivery(db, { id, attempts }, error);
    }
    log.warn(
      { err: error, ...about },
      'failed to send an email or a push: it is tried again later, unless it was refused or this was its last attempt',
    );
    const final = error instanceof EmailRefused;
    await markFailed(db, 'deliveries', id, {
      error,
      final,
      attempt: attempts,
      outcomeUnknown: error instanceof EmailUnanswered,
    });
  } finally {
    lease.end();
    abandoned?.removeEventListener('abort', lease.end);
  }
}

/** Tries again while the database is away: what was accepted must not be sent again. */
async function recordSent({ db, log }: Deps, id: string, abandoned?: AbortSignal): Promise<void> {
  const until = performance.now() + record.within;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await markSent(db, id);
    } catch (error) {
      if (abandoned?.aborted || performance.now() > until) throw error;
      if (isFirst)
        log.warn(
          { err: error, deliveryId: id },
          'failed to record what was sent: it is tried again until the database answers',
        );
      await delay(record.every);
    }
  }
}
