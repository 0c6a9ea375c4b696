import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks again a moment after a 503, as its answer says: a busy machine has no room for so much at once (reliability O3).
 * `most` is how often is asked before a 503 counts.
 */
export async function untilAvailable<Answer extends { status: number }>(
  ask: () => Promise<Answer>,
  most = 12,
): Promise<Answer> {
  let answer = await ask();
  for (let asked = 1; answer.status === 503 && asked < most; asked++) {
    await delay(Math.random() * Math.min(2_000, 100 * 2 ** asked));
    answer = await ask();
  }
  return answer;
}
