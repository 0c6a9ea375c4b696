import { z } from 'zod';
import { id } from '#shared/wire.ts';

const reviewRef = z.object({ booking_id: id, review_id: id });

export const reviewEvents = {
  'review.created': reviewRef,
  'review.changed': reviewRef,
  'review.replied': reviewRef,
  'review.reply_changed': reviewRef,
  /** By an admin; `reply`: the professional's reply alone. */
  'review.hidden': reviewRef.extend({ reply: z.boolean() }),
};
