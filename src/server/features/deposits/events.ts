import { z } from 'zod';
import { payToKinds } from '#shared/rules/deposit.ts';
import { id } from '#shared/wire.ts';

export const depositEvents = {
  /** Of the place itself no more than its mail tells: the kind, and the last three characters. */
  'pay_to.changed': z.object({
    user_id: id,
    kind: z.enum(payToKinds),
    end: z.string(),
    how: z.enum(['counts', 'waits', 'removed']),
    /** How long it waits. */
    hours: z.int().default(24),
  }),
  /** Where a booking's refund goes: of the place no more, either. */
  'refund_to.set': z.object({ booking_id: id, kind: z.enum(payToKinds), end: z.string() }),
};
