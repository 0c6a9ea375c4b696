import { ECDH } from 'node:crypto';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import { conflict, invalid } from '#server/errors.ts';
import { isListed } from '#server/push/hosts.ts';
import { lengths } from '#shared/constants.ts';
import type { SubscriptionInput } from '#shared/push.ts';
import { putSubscription } from './queries.ts';

/** An endpoint as it is stored, so that one address is one row however it was written. */
export function addressOf(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).href : endpoint;
}

/**
 * Binds a browser to the caller's session. Throws 422 for an endpoint of no listed host and for a key that is no point
 * of the curve, 409 where push is off.
 */
export async function subscribe(
  { db, deps }: Pick<Context, 'db' | 'deps'>,
  { id: user_id, session_id }: Caller,
  { endpoint, keys, time_zone }: SubscriptionInput,
): Promise<{ id: string }> {
  const address = addressOf(endpoint);
  if (!isListed(deps.config.pushHosts, address) || address.length > lengths.url.max)
    invalid(['body', 'endpoint'], 'Must be an address of a known push service');
  if (!isPoint(keys.p256dh)) invalid(['body', 'keys', 'p256dh'], 'Must be a point on P-256');
  const { publicKey: public_key } = deps.push ?? conflict('Push is off here.');
  return putSubscription(db, { user_id, session_id, endpoint: address, ...keys, public_key, time_zone });
}

function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return Buffer.from(key, 'base64url')[0] === 4;
  } catch {
    return false;
  }
}
