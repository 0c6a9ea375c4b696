import { expect, test } from 'vitest';
import { halfTheTime } from './half-the-time.ts';

function blockFor(milliseconds: number): { from: number; to: number } {
  const from = performance.now();
  while (performance.now() - from < milliseconds);
  return { from, to: performance.now() };
}

test('A5: works that block the process leave everything else as long as they took, in their order', async () => {
  const run = halfTheTime();
  const order: number[] = [];
  const works = await Promise.all(
    Array.from({ length: 5 }, (_, turn) =>
      run(() => {
        order.push(turn);
        return blockFor(10);
      }),
    ),
  );
  expect(order).toEqual([0, 1, 2, 3, 4]);
  for (const [turn, { from, to }] of works.entries()) {
    const next = works[turn + 1];
    // Timers count whole milliseconds.
    if (next) expect(next.from - to).toBeGreaterThanOrEqual(to - from - 2);
  }
});

test('a work that fails ends nothing', async () => {
  const run = halfTheTime();
  const failing = run(() => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await run(() => 7)).toBe(7);
});
