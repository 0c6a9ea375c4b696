import { z } from 'zod';
import { id } from '#shared/wire.ts';

const openingRef = z.object({ professional_id: id, opening_id: id });
const entryRef = z.object({ professional_id: id, entry_id: id });

export const cancellationListEvents = {
  'opening.offered': openingRef,
  /** By its professional, or because what it was for has changed; not with its entry. */
  'opening.withdrawn': openingRef,
  'cancellation_list.paused': entryRef,
  'cancellation_list.ended': entryRef.extend({
    why: z.enum(['removed', 'list_off', 'professional_gone', 'service_gone', 'over']),
  }),
};
