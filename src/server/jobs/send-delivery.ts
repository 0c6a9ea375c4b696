import type { Deps } from '#server/deps.ts';
import { EmailRefused } from '#server/email/transport.ts';
import { markFailed, markSent, markSkipped, releaseDelivery, takeDelivery } from '#server/outbox/queries.ts';
import { nouns } from './nouns.ts';

/** Pause until an email that waits for another one is looked at again. */
const waitSeconds = 3;

/**
 * Tries once to send an email, unless it is sent, skipped or dead, or another process has it. It can be sent twice only by a crash between the mail
 * server's acceptance and `markSent`, and then with the same Message-ID.
 */
export async function sendDelivery(deps: Deps, id: string): Promise<void> {
  const { config, db, log, mailer } = deps;
  const delivery = await takeDelivery(db, id);
  if (!delivery) return;
  const { event_id, channel, template, payload, request_id } = delivery;
  try {
    const write = nouns.find(({ emails }) => emails?.[template])?.emails?.[template];
    if (!write) throw new Error(`no email is called ${template}`);
    const written = await write(deps, payload);
    if ('wait' in written) return await releaseDelivery(db, id, waitSeconds);
    if ('skip' in written) {
      await markSkipped(db, id, written.skip);
      return log.info({ deliveryId: id, requestId: request_id, template, reason: written.skip }, 'email skipped');
    }
    const { email, suffix } = written;
    const messageId = `<${event_id}.${suffix ? `${channel}-${suffix}` : channel}@${new URL(config.publicUrl).hostname}>`;
    await mailer.send({ ...email, messageId, requestId: request_id });
  } catch (error) {
    log.warn(
      { err: error, deliveryId: id, requestId: request_id },
      'failed to send an email: it is tried again later, unless it was refused for good or this was its last attempt',
    );
    await markFailed(db, 'deliveries', id, { error, final: error instanceof EmailRefused, counted: true });
    return;
  }
  await markSent(db, id);
  log.info({ deliveryId: id, requestId: request_id, template }, 'email sent');
}
