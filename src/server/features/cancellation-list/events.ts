import { z } from 'zod';
import { id } from '#shared/wire.ts';

const openingRef = z.object({ professional_id: id, opening_id: id });
const entryRef = z.object({ professional_id: id, entry_id: id });

export const cancellationListEvents = {
  'opening.offered': openingRef,
  /** By its professional, or because its visit has changed; not where its entry ends, too. */
  'opening.withdrawn': openingRef,
  'cancellation_list.paused': entryRef,
  'cancellation_list.ended': entryRef.extend({
    why: z.enum(['removed', 'list_off', 'professional_gone', 'service_gone', 'over']),
  }),
};
