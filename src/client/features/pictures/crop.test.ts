import { expect, test } from 'vitest';
import { middleOf, mostZoom, moved, zoomed, zoomOf } from './crop.ts';

const wide = { width: 1_200, height: 800 };

test('a crop begins as the largest square in the middle and never leaves the picture', () => {
  const start = middleOf(wide);
  expect(start).toEqual({ left: 200, top: 0, side: 800 });
  expect(moved(start, wide, -1, -1)).toEqual({ left: 0, top: 0, side: 800 });
  expect(moved(start, wide, 9, 9)).toEqual({ left: 400, top: 0, side: 800 });
  expect(moved(start, wide, 0.1, 0)).toEqual({ left: 280, top: 0, side: 800 });
});

test('it is zoomed about its middle, within bounds, and at an edge stays inside', () => {
  const twice = zoomed(middleOf(wide), wide, 2);
  expect(twice).toEqual({ left: 400, top: 200, side: 400 });
  expect(zoomOf(twice, wide)).toBe(2);
  expect(zoomed(twice, wide, 99).side).toBe(800 / mostZoom);
  expect(zoomed(moved(twice, wide, 9, 9), wide, 0)).toEqual({ left: 400, top: 0, side: 800 });
});
