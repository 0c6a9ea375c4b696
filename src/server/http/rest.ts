import { type AnyTRPCProcedure, callTRPCProcedure } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, bodyTooLarge, wrongType } from '#server/errors.ts';
import { JsonText } from '#server/json-text.ts';
import { appRouter } from '#server/router.ts';
import { type Context, type Meta, type Method, pathFields, requireAccess } from '#server/trpc.ts';

export type Route = { name: string; procedure: AnyTRPCProcedure; meta: Meta; method: Method; template: string; params: string[] };

/** Every procedure with a `rest` meta, in the router's order: mounted, documented, and checked against the rights table by tests. */
export const routes: Route[] = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>).flatMap(
  ([name, procedure]) => {
    const meta = (procedure._def.meta ?? {}) as Meta;
    if (!meta.rest) return [];
    const [method = '', template = ''] = meta.rest.split(' ');
    return [{ name, procedure, meta, method: method as Method, template, params: pathFields(template) }];
  },
);

/** Turns `/bookings/{id}` into Fastify's `/bookings/:id`, without a trailing slash, which is optional everywhere. */
export function urlOf(template: string): string {
  const url = template.replace(/\{(\w+)\}/g, ':$1');
  return url.length > 1 && url.endsWith('/') ? url.slice(0, -1) : url;
}

/** Collects the routes mounted from now on. Returns a function that gives a path's methods, for 405 and `Allow`; undefined for an unknown path. */
export function collectMethods(app: FastifyInstance): (path: string) => string[] | undefined {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const pattern = new RegExp(`^${url.replace(/[.+?()[\]]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`);
    const entry = known.get(url) ?? { pattern, methods: new Set() };
    for (const one of [method].flat()) entry.methods.add(one);
    known.set(url, entry);
  });
  return (path) => {
    // `/services/my` also matches `/services/{id}`, so the methods of both count.
    const matching = [...known.values()].filter(({ pattern }) => pattern.test(path));
    return matching.length > 0 ? [...new Set(matching.flatMap(({ methods }) => [...methods]))].sort() : undefined;
  };
}

const formType = 'application/x-www-form-urlencoded';

function hasBody(request: FastifyRequest): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Refuses a body that is too large, compressed or of a type that the call does not accept (413, 415), before it is read. */
export function checkBody(request: FastifyRequest, meta: Meta): void {
  // Some clients send a type without a body.
  if (!hasBody(request)) return void delete request.raw.headers['content-type'];
  if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit) bodyTooLarge();
  // Bodies are never decompressed, because the size of the result would need a limit too.
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') wrongType('The request body must not be compressed.');
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json' || (meta.form && type === formType)) return;
  wrongType(
    meta.form
      ? `The request body must be JSON (application/json) or a form (${formType}).`
      : 'The request body must be JSON (application/json).',
  );
}

/** Merges query or body with the path, whose fields win. A body that is no object is passed on, and the schema refuses it. */
function inputOf(request: FastifyRequest, { method, params }: Route): unknown {
  const path = Object.fromEntries(params.map((name) => [name, (request.params as Record<string, string>)[name]]));
  if (method === 'GET' || method === 'DELETE') return { ...(request.query as Record<string, unknown>), ...path };
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) return params.length > 0 ? path : body;
  return { ...body, ...path };
}

/** Mounts each procedure as a REST route. Checks keep the contract's order: caller and role before the body is read. */
export function mountRest(app: FastifyInstance, contextOf: (request: FastifyRequest, reply: FastifyReply) => Context): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(text)));
    } catch {
      done(null, malformed);
    }
  });
  app.addContentTypeParser(formType, { parseAs: 'string' }, (_request, text, done) => {
    const fields: Record<string, unknown> = Object.create(null);
    for (const [key, value] of new URLSearchParams(String(text))) fields[key] = key in fields ? [fields[key], value].flat() : value;
    done(null, fields);
  });

  for (const route of routes) {
    const { meta, name, procedure } = route;
    app.route({
      method: route.method,
      url: urlOf(route.template),
      onRequest: async (request) => {
        requireAccess(request.caller, meta.access);
        if (route.method !== 'GET') checkBody(request, meta);
      },
      handler: async (request, reply) => {
        if (request.body === malformed) badRequest();
        const input = inputOf(request, route);
        const answer: unknown = await callTRPCProcedure({
          router: appRouter,
          path: name,
          type: procedure._def.type,
          ctx: contextOf(request, reply),
          getRawInput: () => Promise.resolve(input),
          signal: request.signal,
          batchIndex: 0,
        });
        reply.status(meta.status ?? 200);
        if (answer === undefined || meta.status === 204) return reply.send();
        return reply.type('application/json; charset=utf-8').send(answer instanceof JsonText ? answer.text : JSON.stringify(answer));
      },
    });
  }
}

/** Stands for a body that is not JSON. It is refused in the handler, so that the checks keep their order. */
const malformed = Symbol('malformed body');
