import { expect, test } from 'vitest';
import { type Cell, gridWith, withAxis, withoutAxis } from './grid-entry.ts';
import { axisStarts } from './grid-templates.ts';

test('a second axis leaves what is typed where it is, and goes with its cells', () => {
  const cells: Cell[] = ['100', '120', '150'].map((price) => ({ price, minutes: '60' }));
  const empty = { price: '', minutes: '' };
  const sizes = { ...axisStarts.size, choices: axisStarts.size.choices.map((one, n) => ({ ...one, id: String(n) })) };
  const one = gridWith([sizes], (row) => cells[row]);
  const two = withAxis(one, axisStarts.length);
  expect(two.cells).toEqual(cells.map((cell) => [cell, empty, empty]));
  expect(withoutAxis(two, 1)).toEqual(one);
  // The server knows a choice by the axis at its place.
  expect(withoutAxis(two, 0)).toEqual(gridWith([axisStarts.length], (row) => (row === 0 ? cells[0] : undefined)));
  const turned = withoutAxis(
    withAxis(
      gridWith([axisStarts.length], () => undefined),
      sizes,
    ),
    0,
  );
  expect(turned.axes[0]?.choices.map(({ id }) => id)).toEqual([undefined, undefined, undefined]);
});
