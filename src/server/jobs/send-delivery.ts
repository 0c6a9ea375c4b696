import type { Deps } from '#server/deps.ts';
import { MailRefused } from '#server/mail/transport.ts';
import { markFailed, markSent, takeDelivery } from '#server/outbox/queries.ts';
import { mails } from './mails.ts';

/**
 * Makes one attempt at a mail, unless it was sent, is dead or another process is at it. Only a crash between the mail server's acceptance
 * and `markSent` can send it twice, and then under the same Message-ID.
 */
export async function sendDelivery(deps: Deps, id: string): Promise<void> {
  const { config, db, log, mailer } = deps;
  const delivery = await takeDelivery(db, id);
  if (!delivery) return;
  const { event_id, channel, template, payload, request_id } = delivery;
  try {
    const write = mails[template];
    if (!write) throw new Error(`no mail is called ${template}`);
    const { mail, as } = await write(deps, payload);
    const messageId = `<${event_id}.${as ? `${channel}-${as}` : channel}@${new URL(config.publicUrl).hostname}>`;
    await mailer.send({ ...mail, messageId, requestId: request_id });
  } catch (error) {
    log.warn({ err: error, deliveryId: id, requestId: request_id }, 'a mail could not be sent');
    await markFailed(db, 'deliveries', id, { error, final: error instanceof MailRefused, counted: true });
    return;
  }
  await markSent(db, id);
  log.info({ deliveryId: id, requestId: request_id, template }, 'mail sent');
}
