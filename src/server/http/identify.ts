import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#server/api/caller.ts';
import type { Deps } from '#server/deps.ts';
import { tooManyRequests } from '#server/errors.ts';
import { callerOf } from '#server/features/auth/sessions.ts';
import { addressKey } from '#server/limits/address-key.ts';
import { hashToken } from '#server/links/tokens.ts';
import { bearerToken } from './headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/**
 * So many times the limit may all callers with a token at one address make together (contract 1,
 * RATE_LIMIT_PER_MINUTE).
 */
const callersPerAddress = 10;
/** Most requests of an address in a minute that are no calls: pictures, assets, documents and `/readyz` together. */
const filesPerMinute = 6_000;
/** Most tokens that are remembered as over the limit: a minute's worth. */
const mostRemembered = 10_000;

type Identify = {
  /** Finds the caller of a request that makes so many calls, and counts them, before all other checks. Throws 429. */
  identify(request: FastifyRequest, reply: FastifyReply, calls: number): Promise<void>;
  /** Counts a request that has no caller, such as a page's, as so many calls. Throws 429. */
  limitAddress(request: FastifyRequest, calls: number): Promise<void>;
  /** Counts a request for a file or the like, at a rate of its own. Throws 429. */
  limitFiles(request: FastifyRequest, reply: FastifyReply, done: () => void): void;
};

/**
 * Calls count by user, without one by address; a token counts against ten times its address's limit before the database
 * is asked, so that invented ones cost little. A user over the limit is remembered, and costs the address no more.
 */
export function identifyWith(deps: Deps): Identify {
  const { rateLimiter } = deps;
  const over = new Map<string, number>();

  function refuse(wait: number | undefined): void {
    if (wait) tooManyRequests(wait);
  }

  function refuseRemembered(token: string): void {
    const until = over.get(token);
    if (until === undefined) return;
    const wait = Math.ceil((until - Date.now()) / 1_000);
    if (wait > 0) tooManyRequests(wait);
    over.delete(token);
  }

  async function callsOfAddress(request: FastifyRequest, calls: number): Promise<void> {
    refuse(await rateLimiter.hit(`ip:${addressKey(request.ip)}`, calls));
  }

  return {
    limitAddress: callsOfAddress,
    limitFiles(request, _reply, done) {
      const times = filesPerMinute / deps.config.rateLimitPerMinute;
      // An orchestrator that asks whether the process lives is never refused.
      if (request.routeOptions.url !== '/livez')
        refuse(rateLimiter.hitNow(`files:${addressKey(request.ip)}`, 1, times));
      done();
    },
    async identify(request, reply, calls) {
      reply.header('cache-control', 'no-store');
      const token = bearerToken(request.headers.authorization);
      if (!token) return callsOfAddress(request, calls);
      const hash = hashToken(token);
      refuseRemembered(hash);
      refuse(rateLimiter.hitNow(`address:${addressKey(request.ip)}`, calls, callersPerAddress));
      request.caller = await callerOf(deps, token);
      if (!request.caller) return callsOfAddress(request, calls);
      const wait = await rateLimiter.hit(`user:${request.caller.id}`, calls);
      if (!wait) return;
      if (over.size >= mostRemembered) over.clear();
      over.set(hash, Date.now() + wait * 1_000);
      tooManyRequests(wait);
    },
  };
}
