import { emit } from '#server/outbox/emit.ts';
import type { ScheduledTransition } from '#server/outbox/feature-jobs.ts';
import { findDueMails, takeDueMail } from './queries.ts';

/** Messages that were unread for five minutes are mailed, once until they are read (contract 15). */
export const unreadMail: ScheduledTransition = {
  name: 'unread messages',
  find: findDueMails,
  async apply(trx, id) {
    const due = await takeDueMail(trx, id);
    if (!due) return false;
    await emit(trx, 'message.unread', due);
    return true;
  },
};
