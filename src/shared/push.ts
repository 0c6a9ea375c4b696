import { z } from 'zod';
import { lengths } from './constants.ts';
import { isTimeZone } from './time.ts';
import { idOut, text } from './wire.ts';

export const pushKey = z.object({ public_key: z.string().nullable() });

const endpoint = text(lengths.url.max, 'Endpoint is required').min(1, 'Endpoint is required');
/** Base64url without padding; the last character's spare bits are zero. */
const bytes = (pattern: RegExp) => z.string().regex(pattern, 'Must be base64url of the right length');

/** As a browser's `PushSubscription` has it. */
export const subscriptionInput = z.object({
  endpoint,
  keys: z.object({
    p256dh: bytes(/^[A-Za-z0-9_-]{86}[AEIMQUYcgkosw048]$/),
    auth: bytes(/^[A-Za-z0-9_-]{21}[AQgw]$/),
  }),
  time_zone: z.string().refine(isTimeZone, 'Must be a time zone such as Australia/Melbourne'),
});
export type SubscriptionInput = z.infer<typeof subscriptionInput>;
export const subscription = z.object({ id: idOut });

export const subscriptionRef = z.object({ endpoint });
