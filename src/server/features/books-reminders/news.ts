import type { News } from '#server/outbox/news.ts';
import { DAY } from '#shared/constants.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { formatMonth } from '#shared/time.ts';

const pageOf = (professionalId: string) => pagePath('publicProfessional', { professionalId });

/** `subject_id` is the professional. Who asked to be told at the moment is, by night too. */
export const booksOpened = {
  type: 'books_opened',
  title: 'Books open',
  isOffer: true,
  link: ({ subject_id }) => subject_id && pageOf(subject_id),
  async push(_, { subject_id, created }) {
    if (subject_id === null) return undefined;
    const line = 'You can now book a month that was closed.';
    return { line, path: pageOf(subject_id), about: subject_id, until: created + DAY, isSoon: false };
  },
  former: { professional: 'A former professional opened their books.' },
} satisfies News;

/** The notification; it is also the email's text. */
export function openedText({ display_name }: { display_name: string }, month: string): string {
  return `${isolated(display_name)} has opened their books for ${formatMonth(month)}. You can book now.`;
}
