import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import type { AnyTRPCProcedure } from '@trpc/server';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { addressKey } from '#server/address-key.ts';
import type { Caller } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { type Problem, problemOf, tooManyRequests } from '#server/errors.ts';
import { callerOf } from '#server/features/auth/sessions.ts';
import { type AppRouter, appRouter } from '#server/router.ts';
import { hashToken } from '#server/tokens.ts';
import { type Context, type Meta, requireAccess, trpcError } from '#server/trpc.ts';
import { docs } from './docs.ts';
import { bearerToken, corsOptions, pageHeaders, securityHeaders } from './headers.ts';
import { health } from './health.ts';
import { openApiDocument } from './openapi.ts';
import { checkBody, collectMethods, mountRest } from './rest.ts';
import { isPage, type Web } from './web.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** Longest time that a request may take (reliability, O4), milliseconds. */
const requestTimeout = 15_000;
/** Largest body of JSON or a form (contract 2), bytes. */
const bodyLimit = 100 * 1024;
const maxBatchSize = 10;
/** Fastify refuses these addresses before routing; no id of ours is that long or malformed, so they are 404. */
const unknownAddresses = new Set(['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH']);
/** Procedures by dotted name, as tRPC addresses them. */
const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

/** Builds the web server: errors, security headers, REST, tRPC and pages. It does not listen yet. */
export async function buildApp(deps: Deps, web?: Web): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: deps.config.trustProxy.length > 0 ? deps.config.trustProxy : false,
    bodyLimit,
    requestTimeout,
    connectionTimeout: 2 * requestTimeout,
    handlerTimeout: requestTimeout,
    // A shutdown closes idle keep-alive connections at once and waits for busy ones.
    forceCloseConnections: 'idle',
    // Requests on connections still open during shutdown are answered normally.
    return503OnClosing: false,
    http: { requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 5_000 },
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers);
      return unknownAddresses.has(error.code) ? notFoundHere(request, reply, methodsOf, web) : answerProblem(error, request, reply);
    },
    clientErrorHandler: answerBrokenRequest,
  });
  const methodsOf = collectMethods(app);
  const headers = securityHeaders(deps.config, web?.mode === 'dev');

  app.decorateRequest('caller', null);
  app.setErrorHandler(answerProblem);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (deps.draining) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request);
    deps.log.info(
      {
        reqId: request.id,
        userId: request.caller?.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    deps.meter?.answered({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
  if (deps.config.corsOrigins.length > 0) await app.register(cors, corsOptions(deps.config.corsOrigins));
  await web?.register(app);
  const answerUnknown = (request: FastifyRequest, reply: FastifyReply) => notFoundHere(request, reply, methodsOf, web);
  // Unknown paths are answered before their body is read. Refused preflights reach the not-found handler instead.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? answerUnknown(request, reply) : undefined));
  app.setNotFoundHandler(answerUnknown);

  await app.register(async (scope) => {
    health(scope, deps);
    docs(scope, openApiDocument());
  });

  const contextOf = (request: FastifyRequest, reply: FastifyReply): Context => ({
    deps,
    db: deps.db,
    caller: request.caller,
    ip: request.ip,
    requestId: request.id,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    setHeader: (name, value) => void reply.header(name, value),
  });

  /**
   * Finds the caller and counts the request against the limit, before all other checks. An unknown token counts against the address, so
   * that a new invented token for each request gains nothing. A token that is over the limit is refused without asking the database.
   */
  const identify = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const token = bearerToken(request.headers.authorization);
    const ofToken = token ? `token:${hashToken(token)}` : undefined;
    const over = ofToken && deps.limiter.secondsOver(ofToken);
    if (over) tooManyRequests(over);
    if (token) request.caller = await callerOf(deps, token);
    const wait = await deps.limiter.hit(request.caller && ofToken ? ofToken : `ip:${addressKey(request.ip)}`);
    if (wait) tooManyRequests(wait);
  };

  await app.register(async (scope) => {
    scope.addHook('onRequest', identify);
    mountRest(scope, contextOf);
  });
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => answerProblem(error, request, reply, trpcError));
    scope.addHook('onRequest', identify);
    // A single call is refused before its body is read, as on REST; the calls of a batch are checked one by one later.
    scope.addHook('onRequest', async (request, reply) => {
      const { path } = request.params as { path: string };
      const procedure = Object.hasOwn(procedures, path) ? procedures[path] : undefined;
      const allowed = methodsOfCall(procedure);
      if (!allowed.includes(request.method)) {
        reply.header('allow', allowed.join(', '));
        throw methodNotAllowed();
      }
      requireAccess(request.caller, (procedure?._def.meta as Meta | undefined)?.access);
      if (request.method === 'POST') checkBody(request, {});
      // The tRPC adapter knows only lower-case JSON types and builds a URL from the Host header, so both are normalized.
      request.raw.headers.host = 'localhost';
      if (request.method === 'POST') request.raw.headers['content-type'] = 'application/json';
    });
    await scope.register(fastifyTRPCPlugin, {
      prefix: '/trpc',
      trpcOptions: {
        router: appRouter,
        maxBatchSize,
        // The headers that REST sends with errors, such as `Retry-After`.
        responseMeta: ({ errors }) => ({ headers: Object.assign({}, ...errors.map((error) => problemOf(error).headers)) }),
        createContext: ({ req, res }: { req: FastifyRequest; res: FastifyReply }) => contextOf(req, res),
      } satisfies Parameters<typeof fastifyTRPCPlugin<AppRouter>>[1]['trpcOptions'],
    });
  });
  return app;
}

/** Methods that tRPC accepts for a procedure; undefined means a batch. */
function methodsOfCall(procedure: AnyTRPCProcedure | undefined): string[] {
  const reading = ['GET', 'HEAD'];
  if (!procedure) return [...reading, 'POST'];
  return procedure._def.type === 'query' ? reading : ['POST'];
}

/** The route's template, or the procedure's name: a bounded set of labels for logs and metrics, whatever address was asked for. */
function routeOf(request: FastifyRequest): string {
  const template = request.routeOptions.url ?? 'none';
  const { path = '' } = (request.params ?? {}) as { path?: string };
  return template.startsWith('/trpc/') && Object.hasOwn(procedures, path) ? `/trpc/${path}` : template;
}

function notFoundError(): Error {
  return Object.assign(new Error('Not found'), { statusCode: 404 });
}

function methodNotAllowed(): Error {
  return Object.assign(new Error('Method not allowed'), { statusCode: 405 });
}

/** Sends a problem as `{ detail }`, or in the form that `shape` gives it for tRPC. */
function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  shape: (problem: Problem) => unknown = ({ detail }) => ({ detail }),
): FastifyReply {
  const late = (error as { code?: string }).code === 'FST_ERR_HANDLER_TIMEOUT' && request.raw.complete === false;
  const problem = late ? tooSlow : problemOf(error);
  if (problem.status === 500) request.log.error({ err: error, reqId: request.id }, 'failed to answer a request');
  reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store', ...problem.headers });
  return reply
    .status(problem.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(shape(problem)));
}

/** The answer when a request's body does not arrive in time; the connection is closed, so the rest of the body is not read. */
const tooSlow: Problem = { status: 408, detail: 'The request took too long to arrive.', headers: { connection: 'close' } };

/** Answers malformed or incomplete HTTP, which never reaches the application, in the same shape as other errors. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, text] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, tooSlow.detail]
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'The request headers are too large.']
        : [400, 'Malformed request'];
  const body = JSON.stringify({ detail: text });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[Number(status)]}\r\nX-Request-Id: ${randomUUID()}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Whether `Accept` names `text/html` itself; `*∕*` does not ask for a page. */
function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').toLowerCase().includes('text/html');
}

async function notFoundHere(
  request: FastifyRequest,
  reply: FastifyReply,
  methodsOf: (path: string) => string[] | undefined,
  web: Web | undefined,
): Promise<FastifyReply> {
  const path = request.url.split('?')[0] ?? '/';
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (web && wantsPage(request)) return web.page(request, reply.headers(pageHeaders(path)));
    return answerProblem(notFoundError(), request, reply);
  }
  const methods = methodsOf(path) ?? (web && isPage(path) ? ['GET', 'HEAD'] : undefined);
  if (methods) reply.header('allow', methods.join(', '));
  return answerProblem(methods ? methodNotAllowed() : notFoundError(), request, reply);
}
