import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { trpcError } from '#server/api/procedures.ts';
import { bodyTooLarge, type Problem, problemOf } from '#server/errors.ts';
import type { FailureLog } from '#server/logging/failure-log.ts';

/** An `import` of `node:http` would load all that belongs to `fetch`, too: 13 MiB. */
export const { STATUS_CODES } = process.getBuiltinModule('node:http');

export function notFoundError(): Error {
  return Object.assign(new Error('Not found'), { statusCode: 404 });
}

export function methodNotAllowed(): Error {
  return Object.assign(new Error('Method not allowed'), { statusCode: 405 });
}

/** The path of a request, without its query. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

declare module 'fastify' {
  interface FastifyInstance {
    failed: FailureLog;
  }
}

/**
 * Whether nobody waits for the answer any more, so that a 503 is no failure: the work was not done for that reason, or
 * would have been of no use.
 */
export function isAbandoned(status: number, request: FastifyRequest): boolean {
  return status === 503 && request.raw.socket.destroyed;
}

/** Logs why a request is answered with 500 or more; the route is the template, as an address may hold a token. */
export function logFailure(error: unknown, { status }: Problem, request: FastifyRequest): void {
  if (status < 500) return;
  if (isAbandoned(status, request)) return;
  request.server.failed(error, status, { reqId: request.id, method: request.method, route: request.routeOptions.url });
}

/** Sends an error as `{ detail }`, and below `/trpc` in tRPC's form. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOfRequest(error, request);
  logFailure(error, problem, request);
  reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store', ...problem.headers });
  return reply
    .status(problem.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(/^\/trpc(\/|$)/.test(pathOf(request)) ? trpcError(problem) : { detail: problem.detail }));
}

/**
 * The answer when a request's body does not arrive in time; the connection is closed, so the rest of the body is not
 * read.
 */
const tooSlow: Problem = {
  status: 408,
  detail: 'The request took too long to arrive.',
  headers: { connection: 'close' },
};

/** Fastify's own errors do not know the request that they end. */
function problemOfRequest(error: unknown, request: FastifyRequest): Problem {
  const { code } = error as { code?: string };
  if (code === 'FST_ERR_HANDLER_TIMEOUT' && request.raw.complete === false) return tooSlow;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(request.routeOptions.bodyLimit);
  return problemOf(error);
}

/** How long a client may take to close its side after such an answer, milliseconds: a shutdown waits for it. */
const closesWithin = 1_000;

/** Answers malformed or incomplete HTTP, which never reaches the application, in the same shape as other errors. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, text] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, tooSlow.detail]
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'The request headers are too large.']
        : [400, 'Malformed request'];
  const body = JSON.stringify({ detail: text });
  setTimeout(() => socket.destroy(), closesWithin).unref();
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[Number(status)]}\r\nX-Request-Id: ${randomUUID()}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
