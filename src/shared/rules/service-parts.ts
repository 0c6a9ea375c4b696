import type { hairKinds } from '../constants.ts';
import type { ExtrasInput, PrepareInput, VariantsInput } from '../variants.ts';
import type { Cost, Extra, PrepareItem, Variants } from './lines.ts';
import { toCents } from './price.ts';

// What a service is made of, written over what it was (contract 21).

/** Absent: unchanged; null: none. */
type PartsInput = {
  variants?: VariantsInput | null | undefined;
  extras?: ExtrasInput | null | undefined;
  prepare?: PrepareInput | null | undefined;
  hair?: (typeof hairKinds)[number] | null | undefined;
};
export type Parts = {
  variants: Variants | null;
  extras: Extra[];
  prepare: PrepareItem[];
  hair: (typeof hairKinds)[number] | null;
};
export const noParts: Parts = { variants: null, extras: [], prepare: [], hair: null };

type PartFault = { path: (string | number)[]; message: string };

/** The parts as they will be, or what is wrong with them. Parts that were there keep their ids, others get `newId`. */
export function partsAfter(input: PartsInput, before: Parts, newId: () => string): Parts | PartFault {
  const variants =
    input.variants === undefined ? before.variants : input.variants && variantsAfter(input.variants, before, newId);
  if (variants && 'path' in variants) return variants;
  const extras = input.extras === undefined ? before.extras : extrasAfter(input.extras ?? [], before, newId);
  if ('path' in extras) return extras;
  const prepare = prepareAfter(input.prepare, { before, extras }, newId);
  if ('path' in prepare) return prepare;
  const hair = input.hair === undefined ? before.hair : input.hair;
  if (hair === 'sold' && !extras.some(({ kind }) => kind === 'hair'))
    return { path: ['hair'], message: 'Add an extra for the hair that you sell' };
  return { variants, extras, prepare, hair };
}

const unknown = (path: (string | number)[]): PartFault => ({
  path: [...path, 'id'],
  message: 'Not one of this service',
});

/** The first of these ids that is not among the known ones. */
function strangerIn(given: readonly { id?: string | null | undefined }[], known: readonly { id: string }[]): number {
  return given.findIndex(({ id }) => id != null && !known.some((one) => one.id === id));
}

function variantsAfter({ axes, cells }: VariantsInput, before: Parts, newId: () => string): Variants | PartFault {
  for (const [n, { choices }] of axes.entries()) {
    const stranger = strangerIn(choices, before.variants?.axes[n]?.choices ?? []);
    if (stranger >= 0) return unknown(['variants', 'axes', n, 'choices', stranger]);
  }
  return {
    axes: axes.map(({ kind, name, choices }) => ({
      kind,
      name,
      // Answers have the picture in place of its id: a choice that is sent back without one keeps it.
      choices: choices.map(({ id, name, landmark = null, picture_id = pictureOf(id, before.variants) }) => ({
        id: id ?? newId(),
        name,
        landmark,
        picture_id,
      })),
    })),
    cells: cells.map((row) => row.map((cell) => cell && costIn(cell))),
  };
}

function pictureOf(id: string | null | undefined, variants: Variants | null): string | null {
  const choices = variants?.axes.flatMap((axis) => axis.choices) ?? [];
  return choices.find((one) => one.id === id)?.picture_id ?? null;
}

function costIn({ price, service_duration_minutes }: { price: number; service_duration_minutes: number }): Cost {
  return { price_cents: toCents(price), service_duration_minutes };
}

function extrasAfter(given: ExtrasInput, before: Parts, newId: () => string): Extra[] | PartFault {
  const stranger = strangerIn(given, before.extras);
  if (stranger >= 0) return unknown(['extras', stranger]);
  return given.map(({ id, kind, name, ...cost }) => ({ id: id ?? newId(), kind, name, ...costIn(cost) }));
}

/** Items whose extra goes have none. */
function prepareAfter(
  given: PartsInput['prepare'],
  { before, extras }: { before: Parts; extras: readonly Extra[] },
  newId: () => string,
): PrepareItem[] | PartFault {
  const isThere = (id: string | null) => extras.some((one) => one.id === id);
  if (given === undefined)
    return before.prepare.map((item) => ({ ...item, extra_id: isThere(item.extra_id) ? item.extra_id : null }));
  const items = given ?? [];
  const stranger = strangerIn(items, before.prepare);
  if (stranger >= 0) return unknown(['prepare', stranger]);
  const homeless = items.findIndex(
    ({ extra_id, extra_index }) =>
      (extra_id != null && !isThere(extra_id)) || (extra_index != null && !extras[extra_index]),
  );
  if (homeless >= 0) {
    const field = items[homeless]?.extra_id == null ? 'extra_index' : 'extra_id';
    return { path: ['prepare', homeless, field], message: 'Not an extra of this service' };
  }
  return items.map(({ id, kind, text, extra_id, extra_index }) => ({
    id: id ?? newId(),
    kind,
    text,
    extra_id: extra_id ?? (extra_index == null ? null : (extras[extra_index]?.id ?? null)),
  }));
}

/** Lowest price and shortest length of a grid, highest and longest; whole cents, minutes. */
export function rangeOfCells({ cells }: Variants) {
  const offered = cells.flat().filter((cell) => cell !== null);
  const prices = offered.map((cell) => cell.price_cents);
  const minutes = offered.map((cell) => cell.service_duration_minutes);
  return {
    price_cents: Math.min(...prices),
    service_duration_minutes: Math.min(...minutes),
    price_max_cents: Math.max(...prices),
    duration_max: Math.max(...minutes),
  };
}
