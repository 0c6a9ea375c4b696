import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '#server/address-key.ts';
import type { Caller } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { tooManyRequests } from '#server/errors.ts';
import { callerOf } from '#server/features/auth/sessions.ts';
import { hashToken } from '#server/tokens.ts';
import { bearerToken } from './headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** Counts a request without a caller, of which only the address is known. Throws 429 when that has made too many. */
export async function limitAddress({ limiter }: Deps, request: FastifyRequest): Promise<void> {
  const wait = await limiter.hit(`ip:${addressKey(request.ip)}`);
  if (wait) tooManyRequests(wait);
}

/**
 * Finds the caller and counts the request against the limit, before all other checks. An unknown token counts against the address, so
 * that a new invented token for each request gains nothing. A token that is over the limit is refused without asking the database.
 */
export async function identify(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store');
  const token = bearerToken(request.headers.authorization);
  const ofToken = token ? `token:${hashToken(token)}` : undefined;
  const over = ofToken && deps.limiter.secondsOver(ofToken);
  if (over) tooManyRequests(over);
  if (token) request.caller = await callerOf(deps, token);
  if (!request.caller || !ofToken) return limitAddress(deps, request);
  const wait = await deps.limiter.hit(ofToken);
  if (wait) tooManyRequests(wait);
}
