import { z } from 'zod';
import { serviceCategories } from './constants.ts';
import { commonFilters } from './professionals.ts';
import { isWholeCents } from './rules/price.ts';
import { id, money, named, optionalText, pageOf, queryInt, queryMoney } from './wire.ts';

export const service = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  service_duration_minutes: z.int(),
  price: money,
  is_active: z.boolean(),
  category: z.enum(serviceCategories),
  professional: z.object({ id, display_name: z.string(), location: z.string() }),
});
export type Service = z.infer<typeof service>;

const tooShort = 'Duration must be at least 15 mins';
const tooCheap = 'Price must be positive and above $5';

export const serviceInput = z.object({
  name: named(100, 'Name is required'),
  description: optionalText(2_000),
  service_duration_minutes: z
    .int({ error: ({ input }) => (typeof input === 'number' ? 'Duration must be a whole number of minutes' : tooShort) })
    .min(15, tooShort)
    .max(1_440, 'Duration must be at most 1,440 mins'),
  price: z
    .number(tooCheap)
    .min(5, tooCheap)
    .max(10_000, 'Price must be at most $10,000')
    .refine(isWholeCents, 'Price must have at most 2 decimals'),
  is_active: z.boolean().default(true),
  category: z.enum(serviceCategories),
});
export type ServiceInput = z.infer<typeof serviceInput>;

export const servicesQuery = commonFilters.extend({
  price_min: queryMoney.optional(),
  price_max: queryMoney.optional(),
  duration_max: queryInt(0, 1_440).optional(),
  sort: z.enum(['relevance', 'name', 'price']).optional(),
});
export type ServicesQuery = z.infer<typeof servicesQuery>;
export const servicesPage = pageOf(service);
