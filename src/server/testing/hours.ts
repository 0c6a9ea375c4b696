import { DAY, HOUR } from '#shared/constants.ts';

/** The next full hour after tomorrow's now, epoch milliseconds. */
export const base = Math.ceil(Date.now() / HOUR) * HOUR + DAY;

/** So many hours after that, as ISO text. */
export function at(hours: number): string {
  return new Date(base + hours * HOUR).toISOString();
}
