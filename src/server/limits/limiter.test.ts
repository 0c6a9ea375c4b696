import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problemOf } from '#server/errors.ts';
import { createLane } from './limiter.ts';

/** A lane whose works run until `finish` names their caller. */
function heldLane(size: number, queue: number) {
  const lane = createLane({ size, queue });
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
      return lane.run(caller, work, gone).catch((error: unknown) => {
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

describe('a lane', () => {
  test('runs so much at a time, at most a quarter of it for one caller', async () => {
    const lane = heldLane(8, 64);
    times(20, () => lane.ask('greedy'));
    await settled();
    expect(lane.started).toEqual(['greedy', 'greedy']);
    for (const other of ['a', 'b', 'c', 'd']) times(3, () => lane.ask(other));
    await settled();
    expect(lane.started).toEqual(['greedy', 'greedy', 'a', 'a', 'b', 'b', 'c', 'c']);
  });

  test('gives callers their turns, however much one has waiting', async () => {
    const lane = heldLane(4, 64);
    for (const one of ['w', 'x', 'y', 'z']) lane.ask(one);
    times(20, () => lane.ask('greedy'));
    times(2, () => lane.ask('modest'));
    await settled();
    for (let turn = 0; turn < 4; turn++) await lane.finish();
    expect(lane.started.slice(4)).toEqual(['greedy', 'modest']);
    await lane.finish(0);
    await lane.finish(0);
    expect(lane.started.slice(6)).toEqual(['greedy', 'modest']);
  });

  test('a full queue refuses the caller with most waiting, never one with less', async () => {
    const lane = heldLane(4, 8);
    times(70, () => lane.ask('greedy'));
    await settled();
    expect([lane.started.length, lane.refused.length]).toEqual([1, 61]);
    times(3, () => lane.ask('modest'));
    await settled();
    expect(countOf(lane.refused, 'modest')).toBe(0);
    expect(countOf(lane.refused, 'greedy')).toBe(63);
    for (let turn = 0; turn < 12; turn++) await lane.finish();
    expect(countOf(lane.started, 'modest')).toBe(3);
  });

  test('work of a caller who is gone is not begun, and its turn goes to the next', async () => {
    const lane = heldLane(4, 8);
    lane.ask('a');
    lane.ask('a', () => true);
    lane.ask('a');
    await settled();
    await lane.finish();
    expect([lane.started, lane.refused]).toEqual([['a', 'a'], ['a']]);
  });

  test('work that fails gives its place back', async () => {
    const lane = createLane({ size: 1, queue: 1 });
    for (let round = 0; round < 5; round++) {
      await expect(lane.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    }
    expect(await lane.run('b', () => Promise.resolve(1))).toBe(1);
  });

  test('every work is run or refused, and the bounds hold at any moment', async () => {
    const events = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constant(0)), { maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(
        events,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 9 }),
        async (steps, size, queue) => {
          const lane = heldLane(size, queue);
          let asked = 0;
          for (const step of steps) {
            if (step === 0) await lane.finish();
            else {
              asked++;
              void lane.ask(step);
              await settled();
            }
            const callers = lane.running.map(({ caller }) => caller);
            expect(callers.length).toBeLessThanOrEqual(size);
            for (const one of new Set(callers))
              expect(countOf(callers, one)).toBeLessThanOrEqual(Math.max(1, Math.floor(size / 4)));
            expect(asked - lane.started.length - lane.refused.length).toBeLessThanOrEqual(queue);
          }
          while (lane.running.length > 0) await lane.finish();
          expect(lane.started.length + lane.refused.length).toBe(asked);
        },
      ),
      { numRuns: 100 },
    );
  });
});
