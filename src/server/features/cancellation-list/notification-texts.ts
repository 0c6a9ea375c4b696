import { isolated } from '#shared/isolated.ts';
import { formatShortDateTime } from '#shared/time.ts';
import type { ListNews } from './message-queries.ts';
import type { Ended } from './queries.ts';

/** The notification of each change; it is also the email's first line. */
export const listTexts = {
  offered: (n: ListNews) => {
    const { opening, booked_start } = n;
    if (!opening) throw new Error('there is no offer to tell of');
    const instead = booked_start === null ? '' : ` instead of ${at(n, booked_start)}`;
    return `${who(n)} has a time for ${what(n)}: ${at(n, opening.start)}${instead}. We're holding it for you until ${at(n, opening.expires)}.`;
  },
  withdrawn: (n: ListNews) =>
    `${who(n)} no longer offers you ${n.opening ? at(n, n.opening.start) : 'a time'} for ${what(n)}. You stay on the list.`,
  paused: (n: ListNews) =>
    `Three offers from ${who(n)} went unanswered. You keep your place, and we'll ask again once you resume waiting for ${what(n)}.`,
  ended: (n: ListNews, why: Exclude<Ended, 'silent'>) => endTexts[why](n),
};

const endTexts: Record<Exclude<Ended, 'silent'>, (n: ListNews) => string> = {
  removed: (n) => `${who(n)} took you off the cancellation list. You're no longer waiting for ${what(n)}.`,
  list_off: (n) => `${who(n)} no longer keeps a cancellation list. You're no longer waiting for ${what(n)}.`,
  professional_gone: (n) => `${who(n)} no longer takes bookings. You're no longer waiting for ${what(n)}.`,
  service_gone: (n) => `${who(n)} no longer offers everything you're waiting for: ${what(n)}.`,
  over: (n) => `The times you wanted for ${what(n)} with ${who(n)} have passed.`,
};

const who = ({ display_name }: ListNews) => isolated(display_name);
const at = ({ time_zone }: ListNews, instant: number) => formatShortDateTime(instant, time_zone);

/** `A`, `A and B`, `A, B and C`. */
export function what({ services }: ListNews): string {
  const names = services.map(({ name }) => isolated(name));
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}
