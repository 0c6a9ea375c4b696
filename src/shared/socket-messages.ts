import { z } from 'zod';
import { id } from './wire.ts';

/** The socket of contract 5: which path, what is said, and why it is closed. */
export const socketPath = '/notifications/ws';

/** The only message that a client sends, and its first. */
export const authenticate = z.object({ type: z.literal('authenticate'), token: z.string().min(1).max(512) });

export const fromServer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticated') }),
  z.object({ type: z.literal('notification_created'), id }),
]);
export type FromServer = z.infer<typeof fromServer>;

/** Why the server closes a socket; a client that reads `unauthenticated` or `tooMany` does not connect again by itself. */
export const closeCodes = {
  shutdown: 1001,
  failed: 1011,
  /** Messages may have been missed: connect again and fetch what is there. */
  missed: 1012,
  /** No valid session, or none any more. */
  unauthenticated: 4401,
  /** The user has opened newer ones. */
  tooMany: 4429,
} as const;
