import type { Optioned } from '#client/features/booking/choose/lines.ts';
import { type axisKinds, type extraKinds, type prepareKinds, serviceCategories } from '#shared/constants.ts';
import type { ListedPicture } from '#shared/pictures.ts';
import type { Landmark } from '#shared/rules/hair.ts';
import type { Service } from '#shared/services.ts';

// What a service is made of, as it is typed.

/** `picture_id` where another one is chosen: without it a choice keeps its picture. */
export type Choice = {
  id?: string;
  name: string;
  landmark: Landmark | null;
  picture: ListedPicture;
  picture_id?: string | null;
};
export type Axis = { kind: (typeof axisKinds)[number]; name: string; choices: Choice[] };
/** Both empty: not offered. Dollars, minutes. */
export type Cell = { price: string; minutes: string };
export type Grid = { axes: Axis[]; cells: Cell[][] };
export type ExtraEntry = {
  id?: string;
  kind: (typeof extraKinds)[number];
  name: string;
  price: string;
  minutes: string;
};
export type PrepareEntry = { id?: string; kind: (typeof prepareKinds)[number]; text: string; extra: string };
export type Parts = { variants: Grid | null; extras: ExtraEntry[]; prepare: PrepareEntry[] };
export const noParts: Parts = { variants: null, extras: [], prepare: [] };

const none: Cell = { price: '', minutes: '' };
const typed = ({ price, service_duration_minutes }: { price: number; service_duration_minutes: number }): Cell => ({
  price: String(price),
  minutes: String(service_duration_minutes),
});

/** The axes with their cells of before, others empty. */
export function gridWith(axes: readonly Axis[], cellOf: (row: number, column: number) => Cell | undefined): Grid {
  const [rows, columns] = axes;
  const cells = (rows?.choices ?? []).map((_, row) =>
    (columns?.choices ?? [undefined]).map((__, column) => cellOf(row, column) ?? none),
  );
  return { axes: [...axes], cells };
}

export function partsOf({ variants, extras, prepare }: Service): Parts {
  return {
    variants:
      variants &&
      gridWith(
        variants.axes.map(({ kind, name, choices }) => ({
          kind,
          name,
          choices: [...choices],
        })),
        (row, column) => {
          const cell = variants.cells[row]?.[column];
          return cell ? typed(cell) : none;
        },
      ),
    extras: extras.map((extra) => ({ id: extra.id, kind: extra.kind, name: extra.name, ...typed(extra) })),
    prepare: prepare.map(({ id, kind, text, extra_id }) => ({
      id,
      kind,
      text,
      extra: String(extras.findIndex((extra) => extra.id === extra_id)),
    })),
  };
}

/** Empty numbers become 0, which the schema refuses with its own text. */
const costOf = ({ price, minutes }: Cell) => ({ price: Number(price), service_duration_minutes: Number(minutes) });
const isEmpty = ({ price, minutes }: Cell) => price.trim() === '' && minutes.trim() === '';

/** What is typed as the server takes it. */
export function inputOfParts({ variants, extras, prepare }: Parts) {
  return {
    variants: variants && {
      axes: variants.axes,
      cells: variants.cells.map((row) => row.map((cell) => (isEmpty(cell) ? null : costOf(cell)))),
    },
    extras: extras.map(({ id, kind, name, ...cost }) => ({ id, kind, name, ...costOf(cost) })),
    prepare: prepare.map(({ id, kind, text, extra }) => ({
      id,
      kind,
      text,
      extra_index: Number(extra) >= 0 && extra !== '' ? Number(extra) : null,
    })),
  };
}

/** The same as clients see it before it is saved: a place stands for an id. */
export function previewOf(parts: Parts): Optioned {
  const { variants, extras, prepare } = inputOfParts(parts);
  const cells = variants?.cells.flat().filter((cell) => cell !== null) ?? [];
  const prices = cells.map(({ price }) => price);
  const minutes = cells.map((cell) => cell.service_duration_minutes);
  return {
    ...{ id: 'preview', name: 'this service', category: serviceCategories[0], professional: null },
    price: Math.min(...prices),
    price_max: Math.max(...prices),
    service_duration_minutes: Math.min(...minutes),
    duration_max: Math.max(...minutes),
    variants: variants && {
      axes: variants.axes.map((axis, n) => ({
        ...axis,
        choices: axis.choices.map((choice, at) => ({ ...choice, id: `${n} ${at}` })),
      })),
      cells: variants.cells.map((row) => row.map((cell) => cell && { ...cell, usual: null })),
    },
    extras: extras.map((extra, n) => ({ ...extra, id: `extra ${n}` })),
    prepare: prepare.map(({ extra_index, ...item }, n) => ({
      ...item,
      id: `prepare ${n}`,
      extra_id: extra_index === null ? null : `extra ${extra_index}`,
    })),
  };
}

/** A second axis, whose first choice has the cells that there are. */
export function withAxis({ axes, cells }: Grid, added: Axis): Grid {
  return gridWith([...axes, added], (row, column) => (column === 0 ? cells[row]?.[0] : undefined));
}

/** One axis less: what is left has the cells of the other's first choice. Ids are of a place, so it loses its own. */
export function withoutAxis({ axes, cells }: Grid, place: number): Grid {
  const left = axes.filter((_, n) => n !== place);
  const moved = ({ name, landmark }: Choice): Choice => ({ name, landmark, picture: null });
  const kept = place > 0 ? left : left.map((axis) => ({ ...axis, choices: axis.choices.map(moved) }));
  return gridWith(kept, (at) => (place > 0 ? cells[at]?.[0] : cells[0]?.[at]));
}

/** The lowest price and the shortest length that is typed, of a grid without any those of the service. */
export function leastOf(variants: Grid | null, own: Cell): Cell {
  const cells = variants?.cells.flat().filter((cell) => !isEmpty(cell)) ?? [];
  if (cells.length === 0) return own;
  const least = (key: keyof Cell) => String(Math.min(...cells.map((cell) => Number(cell[key]))));
  return { price: least('price'), minutes: least('minutes') };
}

/** Of one choice of the first axis, a step dearer and longer from each cell to the next; of one axis all of it. */
export function filled(grid: Grid, row: number, step: Cell): Grid {
  const isSingle = grid.axes.length === 1;
  const first = grid.cells[row]?.[0] ?? none;
  if (isEmpty(first)) return grid;
  const at = (steps: number): Cell => ({
    // In whole cents.
    price: String((Math.round(Number(first.price) * 100) + steps * Math.round(Number(step.price) * 100)) / 100),
    minutes: String(Number(first.minutes) + steps * Number(step.minutes)),
  });
  return {
    axes: grid.axes,
    cells: grid.cells.map((cells, r) =>
      isSingle ? [at(r)] : r === row ? cells.map((_, column) => at(column)) : cells,
    ),
  };
}
