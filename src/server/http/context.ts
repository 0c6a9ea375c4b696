import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/api/procedures.ts';
import type { Deps } from '#server/deps.ts';

/** Makes the context of one call; each call of a batch has its own. */
export type ContextOf = (request: FastifyRequest, reply: FastifyReply) => Context;

export function contextOver(deps: Deps): ContextOf {
  return (request, reply) => ({
    deps,
    db: deps.db,
    caller: request.caller,
    ip: request.ip,
    requestId: request.id,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    gone: () => reply.sent || request.raw.socket.destroyed,
    setHeader(name, value) {
      reply.header(name, value);
    },
    setStatus(status) {
      reply.status(status);
    },
  });
}
