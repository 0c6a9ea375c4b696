import { z } from 'zod';
import { hairKinds, lengths, limits, processingMinMinutes, serviceBounds, serviceCategories } from './constants.ts';
import { match, technique } from './hair.ts';
import { listedPicture } from './pictures.ts';
import { distance } from './professionals.ts';
import { rating } from './reviews.ts';
import { isWholeCents } from './rules/price.ts';
import { processingFault } from './rules/visit.ts';
import { checkFilters, commonFilters, slotsFound } from './search.ts';
import {
  durationInput,
  extra,
  extrasInput,
  hairInput,
  minLengthInput,
  prepareInput,
  prepareItem,
  priceInput,
  usualLength,
  variants,
  variantsInput,
} from './variants.ts';
import {
  changed,
  distinct,
  id,
  idOut,
  instantOut,
  money,
  named,
  optionalText,
  pageOf,
  queryInt,
  queryMoney,
  text,
} from './wire.ts';

const servicePart = z.object({
  id: idOut,
  name: z.string(),
  description: z.string().nullable(),
  /** What clients do before they come. */
  preparation: z.string().nullable(),
  /** With variants the shortest length of a cell, and the lowest price. */
  service_duration_minutes: z.int(),
  /** Of its shortest length; null with fewer than three visits. */
  usual: usualLength.nullable(),
  price: money,
  /** With variants the longest and the highest, else the same; extras do not count. */
  duration_max: z.int(),
  price_max: money,
  /** What is to be paid ahead; null: the professional's percent. */
  deposit: money.nullable(),
  /** Whether a deposit may be asked of a new client. */
  asks_deposit: z.boolean(),
  is_active: z.boolean(),
  category: z.enum(serviceCategories),
  /** Of hair (contract 24). */
  technique: technique.nullable(),
  /** When the professional is free within it: minutes from its start, and for how long; both or neither. */
  processing_start_minutes: z.int().nullable(),
  processing_minutes: z.int().nullable(),
  /** Whether the hair that it needs comes with it; `sold`: as an extra. */
  hair: z.enum(hairKinds).nullable(),
  /** How long hair must be, stretched. */
  min_length_cm: z.int().nullable(),
  professional: z.object({ id: idOut, display_name: z.string(), location: z.string(), rating }),
});

/** A service with all that it is made of (contract 21). */
export const service = servicePart.extend({
  variants: variants.nullable(),
  extras: z.array(extra),
  prepare: z.array(prepareItem),
});
export type Service = z.infer<typeof service>;

const { duration, price } = limits;
export const depositText = 'Deposit must be from $0 to the price';

const serviceFields = z.object({
  name: named(lengths.serviceName, 'Name is required'),
  description: optionalText(lengths.description.max),
  preparation: changed(text(lengths.preparation.max)),
  service_duration_minutes: durationInput,
  price: priceInput,
  deposit: changed(
    z
      .number(depositText)
      .min(0, depositText)
      .max(price.max, depositText)
      .refine(isWholeCents, 'Deposit must have at most 2 decimals'),
  ),
  is_active: z.boolean().default(true),
  category: z.enum(serviceCategories),
  technique: technique.nullable().optional(),
  processing_start_minutes: z.number().nullish(),
  processing_minutes: z.number().nullish(),
  variants: variantsInput.nullish(),
  extras: extrasInput.nullish(),
  prepare: prepareInput.nullish(),
  hair: hairInput.nullish(),
  min_length_cm: minLengthInput.nullish(),
});
export type ServiceInput = z.infer<typeof serviceFields>;

/** One of a professional's own list: with its first picture. */
export const menuService = service.extend({ picture: listedPicture });
export type MenuService = z.infer<typeof menuService>;

/** All own services, each once. */
export const serviceOrder = z.object({
  service_ids: z.array(id).max(serviceBounds.most).refine(distinct, 'Name each service once'),
});

/** What counts for the rest: the lowest price and the shortest length of a cell, or without variants its own. */
function leastOf({ variants: grid, price, service_duration_minutes }: ServiceInput) {
  const cells = grid?.cells.flat().filter((cell) => cell !== null) ?? [];
  if (cells.length === 0) return { price, service_duration_minutes };
  return {
    price: Math.min(...cells.map((cell) => cell.price)),
    service_duration_minutes: Math.min(...cells.map((cell) => cell.service_duration_minutes)),
  };
}

/** Whatever is wrong with processing time is said at `processing_minutes` (contract 8). */
function checkProcessing(input: ServiceInput, context: z.RefinementCtx): void {
  const { processing_start_minutes = null, processing_minutes = null } = input;
  const { service_duration_minutes } = leastOf(input);
  const message = processingFault({ processing_start_minutes, processing_minutes, service_duration_minutes });
  if (message) context.addIssue({ code: 'custom', path: ['processing_minutes'], message });
}

/** Without a deposit the one that is stored stays; whether it fits the price then, the database knows. */
function checkDeposit(input: ServiceInput, context: z.RefinementCtx): void {
  if (typeof input.deposit === 'number' && input.deposit > leastOf(input).price)
    context.addIssue({ code: 'custom', path: ['deposit'], message: depositText });
}

export const serviceInput = serviceFields.superRefine(checkProcessing).superRefine(checkDeposit);

const halfAlone = (minutes: number | null = null) => ({
  processing_start_minutes: minutes,
  processing_minutes: minutes && processingMinMinutes,
});

/**
 * Without either half of the processing time that half stays as it is, and without variants those that are kept count;
 * whether all fits then, the database knows.
 */
export const serviceChange = serviceFields.superRefine((input, context) => {
  const { processing_start_minutes: start, processing_minutes: length, variants: grid } = input;
  // A kept grid may be longer and dearer than what was sent.
  const most = grid === undefined ? { price: price.max, service_duration_minutes: duration.max } : {};
  const judged = { ...input, ...most };
  if (start !== undefined && length !== undefined) checkProcessing(judged, context);
  // Of one alone at least its form is known.
  else checkProcessing({ ...judged, ...halfAlone(start ?? length) }, context);
  checkDeposit(judged, context);
});

export const servicesQuery = commonFilters
  .extend({
    price_min: queryMoney.optional(),
    price_max: queryMoney.optional(),
    duration_max: queryInt(0, duration.max).optional(),
    sort: z.enum(['relevance', 'name', 'distance', 'soonest', 'rating', 'price', 'match']).optional(),
  })
  .superRefine(checkFilters);
export type ServicesQuery = z.infer<typeof servicesQuery>;

/**
 * A service in a list: with its first picture, and its professional's soonest start for it within 14 days, which is
 * read in that zone; null without any.
 */
const listedService = servicePart.extend({
  has_variants: z.boolean(),
  professional: service.shape.professional.extend({
    time_zone: z.string(),
    distance_km: distance,
    next_free: instantOut.nullable(),
    match,
  }),
  picture: listedPicture,
  free_times: slotsFound.optional(),
});
export type ListedService = z.infer<typeof listedService>;
export const servicesPage = pageOf(listedService);
