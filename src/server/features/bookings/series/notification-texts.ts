import { counted } from '#shared/counted.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import { formatShortDateTime } from '#shared/time.ts';
import type { BookingDetails } from '../news/message-queries.ts';
import { clientName, what } from '../news/notification-texts.ts';

/** What changed: how many visits, the first of which begins then. */
type SeriesNews = { weeks: number; visits: number; start: number; by: Side };

/** The notification of each change, for whoever did not make it; it is also the email's first line. */
export const seriesTexts = {
  made: (b: BookingDetails, news: SeriesNews) =>
    `${b.display_name} booked you in for ${what(b)} ${everyWeeks(news.weeks)}: ${visitsFrom(b, news)}.`,
  extended: (b: BookingDetails, news: SeriesNews) =>
    `${b.display_name} booked you in for more of ${what(b)}: ${visitsFrom(b, news)}.`,
  moved: (b: BookingDetails, news: SeriesNews) =>
    `${b.display_name} moved your bookings for ${what(b)}: ${visitsFrom(b, news)}.`,
  cancelled: (b: BookingDetails, news: SeriesNews, to: Side) => {
    const which = `${counted(news.visits, 'booking')} for ${what(b)} from ${at(b, news.start)}`;
    if (to === news.by) return `You cancelled ${which} with ${b.display_name}.`;
    return to === 'client' ? `${b.display_name} cancelled ${which}.` : `${clientName(b)} cancelled ${which}.`;
  },
  ending: (b: BookingDetails, left: number) =>
    `${clientName(b)} has ${counted(left, 'visit')} left for ${what(b)}. You can add more dates to the booking.`,
};

/** `every week`, `every 5 weeks`. */
export function everyWeeks(weeks: number): string {
  return weeks === 1 ? 'every week' : `every ${weeks} weeks`;
}

function visitsFrom(b: BookingDetails, { visits, start }: SeriesNews): string {
  return `${counted(visits, 'visit')} from ${at(b, start)}`;
}

function at({ time_zone }: BookingDetails, instant: number): string {
  return formatShortDateTime(instant, time_zone);
}
