import { z } from 'zod';
import { idOut, instantOut } from './wire.ts';

export const notification = z.object({
  id: idOut,
  message: z.string(),
  created_at: instantOut,
  /** Also once what it asks for was answered, or what it reminds of is over. */
  is_read: z.boolean(),
  /** The path of what it is about. */
  link: z.string().nullable(),
});
export type Notification = z.infer<typeof notification>;
