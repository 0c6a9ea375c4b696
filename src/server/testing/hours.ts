import { DAY, HOUR } from '#shared/constants.ts';

/** A day from now, rounded up to the full hour, epoch milliseconds. */
export const base = Math.ceil(Date.now() / HOUR) * HOUR + DAY;

/** So many hours after `base`, as ISO text. */
export function at(hours: number): string {
  return new Date(base + hours * HOUR).toISOString();
}
