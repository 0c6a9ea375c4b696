import type { IncomingMessage } from 'node:http';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { forbidden } from '#server/errors.ts';
import { socketPath } from '#shared/socket-codes.ts';
import { answerBrokenRequest, notFoundError } from './problems.ts';

/**
 * Longest message of a client, bytes, and how long its answer to a close is awaited, milliseconds (reliability, S12).
 */
const options = { maxPayload: 4 * 1024, perMessageDeflate: false, closeTimeout: 2_000 };

/** Whether a request may leave HTTP: all others are answered as if they had not asked for it. */
export function mayUpgrade({ method, url, headers }: IncomingMessage): boolean {
  const path = url?.split('?', 1)[0];
  const isSocket = path === socketPath || path === `${socketPath}/`;
  // The plugin ends connections of GET alone: those of other methods would hold up a shutdown.
  return method === 'GET' && isSocket && headers.upgrade?.toLowerCase() === 'websocket';
}

/** The origins whose pages may connect: PUBLIC_URL's, and on this computer both of its names (contract 5). */
export function socketOrigins(publicUrl: string): Set<string> {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  const twins: Record<string, string> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' };
  const twin = twins[hostname];
  return new Set(twin === undefined ? [origin] : [origin, new URL(`${protocol}//${twin}${port && `:${port}`}`).origin]);
}

/**
 * Serves the socket. A browser names the page's origin and sends no token with the upgrade, so nobody is known before
 * the first message.
 */
export async function mountSocket(
  app: FastifyInstance,
  { config, log, sockets }: Deps,
  limitAddress: (request: FastifyRequest, calls: number) => Promise<void>,
): Promise<void> {
  const origins = socketOrigins(config.publicUrl);
  const ids = new WeakMap<IncomingMessage, string>();
  // In a scope of its own, as the plugin wraps every route beside it.
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options,
      preClose: () => sockets.closeAll(),
      errorHandler: (error, socket) => {
        log.debug({ err: error }, 'failed to read from a socket: it is closed');
        // After a broken frame `ws` has closed it already, and says why.
        if (socket.readyState === socket.OPEN) socket.terminate();
      },
    });
    scope.websocketServer.on('headers', (lines, request) => lines.push(`X-Request-Id: ${ids.get(request)}`));
    // `ws` would answer a broken handshake as HTML, without an id.
    scope.websocketServer.on('wsClientError', answerBrokenRequest);
    scope.route({
      method: 'GET',
      url: socketPath,
      exposeHeadRoute: false,
      onRequest: async (request, reply) => {
        ids.set(request.raw, request.id);
        // A refused upgrade ends its connection, and says so.
        if (request.ws) reply.header('connection', 'close');
        await limitAddress(request, 1);
        if (!origins.has(request.headers.origin ?? '')) forbidden('This origin may not connect.');
      },
      handler: async () => {
        throw notFoundError();
      },
      wsHandler: (socket, request) => {
        log.info({ reqId: request.id, method: 'GET', route: socketPath, status: 101 }, 'request');
        sockets.accept(socket);
      },
    });
  });
}
