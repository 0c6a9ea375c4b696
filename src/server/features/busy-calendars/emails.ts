import { emailTo } from '#server/email/layout.ts';
import { unsubscribeLink } from '#server/links/unsubscribe-links.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { busyCalendarEvents } from './events.ts';
import { calendarFailing } from './news.ts';
import { findFailing } from './queries.ts';

export const busyCalendarEmails: Record<'busy_calendar', WriteEmail> = {
  async busy_calendar({ config: { publicUrl }, db }, payload) {
    const { professional_id, calendar_id } = busyCalendarEvents['busy_calendar.failing'].parse(payload);
    const failing = await findFailing(db, { professional_id, id: calendar_id });
    if (!failing?.is_active) return { skip: 'the calendar was read again, or is gone' };
    const { subject, next, button } = calendarFailing.mail;
    const text = calendarFailing.text(failing);
    const to = { name: failing.display_name, address: failing.email };
    const email = emailTo(to, {
      subject,
      heading: subject,
      preview: text,
      paragraphs: [text, next],
      button: { label: button.label, url: publicUrl + button.page },
      unsubscribe: await unsubscribeLink(db, publicUrl, { userId: failing.user_id, kind: 'booking' }),
    });
    return { email };
  },
};
