import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problemOf } from '#server/errors.ts';
import { createLimiter } from './limiter.ts';

/** A limiter whose works run until `finish` names their caller. */
function heldLimiter(size: number, queue: number) {
  const limiter = createLimiter({ size, queue });
  const started: string[] = [];
  const refused: string[] = [];
  const running: { caller: string; end: () => void }[] = [];
  return {
    started,
    refused,
    running,
    ask(caller: string, gone?: () => boolean) {
      const work = () =>
        new Promise<void>((end) => {
          started.push(caller);
          running.push({ caller, end });
        });
      return limiter.run(caller, work, gone).catch((error: unknown) => {
        expect(problemOf(error)).toMatchObject({
          status: 503,
          headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
        });
        refused.push(caller);
      });
    },
    async finish(index = 0) {
      running.splice(index, 1)[0]?.end();
      await settled();
    },
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const times = (count: number, work: () => void) => Array.from({ length: count }, work);
const countOf = (callers: string[], caller: string) => callers.filter((one) => one === caller).length;

describe('a limiter', () => {
  test('runs so much at a time, at most a quarter of it for one caller', async () => {
    const limiter = heldLimiter(8, 64);
    times(20, () => limiter.ask('greedy'));
    await settled();
    expect(limiter.started).toEqual(['greedy', 'greedy']);
    for (const other of ['a', 'b', 'c', 'd']) times(3, () => limiter.ask(other));
    await settled();
    expect(limiter.started).toEqual(['greedy', 'greedy', 'a', 'a', 'b', 'b', 'c', 'c']);
  });

  test('gives callers their turns, however much one has waiting', async () => {
    const limiter = heldLimiter(4, 64);
    for (const one of ['w', 'x', 'y', 'z']) void limiter.ask(one);
    times(20, () => limiter.ask('greedy'));
    times(2, () => limiter.ask('modest'));
    await settled();
    for (let turn = 0; turn < 4; turn++) await limiter.finish();
    expect(limiter.started.slice(4)).toEqual(['greedy', 'modest']);
    await limiter.finish(0);
    await limiter.finish(0);
    expect(limiter.started.slice(6)).toEqual(['greedy', 'modest']);
  });

  test('a full queue refuses the caller with most waiting, never one with less', async () => {
    const limiter = heldLimiter(4, 8);
    times(70, () => limiter.ask('greedy'));
    await settled();
    expect([limiter.started.length, limiter.refused.length]).toEqual([1, 61]);
    times(3, () => limiter.ask('modest'));
    await settled();
    expect(countOf(limiter.refused, 'modest')).toBe(0);
    expect(countOf(limiter.refused, 'greedy')).toBe(63);
    for (let turn = 0; turn < 12; turn++) await limiter.finish();
    expect(countOf(limiter.started, 'modest')).toBe(3);
  });

  test('work of a caller who is gone is not begun, and its turn goes to the next', async () => {
    const limiter = heldLimiter(4, 8);
    void limiter.ask('a');
    void limiter.ask('a', () => true);
    void limiter.ask('a');
    await settled();
    await limiter.finish();
    expect([limiter.started, limiter.refused]).toEqual([['a', 'a'], ['a']]);
  });

  test('work that waits for too long is refused, and what runs goes on', async () => {
    const limiter = createLimiter({ size: 1, queue: 9, patience: 50 });
    const slow = limiter.run('a', () => delay(120, 'done'));
    await expect(limiter.run('a', () => Promise.resolve())).rejects.toMatchObject({ problem: { status: 503 } });
    expect(await slow).toBe('done');
    expect(await limiter.run('a', () => Promise.resolve('next'))).toBe('next');
  });

  test('work that fails gives its slot back', async () => {
    const limiter = createLimiter({ size: 1, queue: 1 });
    for (let round = 0; round < 5; round++) {
      await expect(limiter.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    }
    expect(await limiter.run('b', () => Promise.resolve(1))).toBe(1);
  });

  test('every work is run or refused, and the bounds hold at any moment', async () => {
    const events = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constant(0)), { maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(
        events,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 9 }),
        async (steps, size, queue) => {
          const limiter = heldLimiter(size, queue);
          let asked = 0;
          for (const step of steps) {
            if (step === 0) await limiter.finish();
            else {
              asked++;
              void limiter.ask(step);
              await settled();
            }
            const callers = limiter.running.map(({ caller }) => caller);
            expect(callers.length).toBeLessThanOrEqual(size);
            for (const one of new Set(callers))
              expect(countOf(callers, one)).toBeLessThanOrEqual(Math.max(1, Math.floor(size / 4)));
            expect(asked - limiter.started.length - limiter.refused.length).toBeLessThanOrEqual(queue);
          }
          while (limiter.running.length > 0) await limiter.finish();
          expect(limiter.started.length + limiter.refused.length).toBe(asked);
        },
      ),
      { numRuns: 100 },
    );
  });
});
