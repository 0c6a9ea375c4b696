import { environmentWith } from '#server/config.ts';

/** `npm run test:full` repeats cases as often as docs/reliability.md promises, other runs a 25th of that. */
export const full = environmentWith({}).TEST_FULL === '1';

export function repetitions(whole: number): number {
  return full ? whole : Math.ceil(whole / 25);
}
