import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Deps } from './deps.ts';
import { problemOf, tooManyRequests } from './errors.ts';
import { callerOf } from './features/auth/sessions.ts';
import { health } from './health.ts';
import { openApiDocument } from './openapi.ts';
import { methodsOf, mountRest } from './rest.ts';
import { type AppRouter, appRouter } from './router.ts';
import { bearerToken, securityHeaders } from './security.ts';
import type { Caller, Context } from './trpc.ts';
import type { Web } from './web.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** A request takes at most this long (reliability, O4), milliseconds. */
const requestTimeout = 15_000;
/** Bodies of JSON and forms (contract 2). */
const bodyLimit = 100 * 1024;
const maxBatchSize = 10;

/** The web server over its parts: errors, security headers, REST, tRPC and pages. Does not listen. */
export async function buildApp(deps: Deps, web?: Web): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    disableRequestLogging: true,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: deps.config.trustProxy.length > 0 ? deps.config.trustProxy : false,
    bodyLimit,
    requestTimeout,
    connectionTimeout: 2 * requestTimeout,
    handlerTimeout: requestTimeout,
    // Idle keep-alive connections do not hold up a shutdown; those at work are waited for.
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 5_000 },
    frameworkErrors: (error, request, reply) => answerProblem(error.code === 'FST_ERR_BAD_URL' ? notFoundError() : error, request, reply),
  });

  app.decorateRequest('caller', null);
  app.setErrorHandler(answerProblem);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    deps.log.info(
      { reqId: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
  await app.register(helmet, securityHeaders(deps.config, web?.mode === 'dev'));
  if (deps.config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: deps.config.corsOrigins,
      credentials: false,
      exposedHeaders: ['X-Total-Count', 'X-Request-Id', 'Retry-After'],
    });
  }
  await web?.register(app);
  app.setNotFoundHandler((request, reply) => notFoundHere(request, reply, web));

  await app.register(async (scope) => {
    health(scope, deps);
    const document = JSON.stringify(openApiDocument());
    scope.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(document));
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

  /** Who calls and whether they may call that often, before anything else is looked at. Answers of calls are nobody's to keep. */
  const identify = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const token = bearerToken(request.headers.authorization);
    const wait = deps.limiter.hit(token ? `token:${token.slice(0, 16)}` : `ip:${request.ip}`);
    if (wait) tooManyRequests(wait);
    if (token) request.caller = await callerOf(deps, token);
  };

  await app.register(async (scope) => {
    scope.addHook('onRequest', identify);
    mountRest(scope, contextOf);
  });
  await app.register(async (scope) => {
    scope.addHook('onRequest', identify);
    await scope.register(fastifyTRPCPlugin, {
      prefix: '/trpc',
      trpcOptions: {
        router: appRouter,
        maxBatchSize,
        createContext: ({ req, res }: { req: FastifyRequest; res: FastifyReply }) => contextOf(req, res),
      } satisfies Parameters<typeof fastifyTRPCPlugin<AppRouter>>[1]['trpcOptions'],
    });
  });
  return app;
}

function notFoundError(): Error {
  return Object.assign(new Error('Not found'), { statusCode: 404 });
}

function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, detail, headers } = problemOf(error);
  if (status === 500) request.log.error({ err: error, reqId: request.id }, 'request failed');
  reply.header('x-request-id', request.id);
  if (headers) reply.headers(headers);
  return reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify({ detail }));
}

/** Whether the header names `text/html` itself: `*∕*` does not ask for a page. */
function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').toLowerCase().includes('text/html');
}

async function notFoundHere(request: FastifyRequest, reply: FastifyReply, web: Web | undefined): Promise<FastifyReply> {
  const path = request.url.split('?')[0] ?? '/';
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (web && wantsPage(request)) return web.page(request, reply);
    return answerProblem(notFoundError(), request, reply);
  }
  const methods = methodsOf(path);
  if (!methods) return answerProblem(notFoundError(), request, reply);
  reply.header('allow', methods.join(', '));
  return reply.status(405).send({ detail: 'Method not allowed' });
}
