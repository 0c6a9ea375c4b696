import { z } from 'zod';
import { lengths, limits, processingMinMinutes, serviceBounds, serviceCategories } from './constants.ts';
import { match, technique } from './hair.ts';
import { listedPicture } from './pictures.ts';
import { distance } from './professionals.ts';
import { rating } from './reviews.ts';
import { isWholeCents } from './rules/price.ts';
import { processingFault } from './rules/visit.ts';
import { checkFilters, commonFilters, slotsFound } from './search.ts';
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

/** How long visits take by what is known of past ones, minutes: `usual`, and within `most` four in five are over. */
export const usualLength = z.object({ visits: z.int(), usual: z.int(), most: z.int() });
export type UsualLength = z.infer<typeof usualLength>;

export const service = z.object({
  id: idOut,
  name: z.string(),
  description: z.string().nullable(),
  /** What clients do before they come. */
  preparation: z.string().nullable(),
  service_duration_minutes: z.int(),
  /** Of its shortest length; null with fewer than three visits. */
  usual: usualLength.nullable(),
  price: money,
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
  professional: z.object({ id: idOut, display_name: z.string(), location: z.string(), rating }),
});
export type Service = z.infer<typeof service>;

const { duration, price } = limits;
const tooShort = `Duration must be at least ${duration.min} mins`;
const tooCheap = `Price must be positive and above $${price.min}`;
export const depositText = 'Deposit must be from $0 to the price';
const written = (bound: number) => bound.toLocaleString('en-AU');

export const listedMinutes = z
  .int({
    error: ({ input }) => (typeof input === 'number' ? 'Duration must be a whole number of minutes' : tooShort),
  })
  .min(duration.min, tooShort)
  .max(duration.max, `Duration must be at most ${written(duration.max)} mins`);

const serviceFields = z.object({
  name: named(lengths.serviceName, 'Name is required'),
  description: optionalText(lengths.description.max),
  preparation: changed(text(lengths.preparation.max)),
  service_duration_minutes: listedMinutes,
  price: z
    .number(tooCheap)
    .min(price.min, tooCheap)
    .max(price.max, `Price must be at most $${written(price.max)}`)
    .refine(isWholeCents, 'Price must have at most 2 decimals'),
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
});
export type ServiceInput = z.infer<typeof serviceFields>;

/** One of a professional's own list: with its first picture. */
export const menuService = service.extend({ picture: listedPicture });
export type MenuService = z.infer<typeof menuService>;

/** All own services, each once. */
export const serviceOrder = z.object({
  service_ids: z.array(id).max(serviceBounds.most).refine(distinct, 'Name each service once'),
});

/** Whatever is wrong with processing time is said at `processing_minutes` (contract 8). */
function checkProcessing(input: ServiceInput, context: z.RefinementCtx): void {
  const { processing_start_minutes = null, processing_minutes = null, service_duration_minutes } = input;
  const message = processingFault({ processing_start_minutes, processing_minutes, service_duration_minutes });
  if (message) context.addIssue({ code: 'custom', path: ['processing_minutes'], message });
}

/** Without a deposit the one that is stored stays; whether it fits the price then, the database knows. */
function checkDeposit({ price: whole, deposit }: ServiceInput, context: z.RefinementCtx): void {
  if (typeof deposit === 'number' && deposit > whole)
    context.addIssue({ code: 'custom', path: ['deposit'], message: depositText });
}

export const serviceInput = serviceFields.superRefine(checkProcessing).superRefine(checkDeposit);

const halfAlone = (minutes: number | null = null) => ({
  processing_start_minutes: minutes,
  processing_minutes: minutes && processingMinMinutes,
});

/** Without either half of the processing time that half stays as it is; whether it fits then, the database knows. */
export const serviceChange = serviceFields.superRefine((input, context) => {
  const { processing_start_minutes: start, processing_minutes: length } = input;
  if (start !== undefined && length !== undefined) checkProcessing(input, context);
  // Of one alone at least its form is known.
  else checkProcessing({ ...input, ...halfAlone(start ?? length) }, context);
  checkDeposit(input, context);
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
const listedService = service.extend({
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
