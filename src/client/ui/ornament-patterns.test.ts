import { expect, test } from 'vitest';
import { braid, coils, fades, locs, pairOf, pairs, seedOf, spiral, waves } from './ornament-patterns.ts';

const ids = Array.from({ length: 400 }, (_, index) => `01890a5d-ac96-774b-bcce-b302099a8${String(index).padStart(3, '0')}`);

test('the same id draws the same ornament, another id another one', () => {
  for (const draw of [coils, braid, locs, waves, fades]) {
    const [one, two] = [seedOf(ids[0] ?? ''), seedOf(ids[1] ?? '')];
    expect(draw(one, 420, 168)).toEqual(draw(one, 420, 168));
    expect(draw(one, 420, 168)).not.toEqual(draw(two, 420, 168));
  }
  expect(seedOf('saluni')).toBe(seedOf('saluni'));
});

test('consecutive ids get all eight pairs, each more than half as often as by an even spread', () => {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(pairOf(seedOf(id)).ground, (counts.get(pairOf(seedOf(id)).ground) ?? 0) + 1);
  expect(counts.size).toBe(pairs.length);
  expect(Math.min(...counts.values())).toBeGreaterThan(ids.length / pairs.length / 2);
});

test('numbers in a drawing are short, so that the page stays small', () => {
  expect(spiral(3, 24)).not.toMatch(/\d\.\d{3}/);
  expect(JSON.stringify(coils(1, 420, 168))).not.toMatch(/\d\.\d{3}/);
});
