import type { News } from '#server/outbox/news.ts';
import { pagePath } from '#shared/pages.ts';
import { formatShortMoment } from '#shared/time.ts';
import type { Failing } from './queries.ts';

const page = pagePath('setHours');

/** All that is told of a calendar that can't be read; `text` is the notification and the email's first line. */
export const calendarFailing = {
  type: 'busy_calendar_failing',
  title: "A calendar can't be read",
  link: () => page,
  /** Without the address, which is a secret. */
  text({ name, problem, failing_since, time_zone }: Failing) {
    const since = formatShortMoment(Date.parse(failing_since), time_zone);
    return `We haven't been able to read your calendar “${name}” since ${since}. ${problem} We're still using its last known times.`;
  },
  mail: {
    subject: "We can't read your calendar",
    next: 'If its address has changed, remove it from your hours and add it again.',
    button: { label: 'See your calendars', page },
  },
} satisfies News & Record<'text' | 'mail', unknown>;
