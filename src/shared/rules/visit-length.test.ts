import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cell, cellsOf, learn, type PressedVisit, usualOf, usualOfService } from './visit-length.ts';

const braids: Cell = { service_id: 'braids', choice_ids: [] };
const cut: Cell = { service_id: 'cut', choice_ids: ['long', 'wash'] };
const times = (count: number, pressed: number, booked: number, ...cells: Cell[]): PressedVisit[] =>
  Array.from({ length: count }, () => ({ pressed, booked, cells }));

const lengthOf = (visits: PressedVisit[], { service_id }: Cell, listed: number) => {
  const learned = learn(visits).find((one) => one.service_id === service_id);
  return learned && usualOf(listed, learned);
};

// By hand, from the formulas of contract 25.
test('golden values: what is usual follows the visits, drawn to what all of them say', () => {
  // y = ln(410/360) = 0.130053, m = 3y/6 = 0.065027, m_c = m + 3/7 (y - m) = 0.092895: 395.04 minutes;
  // s² = (0.1944 + 3 · 0.065027²) / 9, most = 360 e^(0.092895 + 0.84 · 0.151689 · 1.069045) = 452.69.
  expect(lengthOf(times(3, 410, 360, braids), braids, 360)).toEqual({ visits: 3, usual: 395, most: 465 });
  // As booked: nothing is usual but that; s = √(0.1944 / 11), most = 60 e^(0.84 · 0.132940 · 1.054093) = 67.5.
  expect(lengthOf(times(5, 60, 60, cut), cut, 60)).toEqual({ visits: 5, usual: 60, most: 75 });
  // Half as long is kept at -0.5, n = 7: m = -0.2, m_c = -0.2 + 4/8 · -0.3 = -0.35: 90 e^-0.35 = 63.4.
  expect(lengthOf([...times(3, 90, 90, cut), ...times(4, 45, 90, braids)], braids, 90)).toMatchObject({ usual: 65 });
});

test('fewer than three visits say nothing, nor does what took less than a quarter or more than twice as long', () => {
  expect(learn([])).toEqual([]);
  expect(learn(times(2, 410, 360, braids))).toEqual([]);
  expect(learn([...times(2, 60, 60, braids), ...times(3, 14, 60, braids), ...times(3, 121, 60, braids)])).toEqual([]);
  expect(learn([...times(1, 60, 60, braids), ...times(1, 15, 60, braids), ...times(1, 120, 60, braids)])).toHaveLength(
    1,
  );
});

/** The formulas once more, written as the contract has them. */
function oracle(visits: PressedVisit[], { service_id }: Cell, listed: number) {
  const counted = visits.filter(({ pressed, booked }) => pressed / booked >= 0.25 && pressed / booked <= 2);
  const y = (visit: PressedVisit) => Math.min(Math.max(Math.log(visit.pressed / visit.booked), -0.5), 0.5);
  const own = counted.filter(({ cells }) => cells.some((cell) => cell.service_id === service_id));
  if (own.length < 3) return undefined;
  let m = 0;
  for (const visit of counted) m += y(visit) / (counted.length + 3);
  let s2 = (6 * 0.18 * 0.18) / (6 + counted.length);
  for (const visit of counted) s2 += (y(visit) - m) ** 2 / (6 + counted.length);
  let mean = 0;
  for (const visit of own) mean += y(visit) / own.length;
  const w = own.length / (own.length + 4);
  const mc = (1 - w) * m + w * mean;
  const usual = Math.round((listed * Math.exp(mc)) / 5 + 1e-9) * 5;
  const exact = listed * Math.exp(mc + 0.84 * Math.sqrt(s2) * Math.sqrt(1 + 1 / (own.length + 4)));
  return { visits: own.length, usual: Math.max(usual, 5), most: Math.ceil(exact / 15 - 1e-8) * 15 };
}

test('over random histories the lengths are those of an oracle, to the minute', () => {
  const visit = fc.record({
    booked: fc.integer({ min: 15, max: 600 }),
    percent: fc.integer({ min: 10, max: 230 }),
    cells: fc.constantFrom([braids], [cut], [braids, cut], []),
  });
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 60 }), fc.integer({ min: 15, max: 1_440 }), (drawn, listed) => {
      const visits = drawn.map(({ booked, percent, cells }) => ({ booked, pressed: (booked * percent) / 100, cells }));
      for (const cell of [braids, cut]) expect(lengthOf(visits, cell, listed)).toEqual(oracle(visits, cell, listed));
    }),
  );
});

test('a service tells of its shortest cell, of equal ones the first, whatever the order of the choices', () => {
  const choice = (id: string) => ({ id, name: id, landmark: null, picture_id: null });
  const cell = (service_duration_minutes: number) => ({ price_cents: 5_000, service_duration_minutes });
  const variants = {
    axes: [
      { kind: 'size', name: 'Size', choices: [choice('z'), choice('a')] },
      { kind: 'length', name: 'Length', choices: [choice('m'), choice('b')] },
    ],
    cells: [
      [null, cell(60)],
      [cell(60), cell(90)],
    ],
  } as const;
  const grid = {
    variants: variants as unknown as Parameters<typeof cellsOf>[0]['variants'],
    service_duration_minutes: 60,
  };
  expect(cellsOf(grid).map(({ choices, listed }) => [...choices.map(({ id }) => id), listed])).toEqual([
    ['z', 'b', 60],
    ['a', 'm', 60],
    ['a', 'b', 90],
  ]);
  const known = { choice_ids: ['b', 'z'], visits: 3, usual: 1.1, most: 1.2 };
  expect(usualOfService([known], grid)).toEqual({ visits: 3, usual: 65, most: 75 });
  expect(usualOfService([{ ...known, choice_ids: ['a', 'm'] }], grid)).toBeNull();
});
