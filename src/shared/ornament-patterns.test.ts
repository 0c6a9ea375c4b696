import { expect, test } from 'vitest';
import {
  braid,
  coils,
  fades,
  locs,
  pairOf,
  pairs,
  pairTurns,
  patterns,
  seedOf,
  spiral,
  varietyOf,
  waves,
} from '#shared/ornament-patterns.ts';

const ids = Array.from(
  { length: 400 },
  (_, index) => `01890a5d-ac96-774b-bcce-b302099a8${String(index).padStart(3, '0')}`,
);

test('the same id draws the same ornament, another id another one', () => {
  for (const draw of [coils, braid, locs, waves, fades]) {
    const [one, two] = [seedOf(ids[0] ?? ''), seedOf(ids[1] ?? '')];
    expect(draw(one, 420, 168)).toEqual(draw(one, 420, 168));
    expect(draw(one, 420, 168)).not.toEqual(draw(two, 420, 168));
  }
  expect(seedOf('saluni')).toBe(seedOf('saluni'));
});

test('consecutive ids get all eight pairs, each more than half as often as by an even spread', () => {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(pairOf(seedOf(id)), (counts.get(pairOf(seedOf(id))) ?? 0) + 1);
  expect(counts.size).toBe(pairs.length);
  expect(Math.min(...counts.values())).toBeGreaterThan(ids.length / pairs.length / 2);
});

test('numbers in a drawing are short, so that the page stays small', () => {
  expect(spiral(3, 24)).not.toMatch(/\d\.\d{3}/);
  expect(JSON.stringify(coils(1, 420, 168))).not.toMatch(/\d\.\d{3}/);
});

test('in up to three columns no two neighbours have pattern and colours in common, and nobody else changes colours', () => {
  const looks = ids.map((id, index) => ({ id, pattern: patterns[Math.floor(index / 40) % patterns.length] ?? 'coil' }));
  const turns = pairTurns(looks);
  const shown = looks.map(
    ({ id, pattern }, index) => `${pattern} ${(pairOf(seedOf(id)) + (turns[index] ?? 0)) % pairs.length}`,
  );
  expect(turns.filter(Boolean).length).toBeGreaterThan(5);
  for (const [index, one] of shown.entries()) {
    const near = shown.slice(Math.max(0, index - 3), index);
    expect(near).not.toContain(one);
    const own = `${looks[index]?.pattern} ${pairOf(seedOf(ids[index] ?? ''))}`;
    expect(one === own).toBe(!near.includes(own));
  }
});

test('ids vary in scale, density and crop', () => {
  const varieties = ids.map((id) => varietyOf(seedOf(id)));
  for (const part of ['zoom', 'gap', 'left', 'top'] as const) {
    const values = varieties.map((one) => one[part]);
    expect(new Set(values.map((value) => value.toFixed(2))).size, part).toBeGreaterThan(20);
    expect(Math.max(...values) / Math.min(...values), part).toBeGreaterThan(1.3);
  }
});
