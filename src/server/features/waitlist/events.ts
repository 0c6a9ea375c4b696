import { z } from 'zod';
import { id } from '#shared/wire.ts';

export const waitlistEvents = {
  'waitlist.signed_up': z.object({ entry_id: id, signup_id: id.optional() }),
  'waitlist.approved': z.object({ entry_id: id }),
  /** An admin sends somebody who was approved the invitation again. */
  'waitlist.invited': z.object({ entry_id: id }),
  'waitlist.declined': z.object({ entry_id: id }),
};
