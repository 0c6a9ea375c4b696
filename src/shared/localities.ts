import { z } from 'zod';
import { lengths } from './constants.ts';
import { trimmed } from './wire.ts';

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
export const localitiesQuery = z.object({
  search: trimmed(lengths.search.max, missing).min(1, missing),
});
