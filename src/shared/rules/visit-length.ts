import { DAY } from '../constants.ts';
import type { Choosable } from './lines.ts';

// How long visits really take (contract 25): what a professional's visits say together, drawn towards by each cell of
// what they offer. Minutes; logarithms are natural.

/** A cell of what is offered: a service, and of one with variants a choice of each axis, sorted. */
export type Cell = { service_id: string; choice_ids: readonly string[] };

/** A visit with both presses, and the cells that were booked. */
export type PressedVisit = { pressed: number; booked: number; cells: readonly Cell[] };

/** How many times as long as listed a cell usually takes, and by which factor four in five visits are over. */
export type Learned = Cell & { visits: number; usual: number; most: number };

/** A visit counts for so many milliseconds from its start on. */
export const countsFor = 730 * DAY;

/** Fewer visits of a cell say nothing. */
const fewest = 3;

/** How much longer than booked a visit took; undefined where that is no measure. */
function logOf({ pressed, booked }: PressedVisit): number | undefined {
  const ratio = pressed / booked;
  return ratio < 0.25 || ratio > 2 ? undefined : Math.max(-0.5, Math.min(0.5, Math.log(ratio)));
}

const keyOf = ({ service_id, choice_ids }: Cell) => [service_id, ...choice_ids].join(' ');

/** What is known of each cell with enough visits. */
export function learn(visits: readonly PressedVisit[]): Learned[] {
  const counted = visits.flatMap((visit) => {
    const log = logOf(visit);
    return log === undefined ? [] : [{ log, cells: visit.cells }];
  });
  const n = counted.length;
  const mean = counted.reduce((sum, { log }) => sum + log, 0) / (n + 3);
  const variance = (6 * 0.18 ** 2 + counted.reduce((sum, { log }) => sum + (log - mean) ** 2, 0)) / (6 + n);
  const byCell = Map.groupBy(
    counted.flatMap(({ log, cells }) => cells.map((cell) => ({ log, cell }))),
    ({ cell }) => keyOf(cell),
  );
  return [...byCell.values()].flatMap((own) => {
    const [first] = own;
    const count = own.length;
    if (!first || count < fewest) return [];
    const ownMean = own.reduce((sum, { log }) => sum + log, 0) / count;
    const usual = mean + (count / (count + 4)) * (ownMean - mean);
    const most = usual + 0.84 * Math.sqrt(variance * (1 + 1 / (count + 4)));
    return [{ ...first.cell, visits: count, usual: Math.exp(usual), most: Math.exp(most) }];
  });
}

/** A millionth of a minute, the least that counts as more. */
const least = 1e-6;

/** The lengths of a cell that is listed with so many minutes. */
export function usualOf(listed: number, { visits, usual, most }: Pick<Learned, 'visits' | 'usual' | 'most'>) {
  return {
    visits,
    usual: Math.max(5, Math.floor((listed * usual) / 5 + 0.5 + least) * 5),
    most: Math.ceil((listed * most - least) / 15) * 15,
  };
}

/** What is learned of the cells of one service. */
export type LearnedCells = readonly Omit<Learned, 'service_id'>[];
type Grid = Pick<Choosable, 'variants'> & { service_duration_minutes: number };

/** The cells of a service in the order of its grid, with their choices and how long each is listed. */
export function cellsOf({ variants, service_duration_minutes: listed }: Grid) {
  if (!variants) return [{ choices: [], listed }];
  const [rows, columns] = variants.axes.map(({ choices }) => choices);
  return variants.cells.flatMap((row, r) =>
    row.flatMap((cell, c) => {
      const choices = [rows?.[r], columns?.[c]].flatMap((one) => one ?? []).map(({ id, name }) => ({ id, name }));
      return cell ? [{ choices, listed: cell.service_duration_minutes }] : [];
    }),
  );
}

/** What is known of a cell; null for nothing. */
export function usualOfCell(learned: LearnedCells, { choices, listed }: ReturnType<typeof cellsOf>[number]) {
  const key = choices
    .map(({ id }) => id)
    .sort()
    .join(' ');
  const known = learned.find(({ choice_ids }) => choice_ids.join(' ') === key);
  return known ? usualOf(listed, known) : null;
}

/** The same of the shortest cell of a service, of equal ones the first. */
export function usualOfService(learned: LearnedCells, service: Grid) {
  const cells = cellsOf(service);
  const least = Math.min(...cells.map(({ listed }) => listed));
  const shortest = cells.find(({ listed }) => listed === least);
  return shortest ? usualOfCell(learned, shortest) : null;
}
