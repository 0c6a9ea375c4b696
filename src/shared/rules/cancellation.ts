import { HOUR, MINUTE } from '#shared/constants.ts';
import { isolated } from '#shared/isolated.ts';

/** For so long after it was made a booking can be cancelled whatever its cut-off (contract 9), milliseconds. */
export const secondThoughts = 15 * MINUTE;

/** The same after a professional moved it without asking (contract 17 and 20), hours. */
export const graceHours = 24;

/**
 * Until when a client may cancel a confirmed booking or ask for another time (contract 9): the start less the cut-off,
 * never before 15 minutes after it was made or what a move has given since, never after the start. Instants are epoch milliseconds.
 */
export function cancelUntil({
  start,
  created,
  cutoffHours,
  notBefore,
}: {
  start: number;
  created: number;
  cutoffHours: number;
  notBefore?: number | null;
}): number {
  return Math.min(start, Math.max(start - cutoffHours * HOUR, created + secondThoughts, notBefore ?? 0));
}

/** Why a client can do nothing online any more; `name` is the professional's. */
export function tooLateText(name: string): string {
  return `This appointment can no longer be changed online. Please contact ${isolated(name)}.`;
}
