import { z } from 'zod';
import { lengths } from './constants.ts';
import { longPage, queryBoolean, trimmed } from './wire.ts';

/** A place of Australia with one of its postcodes. */
export const locality = z.object({
  name: z.string(),
  state: z.string(),
  postcode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type Locality = z.infer<typeof locality>;

const missing = 'Type a suburb or a postcode';
/** A page has ten at most, whatever `limit` asks for. */
export const localitiesQuery = longPage.extend({
  search: trimmed(lengths.search.max, missing).min(1, missing),
  /** Answers only what a professional's location of this text means, by that time zone where states share a name. */
  meaning: queryBoolean.optional(),
  time_zone: trimmed(lengths.location.max).optional(),
});
