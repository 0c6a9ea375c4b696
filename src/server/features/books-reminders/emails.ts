import { emailTo } from '#server/email/layout.ts';
import { reachByMessage } from '#server/email/reach.ts';
import { unsubscribeLink } from '#server/links/unsubscribe-links.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { formatMonth } from '#shared/time.ts';
import { booksReminderEvents } from './events.ts';
import { openedText } from './news.ts';
import { findOpening } from './queries.ts';

export const booksReminderEmails: Record<'books_opened', WriteEmail> = {
  async books_opened({ config: { publicUrl }, db }, payload) {
    const reminder = booksReminderEvents['books.opened'].parse(payload);
    const { professional_id: id, month } = reminder;
    const opened = await findOpening(db, reminder);
    if (!opened?.user_id || opened.email === null) return { skip: 'one of the two is gone, or takes no bookings' };
    const name = isolated(opened.display_name);
    const text = openedText(opened, month);
    const to = { name: `${opened.first_name} ${opened.last_name}`, address: opened.email };
    const email = emailTo(to, {
      subject: `Books open: ${formatMonth(month)} with ${name}`,
      heading: `${formatMonth(month)} is open`,
      preview: text,
      paragraphs: [`Hi ${isolated(opened.first_name)},`, text],
      button: { label: 'See free times', url: publicUrl + pagePath('publicProfessional', { professionalId: id }) },
      reach: reachByMessage(publicUrl, { id, name }),
      footer: 'You get this because you asked us to remind you.',
      unsubscribe: await unsubscribeLink(db, publicUrl, { userId: opened.user_id, kind: 'booking' }),
    });
    return { email };
  },
};
