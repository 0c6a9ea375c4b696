import { DAY, HOUR } from '#shared/constants.ts';

/**
 * A booking that a client made: when (epoch milliseconds), and whether with the professional with whom the next one
 * would be.
 */
export type MadeBooking = { at: number; with_professional: boolean };

/** What a client booked and what they asked to reschedule, which counts alike (contract 9), latest first. */
export function madeInAll(...made: readonly MadeBooking[][]): MadeBooking[] {
  return made.flat().sort((one, other) => other.at - one.at);
}

/**
 * From when on a client may book again (contract 5), epoch milliseconds: at most `perHour` in an hour and three times
 * as many in 24; with one professional a third of `perHour`, rounded down and at least 1, and twice that in 24. `made`
 * has those of the last 24 hours, latest first, cancelled ones too.
 */
export function mayBookFrom(made: readonly MadeBooking[], perHour: number): number {
  const withProfessional = made.filter((one) => one.with_professional);
  const perHourWithOne = Math.max(1, Math.floor(perHour / 3));
  const limits = [
    { counted: made, most: perHour, span: HOUR },
    { counted: made, most: 3 * perHour, span: DAY },
    { counted: withProfessional, most: perHourWithOne, span: HOUR },
    { counted: withProfessional, most: 2 * perHourWithOne, span: DAY },
  ];
  // When the one that fills a limit is as old as its span, there is room for one more.
  return Math.max(
    ...limits.map(({ counted, most, span }) => (counted[most - 1]?.at ?? Number.NEGATIVE_INFINITY) + span),
  );
}
