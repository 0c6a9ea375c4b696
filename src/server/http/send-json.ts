import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Meta } from '#server/api/procedures.ts';
import { etagOf, matchesEtag } from './etag.ts';

/**
 * Sends a successful answer. What a call for everyone answers to nobody in particular may be stored by caches, which
 * must ask each time whether it still holds (`ETag`, 304); every other answer is stored nowhere, as `identify` has
 * said.
 */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  meta: Meta,
  text: string,
  type: string,
): FastifyReply {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (reads && !meta.access && !meta.momentary && !request.caller) {
    const tag = tagOf(text, reply);
    const vary = reply.getHeader('vary');
    reply.headers({ etag: tag, vary: vary ? `${vary}, Authorization` : 'Authorization' });
    if (!meta.secretAddress) reply.header('cache-control', 'no-cache');
    if (matchesEtag(request.headers['if-none-match'], tag)) return reply.status(304).send();
  }
  return reply.type(`${type}; charset=utf-8`).send(text);
}

/** Like `sendText`, for JSON. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, meta: Meta, text: string): FastifyReply {
  return sendText(request, reply, meta, text, 'application/json');
}

/** The length of a whole list stands in a header and may change while the page does not. */
function tagOf(text: string, reply: FastifyReply): string {
  const total = reply.getHeader('x-total-count');
  return etagOf(total === undefined ? text : `${total} ${text}`, 'weak');
}
