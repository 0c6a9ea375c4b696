import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { tooManyRequests } from '#server/errors.ts';

/** Most requests of a connection that wait for their answer; browsers and proxies send one at a time. */
const mostUnanswered = 16;

/**
 * Bounds the requests that a connection sends ahead of their answers (pipelining): Node would work on all at once, as
 * many as fit into a packet. One too many is answered 429 and ends the connection; what follows it is not looked at.
 */
export function limitConnections(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  const ended = new WeakSet<Socket>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // Never answered, and gone with its connection.
    if (ended.has(socket)) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > mostUnanswered) {
      ended.add(socket);
      reply.header('connection', 'close');
      return tooManyRequests(1);
    }
    unanswered.set(socket, count);
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    done();
  });
}
