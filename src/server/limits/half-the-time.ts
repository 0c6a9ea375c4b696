import { setTimeout as delay } from 'node:timers/promises';
import type { RunBlocking } from '#shared/rendering.ts';

/**
 * Runs works that block the process one after the other, in at most half of its time: after each, everything else has
 * as long as it took.
 */
export function halfTheTime(): RunBlocking {
  let free: Promise<unknown> = Promise.resolve();
  return (work) => {
    let took = 0;
    const done = free.then(() => {
      const begun = performance.now();
      try {
        return work();
      } finally {
        took = performance.now() - begun;
      }
    });
    free = done.catch(() => {}).then(() => delay(Math.ceil(took)));
    return done;
  };
}
