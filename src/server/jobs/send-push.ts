import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { deleteGone, findTarget, type Target } from '#server/features/push/queries.ts';
import type { Push } from '#server/outbox/feature-jobs.ts';
import {
  deferDelivery,
  findTold,
  gatherHeld,
  markFailed,
  markSkipped,
  releaseDelivery,
} from '#server/outbox/queries.ts';
import { isListed } from '#server/push/hosts.ts';
import type { PushMessage, PushService } from '#server/push/service.ts';
import { inSpan } from '#server/tracing/spans.ts';
import { DAY } from '#shared/constants.ts';
import { cutText } from '#shared/cut-text.ts';
import { pagePath } from '#shared/pages.ts';
import { localParts, wallInstant } from '#shared/time.ts';
import { features } from './features.ts';
import type { Taken } from './send-delivery.ts';

/** Hours of the clock of the browser's own zone between which a push waits. */
const quiet = { from: 21, to: 8 };
/** Longest time that push services keep a message, milliseconds. */
const longest = 28 * DAY;
/** A payload of less than 3 kB, also where JSON writes each letter with six. */
const lengths = { title: 100, body: 400 };

/** What became of an attempt, for the metrics. */
type PushOutcome = 'sent' | 'gone' | 'deferred' | 'refused' | 'forbidden' | 'held' | 'skipped';

/** `lost`: another process may have the delivery; `sent` records that the service has it. */
type Attempt = { lost: AbortSignal; sent(): Promise<void> };

/** Tries once to send a push that this process has reserved. */
export async function sendPush(deps: Deps, delivery: Taken, attempt: Attempt): Promise<void> {
  const outcome = await decide(deps, delivery, attempt);
  deps.meter?.pushed(outcome);
  deps.log.info({ deliveryId: delivery.id, requestId: delivery.request_id, outcome }, 'push attempted');
}

async function decide(deps: Deps, delivery: Taken, attempt: Attempt): Promise<PushOutcome> {
  const { config, db, push: service } = deps;
  const { id, recipient, held } = delivery;
  const skip = async (reason: string): Promise<PushOutcome> => {
    await markSkipped(db, id, reason);
    return 'skipped';
  };
  if (!service) return skip('push is off');
  const { user_id: userId } = delivery.payload as { user_id: string };
  const target = await findTarget(db, { id: recipient, userId, publicKey: service.publicKey });
  if (!target) return skip('the subscription has ended');
  if (!isListed(config.pushHosts, target.endpoint)) return skip('its host is not listed');
  if (held && !(await gatherHeld(db, delivery, recipient))) return 'held';

  const pushes = await write(deps, id, target);
  const [first] = pushes;
  if (!first) return skip('nobody needs it any more');
  const { now } = target;
  const morning = quietUntil(now, target.time_zone);
  if (morning !== undefined && !pushes.some(({ isSoon, isOffer }) => isSoon || isOffer)) {
    await releaseDelivery(db, delivery, (morning - now) / 1_000, true);
    return 'held';
  }
  const told = pushes.length === 1 ? first : bundleOf(pushes, id);
  const message = messageOf(told, { now, publicUrl: config.publicUrl });
  return send(deps, service, { delivery, target, message, attempt });
}

/** What the push and those it gathered tell, without what nobody needs any more. */
async function write(deps: Deps, id: string, { user_id: userId, push_details: details, now }: Target): Promise<Push[]> {
  const pushes: Push[] = [];
  for (const { template, payload } of await findTold(deps.db, id)) {
    const writePush = features.find((feature) => feature.pushes?.[template])?.pushes?.[template];
    if (!writePush) throw new Error(`no push is called ${template}`);
    const written = await writePush(deps, payload, { userId, details });
    if (!('skip' in written) && secondsUntil(written.until, now) > 0) pushes.push(written);
  }
  return pushes;
}

/** Until when it is quiet there, epoch milliseconds; undefined where it is not. */
export function quietUntil(now: number, zone: string): number | undefined {
  const { year, month, day, hour } = localParts(now, zone);
  if (hour >= quiet.to && hour < quiet.from) return undefined;
  const morning = Date.UTC(year, month - 1, day + (hour >= quiet.from ? 1 : 0), quiet.to);
  return Math.max(wallInstant(morning, zone), now + 1_000);
}

function bundleOf(pushes: Push[], id: string): Push {
  return {
    title: `${pushes.length} new on Saluni`,
    body: [...new Set(pushes.map(({ title }) => title))].join(', '),
    path: pagePath('notifications'),
    about: id,
    until: Math.max(...pushes.map(({ until }) => until)),
    isSoon: pushes.some(({ isSoon }) => isSoon),
    isOffer: false,
  };
}

const secondsUntil = (until: number, now: number) => Math.floor(Math.min(until - now, longest) / 1_000);

function messageOf(
  { title, body, path, about, until, isSoon }: Push,
  { now, publicUrl }: { now: number; publicUrl: string },
): PushMessage {
  const tag = createHash('sha256').update(about).digest('hex').slice(0, 32);
  const notification = {
    title: cutText(title, lengths.title),
    body: cutText(body, lengths.body),
    navigate: `${publicUrl}${path}`,
    tag,
  };
  return {
    payload: JSON.stringify({ web_push: 8030, notification }),
    ttl: secondsUntil(until, now),
    topic: tag,
    urgency: isSoon ? 'high' : 'normal',
  };
}

type Sending = { delivery: Taken; target: Target; message: PushMessage; attempt: Attempt };

async function send(
  { db, log }: Deps,
  service: PushService,
  { delivery, target, message, attempt: { lost, sent } }: Sending,
): Promise<PushOutcome> {
  const { host } = new URL(target.endpoint);
  const about = { deliveryId: delivery.id, requestId: delivery.request_id, host };
  const again = async (text: string, atLeast?: number): Promise<PushOutcome> => {
    await deferDelivery(db, delivery, { message: text, concernsAll: false, atLeast }, 'push');
    return 'deferred';
  };
  const answer = await inSpan('push', { 'saluni.push_host': host }, () =>
    service.send(target, message, lost).catch((error: unknown) => ({ error })),
  );
  if ('error' in answer) {
    log.warn({ err: answer.error, ...about }, 'failed to reach a push service: it is tried again');
    return again(`${host} does not answer`);
  }
  const { status, retryAfter } = answer;
  if (status >= 200 && status < 300) {
    await sent();
    return 'sent';
  }
  if (status === 404 || status === 410) {
    await deleteGone(db, target);
    await markSkipped(db, delivery.id, 'the browser has unsubscribed');
    return 'gone';
  }
  // Once its time is over it is not tried again, however long the service asks to wait.
  if (status === 429 || status >= 500)
    return again(`${host} answered ${status}`, retryAfter && Math.min(retryAfter, message.ttl * 1_000));
  log.error({ status, ...about }, 'a push service refuses a push: it is given up');
  const error = new Error(`${host} refused it with ${status}`);
  await markFailed(db, 'deliveries', delivery.id, { error, final: true, attempt: delivery.attempts });
  return status === 403 ? 'forbidden' : 'refused';
}
