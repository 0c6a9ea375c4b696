import { htmlOf, textOf } from '#server/email/layout.ts';
import { reachUs } from '#server/email/reach.ts';
import { unsubscribeUrl } from '#server/links/unsubscribe-links.ts';
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
    const unsubscribe = {
      label: 'Unsubscribe from emails about bookings',
      url: await unsubscribeUrl(db, publicUrl, { userId: failing.user_id, kind: 'booking' }),
    };
    const content = {
      subject,
      heading: subject,
      preview: text,
      paragraphs: [text, next],
      details: [],
      button: { label: button.label, url: publicUrl + button.page },
      reach: reachUs,
      footer: 'You get this because you have a Saluni account.',
      unsubscribe,
    };
    return {
      email: {
        to: { name: failing.display_name, address: failing.email },
        subject,
        html: htmlOf(content),
        text: textOf(content),
        unsubscribe: unsubscribe.url,
      },
    };
  },
};
