import type { Db } from '#server/db/connect.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import { insertPushes } from '#server/features/push/queries.ts';
import type { Effects } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { Written } from '#server/sockets/fan-out.ts';
import { otherSide, type Side } from '#shared/rules/reschedule.ts';
import type { threadEvents } from './events.ts';
import { findRecipient, usersOf } from './message-queries.ts';
import { newMessage } from './news.ts';

/** A message that is read or taken back so soon is not pushed, seconds (contract 15). */
const pushAfter = 5;

/** What follows for the other side (contract 15): a notification while none is unread, a push and a mail later. */
export const threadEffects: Pick<Effects, keyof typeof threadEvents> = {
  async 'message.sent'(trx, { id: event_id, payload: { thread_id, message_id, from } }) {
    const to = otherSide(from);
    const user_id = (await usersOf(trx, thread_id))?.[to];
    if (!user_id) return [];
    const payload = { thread_id, message_id, to };
    await insertPushes(trx, { user_id, event_id, kind: 'message', template: 'message', payload, after: pushAfter });
    return notify(trx, event_id, thread_id, to);
  },

  async 'message.unread'(trx, { id: event_id, payload: { thread_id, to } }) {
    const recipient = await findRecipient(trx, thread_id, to);
    if (!recipient?.mail_message) return;
    const payload = { thread_id, to };
    await insertDeliveries(trx, [
      { event_id, channel: 'mail', recipient: recipient.user_id, template: 'message', payload },
    ]);
  },
};

async function notify(trx: Db, event_id: string, thread_id: string, to: Side): Promise<Written[]> {
  const recipient = await findRecipient(trx, thread_id, to);
  if (!recipient?.is_reached || recipient.unread === 0) return [];
  const { user_id, from } = recipient;
  return insertNotifications(trx, [{ user_id, event_id, news: newMessage, message: newMessage.text(from), thread_id }]);
}
