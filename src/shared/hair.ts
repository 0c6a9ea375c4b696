import { z } from 'zod';
import { hairBounds } from './constants.ts';
import { messagePictureUpload } from './images.ts';
import { isBlank } from './rules/blank.ts';
import {
  allergies,
  densities,
  hairEvents,
  hairLengths,
  hairStates,
  patchResults,
  patterns,
  porosities,
  strands,
  techniques,
  textures,
  zones,
} from './rules/hair.ts';
import { distinct, id, idOut, instantOut, longPage, named, pathId, text } from './wire.ts';

export const technique = z.enum(techniques);
export const texture = z.enum(textures);

/** What a professional says they do; null and none are one. */
export const techniquesInput = z
  .array(
    z.object({
      technique,
      textures: z.array(texture).min(1, 'Choose at least one texture').refine(distinct, 'Choose each texture once'),
    }),
  )
  .max(techniques.length)
  .refine((given) => distinct(given.map((one) => one.technique)), 'Name each technique once')
  .nullable()
  .transform((given) => given ?? [])
  .optional();
export const declaredTechniques = z.array(z.object({ technique, textures: z.array(texture) }));
const pair = { technique, texture };
/** From how many people up who came, null below the smallest step, and own pictures of work. */
export const evidence = z.array(z.object({ ...pair, at_least: z.int().nullable(), pictures: z.int() }));
/** Why a row fits the hair that is asked for; null where nothing was asked. */
export const match = z
  .object({
    band: z.enum(['strong', 'possible']),
    reasons: z.array(
      z.union([
        z.object({ kind: z.literal('visits'), ...pair, at_least: z.int() }),
        z.object({ kind: z.literal('pictures'), ...pair, count: z.int() }),
        z.object({ kind: z.literal('declared'), ...pair }),
      ]),
    ),
  })
  .nullable();

/** What is absent is not known, as is null. */
const known = <T extends z.ZodType>(value: T) => value.nullish().transform((given) => given ?? null);
/** Kept as typed; one that shows nothing becomes null. */
const note = (max: number) =>
  text(max)
    .nullish()
    .transform((given) => (given == null || isBlank(given) ? null : given));
const once = <T extends string>(values: readonly [T, ...T[]]) =>
  z
    .array(z.enum(values))
    .max(values.length, 'Choose each once')
    .refine(distinct, 'Choose each once')
    .nullish()
    .transform((given) => given ?? []);

const pattern = z.enum(patterns);

const month = z
  .string('Must be a month')
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month')
  .refine((given) => given >= '1900-01', 'Must be from 1900 on');

const zonesOf = <T extends z.ZodType>(value: T) =>
  Object.fromEntries(zones.map((zone) => [zone, value])) as Record<(typeof zones)[number], T>;
const nowhere = Object.fromEntries(zones.map((zone) => [zone, null])) as Record<(typeof zones)[number], null>;

/** Whether a month is ahead the server knows. */
const hairInput = z.object({
  patterns: z
    .object(zonesOf(known(pattern)))
    .nullish()
    .transform((given) => given ?? nowhere),
  strand: known(z.enum(strands)),
  density: known(z.enum(densities)),
  porosity: known(z.enum(porosities)),
  length: known(z.enum(hairLengths)),
  length_cm: known(z.int().min(0).max(hairBounds.lengthCm)),
  states: once(hairStates),
  events: z
    .array(z.object({ kind: known(z.enum(hairEvents)), month: known(month), note: note(hairBounds.eventNote) }))
    .max(hairBounds.events, `Tell at most ${hairBounds.events}`)
    .nullish()
    .transform((given) => given ?? []),
  note: note(hairBounds.note),
});

export const hairChange = z.object({ hair: hairInput.nullable().optional(), counted: z.boolean().optional() });
export type HairChange = z.infer<typeof hairChange>;

const words = z.string().nullable();
const hair = z.object({
  patterns: z.object(zonesOf(pattern.nullable())),
  strand: z.enum(strands).nullable(),
  density: z.enum(densities).nullable(),
  porosity: z.enum(porosities).nullable(),
  length: z.enum(hairLengths).nullable(),
  length_cm: z.int().nullable(),
  states: z.array(z.enum(hairStates)),
  /** Newest month first. */
  events: z.array(z.object({ kind: z.enum(hairEvents).nullable(), month: words, note: words })),
  note: words,
});
export type Hair = z.infer<typeof hair>;

const date = z.iso.date('Must be a date');

/** Whether a date is ahead the server knows. */
const patchTest = z
  .object({
    product: named(hairBounds.product, 'Name the product'),
    applied_on: date,
    read_on: known(date),
    result: known(z.enum(patchResults)),
  })
  .refine(({ applied_on, read_on }) => read_on === null || read_on >= applied_on, {
    path: ['read_on'],
    error: 'Must not be before it was applied',
  });

export const healthInput = z.object({
  allergies: once(allergies),
  allergy_note: note(hairBounds.healthNote),
  scalp_note: note(hairBounds.healthNote),
  tender: known(z.boolean()),
  patch_tests: z
    .array(patchTest)
    .max(hairBounds.patchTests, `Tell at most ${hairBounds.patchTests}`)
    .nullish()
    .transform((given) => given ?? []),
  consent: z.literal(true, 'Please agree that we keep this.'),
});
export type HealthInput = z.infer<typeof healthInput>;

const sharedHealth = z.object({
  allergies: z.array(z.enum(allergies)),
  allergy_note: words,
  scalp_note: words,
  tender: z.boolean().nullable(),
  patch_tests: z.array(
    z.object({ product: z.string(), applied_on: z.string(), read_on: words, result: z.enum(patchResults).nullable() }),
  ),
});
export const health = sharedHealth.extend({ consented_at: instantOut });
export type Health = z.infer<typeof health>;

export const hairPicture = z.object({ id: idOut, width: z.int(), height: z.int(), taken_at: instantOut });
export type HairPicture = z.infer<typeof hairPicture>;
export const hairPictureUpload = messagePictureUpload;
const size = z.enum(['small', 'large']).default('large');
export const hairPictureId = z.object({ id: pathId('Picture') });
export const hairPictureFile = hairPictureId.extend({ size });

/** All that a client told; `health` is also null where it cannot be decrypted. */
export const ownHair = z.object({
  hair: hair.nullable(),
  health: health.nullable(),
  pictures: z.array(hairPicture),
  /** Whether their visits count as evidence (contract 24). */
  counted: z.boolean(),
  updated_at: instantOut.nullable(),
});
export type OwnHair = z.infer<typeof ownHair>;

/** What is ticked for one booking. */
export const share = z.object({ hair: z.boolean(), health: z.boolean(), picture_ids: z.array(idOut) });
/** More pictures than anybody has. */
const mostNamed = 50;
const ticked = z
  .boolean()
  .nullish()
  .transform((given) => given ?? false);
export const shareInput = z.object({
  hair: ticked,
  health: ticked,
  picture_ids: z
    .array(id)
    .max(mostNamed)
    .refine(distinct, 'Choose each picture once')
    .nullish()
    .transform((given) => given ?? []),
});

/** What its two sides see of a booking's share, as it is now. */
export const sharedHair = z.object({
  hair: hair.nullable(),
  health: sharedHealth.nullable(),
  pictures: z.array(hairPicture),
  /** Whether it reaches all services booked that ask for a length; null where nobody can tell. */
  length_fits: z.boolean().nullable(),
});
export type SharedHair = z.infer<typeof sharedHair>;
export const sharedPicture = z.object({ id: pathId('Booking'), picture_id: pathId('Picture'), size });

const readingParts = ['hair', 'health', 'pictures'] as const;
export type ReadingPart = (typeof readingParts)[number];
export const hairReading = z.object({
  professional: z.object({ id: idOut.nullable(), display_name: z.string() }),
  booking_id: idOut,
  read_at: instantOut,
  parts: z.array(z.enum(readingParts)),
});
export type HairReading = z.infer<typeof hairReading>;
export const readingsQuery = longPage;
