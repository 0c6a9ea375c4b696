import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPause } from './pause.ts';

const away = new Error('away');
const isAway = (error: unknown) => error === away;
const fails = () => Promise.reject(away);

function paused() {
  const pauses: number[] = [];
  return {
    pauses,
    pause: createPause((_error, milliseconds) => pauses.push(milliseconds), { first: 40, longest: 160 }),
  };
}

/** Timers count whole milliseconds, and may be early by a part of one. */
const over = (pauses: readonly number[]) => delay(Math.ceil(pauses.at(-1) ?? 0) + 1);

test('attempts that fail together are one failure; while it pauses nothing is begun', async () => {
  const { pauses, pause } = paused();
  await Promise.allSettled(Array.from({ length: 10 }, () => pause.run(fails, isAway)));
  expect(pauses).toHaveLength(1);
  let begun = 0;
  const given = await pause.run(async () => void begun++, isAway);
  expect(given).toEqual({ pausedFor: expect.any(Number) });
  expect(begun).toBe(0);
});

test('after a pause one goes ahead, and the others wait for what becomes of it; pauses double up to the longest', async () => {
  const { pauses, pause } = paused();
  await expect(pause.run(fails, isAway)).rejects.toBe(away);
  for (let round = 0; round < 4; round++) {
    await over(pauses);
    let begun = 0;
    const attempt = async () => {
      begun++;
      await delay(20);
      throw away;
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => pause.run(attempt, isAway)));
    expect([begun, outcomes.filter(({ status }) => status === 'rejected')]).toEqual([1, [expect.anything()]]);
  }
  for (const [index, least] of [40, 80, 160, 160, 160].entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(least);
    expect(pauses[index]).toBeLessThanOrEqual(1.2 * least);
  }
});

test('the pause is over once the server takes an email, before its answer, or fails in another way', async () => {
  const { pauses, pause } = paused();
  await expect(pause.run(fails, isAway)).rejects.toBe(away);
  await over(pauses);
  const answer = Promise.withResolvers<void>();
  const first = pause.run((go) => {
    go();
    return answer.promise;
  }, isAway);
  expect(await pause.run(async () => 'sent', isAway)).toBe('sent');
  await expect(pause.run(fails, isAway)).rejects.toBe(away);
  // It began before this pause, and ends it not.
  answer.resolve();
  await first;
  expect(await pause.run(async () => 'sent', isAway)).toEqual({ pausedFor: expect.any(Number) });
  await over(pauses);
  await expect(pause.run(() => Promise.reject(new Error('refused')), isAway)).rejects.toThrow('refused');
  expect(await pause.run(async () => 'sent', isAway)).toBe('sent');
  // As short as the first: the pause in between has ended.
  expect(pauses[1]).toBeLessThanOrEqual(48);
});
