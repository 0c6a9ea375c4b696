import { environmentWith } from '#server/config.ts';

/** `npm run test:full` repeats everything as often as was promised; `npm test` a tenth of it. */
export const full = environmentWith({}).TEST_FULL === '1';

export function repetitions(whole: number): number {
  return full ? whole : Math.ceil(whole / 10);
}
