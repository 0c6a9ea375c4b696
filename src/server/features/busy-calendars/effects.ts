import { insertNotifications } from '#server/features/notifications/queries.ts';
import type { Effects } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { busyCalendarEvents } from './events.ts';
import { calendarFailing } from './news.ts';
import { findFailing } from './queries.ts';

export const busyCalendarEffects: Pick<Effects, keyof typeof busyCalendarEvents> = {
  async 'busy_calendar.failing'(trx, { id: event_id, payload }) {
    const { professional_id, calendar_id } = payload;
    const failing = await findFailing(trx, { professional_id, id: calendar_id });
    if (!failing?.is_active) return;
    const { user_id, mail_booking } = failing;
    if (mail_booking)
      await insertDeliveries(trx, [
        { event_id, channel: 'mail', recipient: user_id, template: 'busy_calendar', payload },
      ]);
    return insertNotifications(trx, [
      { user_id, event_id, news: calendarFailing, message: calendarFailing.text(failing) },
    ]);
  },
};
