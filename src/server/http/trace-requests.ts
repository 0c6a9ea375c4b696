import type { FastifyInstance, FastifyRequest } from 'fastify';
import { currentTracing, type OpenSpan } from '#server/tracing/spans.ts';

/** Asked every few seconds by whatever watches the process. */
const untraced = new Set(['/livez', '/readyz']);

/** A span for each request, where the process traces; `routeOf` names it. */
export function traceRequests(app: FastifyInstance, routeOf: (request: FastifyRequest) => string): void {
  if (!currentTracing()) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = routeOf(request);
    if (untraced.has(route)) return done();
    const { method } = request;
    const attributes = { 'http.request.method': method, 'http.route': route };
    const span = currentTracing()?.request(request.id, `${method} ${route}`, attributes);
    if (!span) return done();
    spans.set(request, span);
    span.run(done);
  });
  // Again, because a body arrives in the context of its connection.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode;
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': status, ...(request.caller ? { 'user.id': request.caller.id } : {}) },
      ...(status >= 500 ? { error: new Error('server error') } : {}),
    });
    done();
  });
}
