import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';

/**
 * Says once that requests come by a proxy that TRUST_PROXY does not name: all its visitors count as one address. A
 * `PUBLIC_URL` without https may have no proxy, and then anybody writes this header.
 */
export function tellOfUnknownProxy(app: FastifyInstance, { config, log }: Deps): void {
  let isTold = !config.publicUrl.startsWith('https:');
  app.addHook('onRequest', (request, _reply, done) => {
    // `ips` begins with who connected, and goes on where that is trusted.
    if (!isTold && request.headers['x-forwarded-for'] && (request.ips?.length ?? 1) === 1) {
      isTold = true;
      log.warn(
        { proxy: request.socket.remoteAddress },
        'X-Forwarded-For is ignored: all visitors of this proxy count as one address unless TRUST_PROXY names it',
      );
    }
    done();
  });
}
