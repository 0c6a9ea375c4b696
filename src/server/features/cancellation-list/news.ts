import { sql } from 'kysely';
import type { EmailContent } from '#server/email/layout.ts';
import { soon } from '#server/features/bookings/news/about-booking.ts';
import type { News, Subject } from '#server/outbox/news.ts';
import { formatHours } from '#shared/duration.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { formatPrice, toDollars } from '#shared/rules/price.ts';
import { formatDateTime, formatShortDateTime, formatShortMoment, formatTimeBeside } from '#shared/time.ts';
import { findListNews, type ListNews } from './message-queries.ts';
import type { Ended } from './queries.ts';

/** A notification, its push and its mail. */
type Kind = News & {
  /** The notification; it is also the email's first line. */
  text(n: ListNews, why: Why): string;
  mail(n: ListNews, why: Why): Mail;
};
/** Why somebody waits no longer; of other news nothing. */
type Why = Exclude<Ended, 'silent'> | undefined;
/** What a mail says beside its first line; `page` is where its button leads to. */
type Mail = Pick<EmailContent, 'subject' | 'heading' | 'next'> & {
  greets?: boolean;
  details?: [string, string][];
  button: string;
  page: string;
};

const openingPage = (openingId: string) => pagePath('opening', { openingId });
const toOpening = ({ subject_id }: Subject) => subject_id && openingPage(subject_id);
const toOwnLists = () => pagePath('clientProfile');

/** All that is told of the cancellation list (contract 12); `subject_id` is an opening or an entry. */
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
        path: openingPage(id),
        about: id,
        until: expires,
        isSoon: start <= told.now + soon,
      };
    },
    text(n) {
      const { start, expires } = offerOf(n);
      const instead = n.booked_start === null ? '' : ` instead of ${at(n, n.booked_start)}`;
      return `${who(n)} has a time for ${what(n)}: ${at(n, start)}${instead}. We're holding it for you until ${at(n, expires)}.`;
    },
    mail: (n) => ({
      subject: `A time is free: ${what(n)} with ${who(n)}`,
      heading: n.booked_start === null ? 'A time for you' : 'An earlier time for you',
      greets: true,
      details: detailsOf(n),
      next:
        n.booked_start === null
          ? "If it doesn't suit, you stay on the list."
          : 'Your booking stays as it is until you accept.',
      button: 'See the offer',
      page: openingPage(offerOf(n).id),
    }),
    former: { professional: 'A former professional offered you a time.' },
  },
  withdrawn: {
    type: 'opening_withdrawn',
    title: 'A time is no longer free',
    link: toOpening,
    text: (n) =>
      `${who(n)} no longer offers you ${n.opening ? at(n, n.opening.start) : 'a time'} for ${what(n)}. You stay on the list.`,
    mail: (n) => ({
      subject: `No longer free: ${what(n)} with ${who(n)}`,
      heading: 'A time is no longer free',
      button: 'See your lists',
      page: toOwnLists(),
    }),
    former: { professional: 'A former professional no longer offered you a time.' },
  },
  paused: {
    type: 'cancellation_list_paused',
    title: 'Still waiting?',
    link: toOwnLists,
    isOver: sql`not exists (select from cancellation_list_entries e where e.id = one.subject_id and e.status = 'paused')`,
    text: (n) =>
      `Three offers from ${who(n)} went unanswered. You keep your place, and we'll ask again once you resume waiting for ${what(n)}.`,
    mail: (n) => ({
      subject: `Still waiting for ${what(n)}?`,
      heading: 'Still waiting?',
      button: 'Resume waiting',
      page: toOwnLists(),
    }),
    former: { professional: 'The list of a former professional is paused for you.' },
  },
  ended: {
    type: 'cancellation_list_ended',
    title: "You're no longer waiting",
    link: toOwnLists,
    text: (n, why = 'removed') => endTexts[why](n),
    mail: (n, why) => ({
      subject: `You're no longer waiting for ${what(n)}`,
      heading: "You're no longer waiting",
      button: 'See other times',
      page:
        n.professional_user_id === null || why === 'professional_gone'
          ? pagePath('browseProfessionals')
          : pagePath('publicProfessional', { professionalId: n.professional_id }),
    }),
    former: { professional: "You're no longer waiting for a former professional." },
  },
} satisfies Record<string, Kind>;
export type ListAbout = keyof typeof listKinds;
/** What is told of a change, whatever it is. */
export const kindOfList = (about: ListAbout): Kind => listKinds[about];

const endTexts: Record<Exclude<Ended, 'silent'>, (n: ListNews) => string> = {
  removed: (n) => `${who(n)} took you off the cancellation list. You're no longer waiting for ${what(n)}.`,
  list_off: (n) => `${who(n)} no longer keeps a cancellation list. You're no longer waiting for ${what(n)}.`,
  professional_gone: (n) => `${who(n)} no longer takes bookings. You're no longer waiting for ${what(n)}.`,
  service_gone: (n) => `${who(n)} no longer offers everything you're waiting for: ${what(n)}.`,
  over: (n) => `The times you wanted for ${what(n)} with ${who(n)} have passed.`,
};

function offerOf({ opening }: ListNews) {
  if (!opening) throw new Error('there is no offer to tell of');
  return opening;
}

function detailsOf(n: ListNews): [string, string][] {
  const { start, end, expires } = offerOf(n);
  const until = formatTimeBeside(end, start, n.time_zone);
  return [
    ['With', who(n)],
    ['What', n.services.map(({ name }) => isolated(name)).join('\n')],
    ['When', `${formatDateTime(start, n.time_zone)}, until ${until} (${formatHours((end - start) / 60_000)})`],
    ['Where', isolated(n.location)],
    ['Total', formatPrice(toDollars(n.total_cents))],
    ['Yours until', formatDateTime(expires, n.time_zone)],
  ];
}

const who = ({ display_name }: ListNews) => isolated(display_name);
const at = ({ time_zone }: ListNews, instant: number) => formatShortDateTime(instant, time_zone);

/** `A`, `A and B`, `A, B and C`. */
function what({ services }: ListNews): string {
  const names = services.map(({ name }) => isolated(name));
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}
