import { sql } from 'kysely';
import { soon } from '#server/features/bookings/news/about-booking.ts';
import type { News, Subject } from '#server/outbox/news.ts';
import { pagePath } from '#shared/pages.ts';
import { formatShortMoment } from '#shared/time.ts';
import { findListNews } from './message-queries.ts';
import { what } from './notification-texts.ts';

const toOpening = ({ subject_id }: Subject) => subject_id && pagePath('opening', { openingId: subject_id });
const toOwnLists = () => pagePath('clientProfile');

/** What is shown of each notification; `subject_id` is an opening or an entry. */
export const listKinds = {
  offered: {
    type: 'opening_offered',
    title: 'A time for you',
    isOffer: true,
    link: toOpening,
    isOver: sql`not exists (select from openings o where o.id = one.subject_id and o.status = 'offered'
      and o.expires_at > clock_now())`,
    async push(db, { subject_id }) {
      const told = await findListNews(db, { opening_id: subject_id ?? '' });
      if (!told?.opening) return undefined;
      const { id, start, expires } = told.opening;
      return {
        line: `${what(told)}, ${formatShortMoment(start, told.time_zone)}`,
        path: pagePath('opening', { openingId: id }),
        about: id,
        until: expires,
        isSoon: start <= told.now + soon,
      };
    },
    former: { professional: 'A former professional offered you a time.' },
  },
  withdrawn: {
    type: 'opening_withdrawn',
    title: 'A time is no longer free',
    link: toOpening,
    former: { professional: 'A former professional no longer offered you a time.' },
  },
  paused: {
    type: 'cancellation_list_paused',
    title: 'Still waiting?',
    link: toOwnLists,
    isOver: sql`not exists (select from cancellation_list_entries e where e.id = one.subject_id and e.status = 'paused')`,
    former: { professional: 'The list of a former professional is paused for you.' },
  },
  ended: {
    type: 'cancellation_list_ended',
    title: "You're no longer waiting",
    link: toOwnLists,
    former: { professional: "You're no longer waiting for a former professional." },
  },
} satisfies Record<string, News>;
