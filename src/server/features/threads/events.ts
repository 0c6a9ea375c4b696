import { z } from 'zod';
import { sides } from '#shared/rules/reschedule.ts';
import { id } from '#shared/wire.ts';

const threadRef = z.object({ professional_id: id, thread_id: id });

export const threadEvents = {
  'message.sent': threadRef.extend({ message_id: id, from: z.enum(sides) }),
  /** Messages to a side were unread for five minutes; `message_id` is the newest. */
  'message.unread': threadRef.extend({ message_id: id, to: z.enum(sides) }),
};
