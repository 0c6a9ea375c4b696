import { tzOffset } from '@date-fns/tz';
import { HOUR } from '#shared/constants.ts';

/**
 * Finds the next clock changes of a zone: their instants (epoch milliseconds) and the minutes ahead of UTC before and
 * after each.
 */
export function zoneChanges(
  zone: string,
  after: number,
  count: number,
): { at: number; before: number; after: number }[] {
  const offsetAt = (ms: number) => tzOffset(zone, new Date(ms));
  const changes = [];
  const giveUp = after + 2 * 366 * 24 * HOUR;
  for (let ms = after; changes.length < count && ms < giveUp; ms += HOUR) {
    const before = offsetAt(ms);
    if (offsetAt(ms + HOUR) === before) continue;
    let low = ms;
    let high = ms + HOUR;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    changes.push({ at: high, before, after: offsetAt(high) });
  }
  return changes;
}
