import type { Deps } from '#server/deps.ts';
import { EmailRefused } from '#server/email/transport.ts';
import { markFailed, markSent, takeDelivery } from '#server/outbox/queries.ts';
import { nouns } from './nouns.ts';

/**
 * Tries once to send an email, unless it is sent or dead or another process has it. It can be sent twice only by a crash between the mail
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
    const { email, suffix } = await write(deps, payload);
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
