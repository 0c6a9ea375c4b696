import { z } from 'zod';
import { idOut } from './wire.ts';

/** The only message that a client sends, and its first. */
export const authenticate = z.object({ type: z.literal('authenticate'), token: z.string().min(1).max(512) });

const fromServer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticated') }),
  z.object({ type: z.literal('notification_created'), id: idOut }),
]);
export type FromServer = z.infer<typeof fromServer>;
