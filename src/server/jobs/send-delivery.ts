import type { Deps } from '#server/deps.ts';
import { MailRefused } from '#server/mail/transport.ts';
import { markFailed, markSent, takeDelivery } from '#server/outbox/queries.ts';
import { mails } from './mails.ts';

/**
 * Tries once to send a mail, unless it is sent or dead or another process has it. It can be sent twice only by a crash between the mail
 * server's acceptance and `markSent`, and then with the same Message-ID.
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
