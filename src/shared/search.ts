import { z } from 'zod';
import { DAY, lengths, limits, searchRadiusKm, slotRange } from './constants.ts';
import { technique, texture } from './hair.ts';
import { placeFacts, placeKinds } from './rules/place.ts';
import {
  filterText,
  idOut,
  instant,
  instantOut,
  page,
  queryBoolean,
  queryInt,
  queryList,
  queryNumber,
  querySome,
  trimmed,
} from './wire.ts';

const pointPattern = /^\s*([-+]?\d{1,3}(?:\.\d{1,15})?)\s*,\s*([-+]?\d{1,3}(?:\.\d{1,15})?)\s*$/;

/** `latitude,longitude`, with or without blanks; becomes both numbers. */
const point = z
  .string()
  .max(100)
  .refine((text) => pointOf(text) !== undefined, {
    error: 'Must be a latitude and a longitude, such as -37.8,144.9',
    abort: true,
  })
  .transform((text) => pointOf(text) ?? { latitude: 0, longitude: 0 });

/** Undefined for a text that is no point on the earth. */
function pointOf(text: string): { latitude: number; longitude: number } | undefined {
  const match = pointPattern.exec(text);
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** Filters of both search lists (contract 3). */
export const commonFilters = page.extend({
  search: trimmed(lengths.search.max).optional(),
  /** Empty names are ignored. */
  specialization_names: queryList(filterText, 50)
    .transform((names) => names.filter((name) => name !== ''))
    .optional(),
  category: filterText.optional(),
  location: trimmed(lengths.location.max).optional(),
  near: point.optional(),
  radius_km: queryNumber(searchRadiusKm.min, searchRadiusKm.max).optional(),
  free_from: instant().optional(),
  free_to: instant().optional(),
  /** Compared with the average that is shown. */
  rating_min: queryNumber(1, 5)
    .refine((stars) => Math.round(stars * 10) / 10 === stars, 'Must have at most 1 decimal')
    .optional(),
  /** What was done, on which hair (contract 24). */
  technique: technique.optional(),
  texture: texture.optional(),
  /** Any of these kinds of places, with all of these facts (contract 28). */
  place_kind: querySome(placeKinds).optional(),
  facts: querySome(placeFacts).optional(),
  facets: queryBoolean.optional(),
});

/** The soonest starts, several in the range of a search by time, else one, and which service each can be booked for. */
export const slotsFound = z.array(z.object({ start_time: instantOut, service_id: idOut }));
export type SlotsFound = z.infer<typeof slotsFound>;

/** How long a professional must be free, minutes. */
export const freeMinutes = queryInt(limits.duration.min, limits.duration.max);

type Filters = z.output<typeof commonFilters> & { sort?: string | undefined };

/** What the filters require of each other. How far ahead a range may end the server checks by the database's clock. */
export function checkFilters(
  { near, radius_km, sort, free_from, free_to, technique, texture }: Filters,
  context: z.RefinementCtx<unknown>,
): void {
  const issue = (path: keyof Filters, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (radius_km !== undefined && !near) issue('radius_km', 'A radius needs near');
  if (sort === 'match' && !technique && !texture) issue('sort', 'Sorting by match needs technique or texture');
  if (sort === 'distance' && !near) issue('sort', 'Sorting by distance needs near');
  if (free_from && !free_to) issue('free_to', 'free_from and free_to come together');
  if (free_to && !free_from) issue('free_from', 'free_from and free_to come together');
  if (!free_from || !free_to) return;
  const length = Date.parse(free_to) - Date.parse(free_from);
  if (length <= 0) issue('free_to', 'Must be after free_from');
  else if (length > slotRange.maxDays * DAY)
    issue('free_to', `Must be at most ${slotRange.maxDays} days after free_from`);
}
