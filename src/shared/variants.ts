import { z } from 'zod';
import { axisKinds, extraKinds, hairKinds, limits, prepareKinds, serviceParts } from './constants.ts';
import { listedPicture } from './pictures.ts';
import { fold } from './rules/fold.ts';
import { landmarks } from './rules/hair.ts';
import { isWholeCents } from './rules/price.ts';
import { id, idOut, money, named } from './wire.ts';

// What a service is made of (contract 21): variants, extras, preparation. Prices are dollars, lengths minutes.

const written = (bound: number) => bound.toLocaleString('en-AU');
const { duration, price } = limits;
const tooShort = `Duration must be at least ${duration.min} mins`;
const tooCheap = `Price must be positive and above $${price.min}`;

/** Bounds of a service, and of each of its cells. */
export const priceInput = z
  .number(tooCheap)
  .min(price.min, tooCheap)
  .max(price.max, `Price must be at most $${written(price.max)}`)
  .refine(isWholeCents, 'Price must have at most 2 decimals');
export const durationInput = z
  .int({
    error: ({ input }) => (typeof input === 'number' ? 'Duration must be a whole number of minutes' : tooShort),
  })
  .min(duration.min, tooShort)
  .max(duration.max, `Duration must be at most ${written(duration.max)} mins`);

/** How long visits take by what is known of past ones, minutes: `usual`, and within `most` four in five are over. */
export const usualLength = z.object({ visits: z.int(), usual: z.int(), most: z.int() });
export type UsualLength = z.infer<typeof usualLength>;

const hasControls = (text: string) => /\p{Cc}/u.test(text);
const line = (bounds: { min: number; max: number }, missing: string) =>
  named(bounds, missing).refine((text) => !hasControls(text), 'Must not contain invalid characters');
const optionName = line(serviceParts.name, 'Name is required');
/** One that the server gave; without it a part is new. */
const known = id.nullish();

/** Says what occurs twice in a list, at the later one. */
function eachOnce(
  context: z.RefinementCtx,
  keys: readonly (string | null | undefined)[],
  at: (n: number) => (string | number)[],
  message: string,
): void {
  for (const [n, key] of keys.entries())
    if (key != null && keys.indexOf(key) < n) context.addIssue({ code: 'custom', path: at(n), message });
}

const choiceInput = z.object({
  id: known,
  name: optionName,
  landmark: z.enum(landmarks).nullish(),
  picture_id: id.nullish(),
});
const cellInput = z.object({ price: priceInput, service_duration_minutes: durationInput }).nullable();

export const variantsInput = z
  .object({
    axes: z
      .array(
        z.object({
          kind: z.enum(axisKinds),
          name: optionName,
          choices: z.array(choiceInput).min(serviceParts.choices.min).max(serviceParts.choices.max),
        }),
      )
      .min(serviceParts.axes.min)
      .max(serviceParts.axes.max),
    cells: z.array(z.array(cellInput)),
  })
  .superRefine(({ axes, cells }, context) => {
    const fault = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    const names = axes.map(({ name }) => fold(name));
    eachOnce(context, names, (n) => ['axes', n, 'name'], 'Give each axis another name');
    eachOnce(
      context,
      axes.map(({ kind }) => kind),
      (n) => ['axes', n, 'kind'],
      'Choose another kind for each axis',
    );
    for (const [a, { kind, choices }] of axes.entries()) {
      const at = (field: string) => (n: number) => ['axes', a, 'choices', n, field];
      const each = (field: string, keys: (string | null | undefined)[], message: string) =>
        eachOnce(context, keys, at(field), message);
      each(
        'name',
        choices.map(({ name }) => fold(name)),
        'Give each choice another name',
      );
      each(
        'id',
        choices.map((one) => one.id),
        'Name each choice once',
      );
      each(
        'landmark',
        choices.map(({ landmark }) => landmark),
        'Choose each length once',
      );
      if (kind === 'length') continue;
      for (const [n, { landmark }] of choices.entries()) if (landmark) fault(at('landmark')(n), 'Only for a length');
    }
    const [first, second] = axes;
    const [rows, columns] = [first?.choices.length ?? 0, second?.choices.length ?? 1];
    if (cells.length !== rows || cells.some((row) => row.length !== columns))
      return fault(['cells'], 'Give each combination a price and a length, or null');
    const isOffered = (row: number, column: number) => cells[row]?.[column] != null;
    const all = (count: number) => Array.from({ length: count }, (_, n) => n);
    const isEmpty =
      all(rows).some((row) => !all(columns).some((column) => isOffered(row, column))) ||
      all(columns).some((column) => !all(rows).some((row) => isOffered(row, column)));
    if (isEmpty) fault(['cells'], 'Offer each choice at least once');
  });
export type VariantsInput = z.infer<typeof variantsInput>;

const extraPrice = `Price must be from $0 to $${written(serviceParts.extraPrice.max)}`;
const extraMinutes = `Must be a whole number of minutes, at most ${serviceParts.extraMinutes.max}`;
export const extrasInput = z
  .array(
    z.object({
      id: known,
      kind: z.enum(extraKinds),
      name: optionName,
      price: z
        .number(extraPrice)
        .min(serviceParts.extraPrice.min, extraPrice)
        .max(serviceParts.extraPrice.max, extraPrice)
        .refine(isWholeCents, 'Price must have at most 2 decimals'),
      service_duration_minutes: z
        .int(extraMinutes)
        .min(serviceParts.extraMinutes.min, extraMinutes)
        .max(serviceParts.extraMinutes.max, extraMinutes),
    }),
  )
  .max(serviceParts.extras)
  .superRefine((extras, context) => {
    const names = extras.map(({ name }) => fold(name));
    eachOnce(context, names, (n) => [n, 'name'], 'Give each extra another name');
    const ids = extras.map((one) => one.id);
    eachOnce(context, ids, (n) => [n, 'id'], 'Name each extra once');
  });
export type ExtrasInput = z.infer<typeof extrasInput>;

export const prepareInput = z
  .array(
    z
      .object({
        id: known,
        kind: z.enum(prepareKinds),
        text: line(serviceParts.prepareText, 'Say what to do'),
        extra_id: id.nullish(),
        extra_index: z.int().min(0).nullish(),
      })
      .refine((item) => item.extra_id == null || item.extra_index == null, {
        path: ['extra_index'],
        error: 'Name the extra once',
      }),
  )
  .max(serviceParts.prepare)
  .superRefine((items, context) => {
    const ids = items.map((one) => one.id);
    eachOnce(context, ids, (n) => [n, 'id'], 'Name each item once');
  });
export type PrepareInput = z.infer<typeof prepareInput>;

export const hairInput = z.enum(hairKinds);
export const minLengthInput = z.int().min(serviceParts.lengthCm.min).max(serviceParts.lengthCm.max);

const cell = z.object({ price: money, service_duration_minutes: z.int(), usual: usualLength.nullable() }).nullable();
export const variants = z.object({
  axes: z.array(
    z.object({
      kind: z.enum(axisKinds),
      name: z.string(),
      choices: z.array(
        z.object({ id: idOut, name: z.string(), landmark: z.enum(landmarks).nullable(), picture: listedPicture }),
      ),
    }),
  ),
  /** A row for each choice of the first axis, a column for each of the second; null: not offered. */
  cells: z.array(z.array(cell)),
});

export const extra = z.object({
  id: idOut,
  kind: z.enum(extraKinds),
  name: z.string(),
  price: money,
  service_duration_minutes: z.int(),
});

/** `extra_id`: the extra that does it instead. */
export const prepareItem = z.object({
  id: idOut,
  kind: z.enum(prepareKinds),
  text: z.string(),
  extra_id: idOut.nullable(),
});

/** A choice or an extra of a line as it was booked; `axis` of choices alone, price and minutes of extras alone. */
export const lineOption = z.object({
  id: idOut,
  kind: z.enum(['choice', 'extra']),
  axis: z.string().nullable(),
  name: z.string(),
  price: money.nullable(),
  service_duration_minutes: z.int().nullable(),
});
