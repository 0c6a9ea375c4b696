import type { Reliability } from '#shared/professionals.ts';

const within = new Map([
  [15, '15 minutes'],
  [60, 'an hour'],
  [180, '3 hours'],
  [720, '12 hours'],
  [1_440, 'a day'],
]);

/** What past visits say of somebody, a sentence each; none where too few are known. Never more than is so. */
export function reliabilityText(reliability: Reliability): string[] {
  if (!reliability) return [];
  const { on_time, kept, answers_within } = reliability;
  return [
    on_time === null ? '' : `Begins on time ${Math.floor(on_time / 10)} times in 10.`,
    kept === 100 ? 'Keeps every booking.' : `Keeps ${kept} of 100 bookings.`,
    answers_within === null ? '' : `Answers within ${within.get(answers_within)}.`,
  ].filter(Boolean);
}
