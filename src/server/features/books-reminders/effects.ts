import { insertNotifications } from '#server/features/notifications/queries.ts';
import type { Effects } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { booksReminderEvents } from './events.ts';
import { booksOpened, openedText } from './news.ts';
import { findOpening } from './queries.ts';

export const booksReminderEffects: Pick<Effects, keyof typeof booksReminderEvents> = {
  async 'books.opened'(trx, { id: event_id, payload }) {
    const opened = await findOpening(trx, payload, { hold: true });
    if (!opened?.user_id) return;
    const { user_id, mail_booking } = opened;
    if (mail_booking)
      await insertDeliveries(trx, [
        { event_id, channel: 'mail', recipient: user_id, template: 'books_opened', payload },
      ]);
    const message = openedText(opened, payload.month);
    return insertNotifications(trx, [
      { user_id, event_id, news: booksOpened, message, subject_id: payload.professional_id },
    ]);
  },
};
