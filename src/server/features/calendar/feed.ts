import { TZDate } from '@date-fns/tz';
import ical, { ICalEventStatus } from 'ical-generator';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import { appointmentOf, product } from '#shared/calendar-file.ts';
import { MINUTE } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import { whereOf } from '#shared/rules/place.ts';
import { formatPrice, toDollars } from '#shared/rules/price.ts';
import { toLocalInput } from '#shared/time.ts';
import type { FeedBooking } from './queries.ts';

/** How soon a calendar program should ask again, seconds; most ask when they like. */
const refreshAfter = 3_600;

/**
 * A feed of bookings, the same text for the same bookings, with times in their professionals' zones. `side` is the
 * reader's; `publicUrl` the base of links, without a trailing slash.
 */
export function calendarFeed(
  bookings: readonly FeedBooking[],
  { side, publicUrl }: { side: 'client' | 'professional'; publicUrl: string },
): string {
  const calendar = ical({
    prodId: product,
    name: 'Saluni',
    ttl: refreshAfter,
    timezone: { name: null, generator: (zone) => zoneBlock(zone) ?? null },
  });
  for (const booking of bookings) {
    const url = publicUrl + pagePath('bookingDetails', { bookingId: booking.id });
    const who = side === 'client' ? booking.display_name : booking.who;
    const isPending = booking.status === 'pending';
    calendar.createEvent({
      ...appointmentOf({
        bookingId: booking.id,
        start: booking.start,
        end: booking.end,
        summary: `${booking.services.map(({ name }) => name).join(', ')} with ${who}${isPending ? ' (not confirmed yet)' : ''}`,
        location: whereOf(booking, booking) ?? booking.location,
        description: `Total ${formatPrice(toDollars(booking.total_price_cents))}\n${url}`,
        url,
      }),
      ...inZone(booking),
      status: isPending ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      sequence: booking.sequence,
      stamp: new Date(booking.updated),
    });
  }
  return `${calendar.toString()}\r\n`;
}

/** By zone. Kept, because writing one takes milliseconds, and every booking of a feed asks. */
const zoneBlocks = new Map<string, string | undefined>();

/** The definition of a zone under exactly this name; undefined for one that the library does not have. */
function zoneBlock(zone: string): string | undefined {
  if (!zoneBlocks.has(zone)) {
    const [block] = tzlib_get_ical_block(zone) || [];
    zoneBlocks.set(zone, block?.includes(`TZID:${zone}\r\n`) ? block : undefined);
  }
  return zoneBlocks.get(zone);
}

/** By how much clocks are put back, minutes: half an hour on Lord Howe, two hours at Troll. */
const putBack = [30, 60, 120];

/**
 * Whether a wall clock shows the same time twice, at this instant and at another one: which of them is meant, calendar
 * programs do not agree on.
 */
function isShownTwice(ms: number, zone: string): boolean {
  const shown = toLocalInput(ms, zone);
  return putBack.some((minutes) =>
    [ms - minutes * MINUTE, ms + minutes * MINUTE].some((other) => toLocalInput(other, zone) === shown),
  );
}

/** Start and end as times of the zone; in UTC where that would say too little. */
function inZone({ start, end, time_zone }: FeedBooking) {
  if (zoneBlock(time_zone) === undefined || isShownTwice(start, time_zone) || isShownTwice(end, time_zone)) return {};
  return { start: new TZDate(start, time_zone), end: new TZDate(end, time_zone), timezone: time_zone };
}
