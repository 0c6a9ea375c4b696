import { DAY } from '#shared/constants.ts';
import { wallInstant, zoneOffset } from '#shared/time.ts';

/** The instant that a zone's clock shows so much later than at another one, epoch milliseconds. */
export function laterByClock(instant: number, by: number, zone: string): number {
  return by === 0 ? instant : wallInstant(instant + zoneOffset(instant, zone) + by, zone);
}

/** The starts of a standing appointment: the same time of the professional's clock every so many weeks. */
export function weeklyStarts(
  start: number,
  zone: string,
  { everyWeeks, count }: { everyWeeks: number; count: number },
) {
  return Array.from({ length: count }, (_, n) => laterByClock(start, n * everyWeeks * 7 * DAY, zone));
}

/** By how much a zone's clock shows more at one instant than at another. */
export function clockDistance(from: number, to: number, zone: string): number {
  return to + zoneOffset(to, zone) - (from + zoneOffset(from, zone));
}
