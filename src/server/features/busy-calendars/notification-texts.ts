import { formatShortMoment } from '#shared/time.ts';
import type { Failing } from './queries.ts';

/** Without the address, which is a secret. */
export function failingText({ name, problem, failing_since, time_zone }: Failing): string {
  const since = formatShortMoment(Date.parse(failing_since), time_zone);
  return `We haven't been able to read your calendar “${name}” since ${since}. ${problem} We're still using its last known times.`;
}
