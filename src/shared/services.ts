import { z } from 'zod';
import { lengths, limits, serviceCategories } from './constants.ts';
import { listedPicture } from './pictures.ts';
import { commonFilters } from './professionals.ts';
import { isWholeCents } from './rules/price.ts';
import { idOut, instantOut, money, named, optionalText, pageOf, queryInt, queryMoney } from './wire.ts';

export const service = z.object({
  id: idOut,
  name: z.string(),
  description: z.string().nullable(),
  service_duration_minutes: z.int(),
  price: money,
  is_active: z.boolean(),
  category: z.enum(serviceCategories),
  professional: z.object({ id: idOut, display_name: z.string(), location: z.string() }),
});
export type Service = z.infer<typeof service>;

const { duration, price } = limits;
const tooShort = `Duration must be at least ${duration.min} mins`;
const tooCheap = `Price must be positive and above $${price.min}`;
const written = (bound: number) => bound.toLocaleString('en-AU');

export const serviceInput = z.object({
  name: named(lengths.serviceName, 'Name is required'),
  description: optionalText(lengths.description.max),
  service_duration_minutes: z
    .int({
      error: ({ input }) => (typeof input === 'number' ? 'Duration must be a whole number of minutes' : tooShort),
    })
    .min(duration.min, tooShort)
    .max(duration.max, `Duration must be at most ${written(duration.max)} mins`),
  price: z
    .number(tooCheap)
    .min(price.min, tooCheap)
    .max(price.max, `Price must be at most $${written(price.max)}`)
    .refine(isWholeCents, 'Price must have at most 2 decimals'),
  is_active: z.boolean().default(true),
  category: z.enum(serviceCategories),
});
export type ServiceInput = z.infer<typeof serviceInput>;

export const servicesQuery = commonFilters.extend({
  price_min: queryMoney.optional(),
  price_max: queryMoney.optional(),
  duration_max: queryInt(0, duration.max).optional(),
  sort: z.enum(['relevance', 'name', 'price']).optional(),
});
export type ServicesQuery = z.infer<typeof servicesQuery>;

/**
 * A service in a list: with its first picture, and its professional's soonest start for it within 14 days, which is
 * read in that zone; null without any.
 */
const listedService = service.extend({
  professional: service.shape.professional.extend({ time_zone: z.string(), next_free: instantOut.nullable() }),
  picture: listedPicture,
});
export type ListedService = z.infer<typeof listedService>;
export const servicesPage = pageOf(listedService);
