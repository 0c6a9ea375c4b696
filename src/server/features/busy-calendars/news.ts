import type { News } from '#server/outbox/news.ts';
import { pagePath } from '#shared/pages.ts';

export const calendarFailing: News = {
  type: 'busy_calendar_failing',
  title: "A calendar can't be read",
  link: () => pagePath('setHours'),
};
