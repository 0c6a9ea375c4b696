import { z } from 'zod';
import { idOut, instantOut } from './wire.ts';

export const notification = z.object({ id: idOut, message: z.string(), created_at: instantOut, is_read: z.boolean() });
export type Notification = z.infer<typeof notification>;
