import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Deps } from '#server/deps.ts';
import { frameworkLog } from '#server/logging/framework-log.ts';
import { bodyLimit } from './body.ts';
import { procedures } from './call.ts';
import { limitConnections } from './connection-limit.ts';
import { contextOver } from './context.ts';
import { docs } from './docs.ts';
import { takeTurns } from './fair-turns.ts';
import { corsOptions, securityHeaders, setPageHeaders } from './headers.ts';
import { health } from './health.ts';
import { identifyWith } from './identify.ts';
import { type AnswerUnknown, missing, unknownPaths } from './not-found.ts';
import { openApiDocument } from './openapi.ts';
import { mountPictures } from './pictures.ts';
import { answerBrokenRequest, answerProblem } from './problems.ts';
import { mountPublicFiles } from './public-files.ts';
import { mountForeignMethods, mountRest, streamTimeout } from './rest.ts';
import { mayUpgrade, mountSocket } from './socket.ts';
import { traceRequests } from './trace-requests.ts';
import { callsOf, mountTrpc } from './trpc.ts';
import { tellOfUnknownProxy } from './unknown-proxy.ts';
import type { Web } from './web.ts';

/** Longest time that a request may take (reliability, O4), milliseconds. */
const requestTimeout = 15_000;
/** Fastify refuses these addresses before routing; no id of ours is that long or malformed, so they are 404. */
const unknownAddresses = new Set(['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH']);

/** Builds the web server: errors, security headers, REST, tRPC and pages. It does not listen yet. */
export async function buildApp(deps: Deps, web?: Web): Promise<FastifyInstance> {
  const development = web?.mode === 'dev';
  const headers = securityHeaders(deps.config, development);
  let answerUnknown: AnswerUnknown;
  const app = Fastify({
    loggerInstance: frameworkLog(deps.log) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child of the logger for each request would cost more than the lines that it writes: those name the request
    // themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: deps.config.trustProxy.length > 0 ? deps.config.trustProxy : false,
    bodyLimit,
    requestTimeout,
    handlerTimeout: requestTimeout,
    connectionTimeout: 2 * requestTimeout,
    // A shutdown closes idle keep-alive connections at once and waits for busy ones.
    forceCloseConnections: 'idle',
    // Requests on connections still open during shutdown are answered normally.
    return503OnClosing: false,
    // Node looks for requests that arrive too slowly only every 30 seconds otherwise, and they would stay for up to 45.
    http: {
      requireHostHeader: false,
      connectionsCheckingInterval: 1_000,
      shouldUpgradeCallback: mayUpgrade,
    } as ServerOptions,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 5_000 },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these.
      reply.headers(headers).header('x-request-id', request.id);
      return unknownAddresses.has(error.code) ? answerUnknown(request, reply) : answerProblem(error, request, reply);
    },
    clientErrorHandler: answerBrokenRequest,
  });
  // Node would answer 417 by itself, without an id.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const { identify, limitAddress, limitFiles } = identifyWith(deps);
  const setHeaders = (reply: FastifyReply, address: string) => setPageHeaders(reply, address, deps.config, development);
  answerUnknown = unknownPaths(app, limitAddress, setHeaders, web);

  app.decorate('failed', deps.failed);
  app.decorateRequest('caller', null);
  app.setErrorHandler(answerProblem);
  tellOfUnknownProxy(app, deps);
  limitConnections(app);
  takeTurns(app);
  traceRequests(app, routeOf);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (deps.draining) reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The rest of a body that came after its refusal: neither Node nor Fastify looks at its time.
    const { raw } = request;
    if (!raw.complete) setTimeout(() => raw.complete || raw.destroy(), requestTimeout).unref();
    tell(deps, request, reply);
    done();
  });
  if (deps.config.corsOrigins.length > 0) await app.register(cors, corsOptions(deps.config.corsOrigins));
  await app.register(async (scope) => {
    if (!development) scope.addHook('onRequest', limitFiles);
    // Files go out in pieces, as fast as the line of whoever reads them.
    scope.addHook('onRoute', (route) => {
      route.handlerTimeout = streamTimeout;
    });
    await web?.register(scope);
  });
  // Unknown paths are answered before their body is read. Refused preflights reach the not-found handler instead.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerUnknown(request, reply).catch(done);
    else done();
  });
  app.setNotFoundHandler(answerUnknown);

  await app.register(async (scope) => {
    scope.addHook('onRequest', limitFiles);
    health(scope, deps);
    docs(scope, openApiDocument);
    mountPictures(scope, deps);
  });
  await app.register(async (scope) => {
    const builtAt = web?.builtAt ?? Math.floor(performance.timeOrigin);
    mountPublicFiles(scope, deps, { limit: limitAddress, unknown: missing(web), builtAt });
  });
  await mountSocket(app, deps, limitAddress);
  mountForeignMethods(app, answerUnknown);
  const contextOf = contextOver(deps);
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply) => identify(request, reply, 1));
    mountRest(scope, contextOf);
  });
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply) => identify(request, reply, callsOf(request)));
    mountTrpc(scope, contextOf);
  });
  return app;
}

/** Logs and counts an answered request. */
function tell({ log, meter }: Deps, request: FastifyRequest, reply: FastifyReply): void {
  const { method } = request;
  const route = routeOf(request);
  const told = {
    reqId: request.id,
    userId: request.caller?.id,
    method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  };
  log.info(told, 'request');
  meter?.answered({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
}

/**
 * The route's template, or the procedure's name: a bounded set of labels for logs and metrics, whatever address was
 * asked for.
 */
function routeOf(request: FastifyRequest): string {
  const template = request.routeOptions.url ?? 'none';
  const { path = '' } = (request.params ?? {}) as { path?: string };
  return template.startsWith('/trpc/') && procedures.has(path) ? `/trpc/${path}` : template;
}
