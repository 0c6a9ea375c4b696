import { Readable } from 'node:stream';
import type { AnyTRPCProcedure } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Bytes } from '#server/api/bytes.ts';
import { JsonStream } from '#server/api/json-stream.ts';
import { type Meta, type Method, pathFields, requireAccess, takesBody } from '#server/api/procedures.ts';
import { bodyOf, checkBody, parseBodies } from './body.ts';
import { prepareCall, procedures } from './call.ts';
import type { ContextOf } from './context.ts';
import { definitionOf, metaOf } from './definition.ts';
import { callWithFiles, parseFiles, takesFiles } from './multipart.ts';
import { type AnswerUnknown, patternOf } from './not-found.ts';
import { sendJson, sendText } from './send-json.ts';

export type Route = {
  name: string;
  procedure: AnyTRPCProcedure;
  meta: Meta;
  method: Method;
  template: string;
  params: string[];
};

/**
 * Every procedure with a `rest` meta, in the router's order: mounted, documented, and checked against the rights table
 * by tests.
 */
export const routes: Route[] = [...procedures].flatMap(([name, procedure]) => {
  const meta = metaOf(procedure);
  if (!meta.rest) return [];
  const [method = '', template = ''] = meta.rest.split(' ');
  return [{ name, procedure, meta, method: method as Method, template, params: pathFields(template) }];
});

/** Turns `/bookings/{id}` into Fastify's `/bookings/:id`, without a trailing slash, which is optional everywhere. */
export function urlOf(template: string): string {
  const url = template.replace(/\{(\w+)\}/g, ':$1');
  return url.length > 1 && url.endsWith('/') ? url.slice(0, -1) : url;
}

/**
 * Merges query or body with the path, whose fields win. A body that is no object is passed on alone, and the schema
 * refuses it, unless the path is to be refused first.
 */
function inputOf(request: FastifyRequest, route: Route, given = bodyOf(request)): unknown {
  const { meta, method, params } = route;
  const path = Object.fromEntries(params.map((name) => [name, (request.params as Record<string, string>)[name]]));
  if (!takesBody(meta, method)) return { ...(request.query as Record<string, unknown>), ...path };
  const body = given ?? {};
  if (typeof body !== 'object' || Array.isArray(body))
    return isPathRight(route, path) && takesFields(route) ? body : path;
  const named = (names: readonly string[] = []) => Object.fromEntries(names.flatMap((name) => inQuery(request, name)));
  return { ...named(meta.alsoInQuery), ...body, ...named(meta.query), ...path };
}

function shapeOf({ procedure }: Route): z.ZodRawShape {
  const [schema] = definitionOf(procedure).inputs;
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function isPathRight(route: Route, path: Record<string, unknown>): boolean {
  const shape = shapeOf(route);
  return route.params.every((name) => z.safeParse(shape[name] ?? z.unknown(), path[name]).success);
}

/** Whether a call takes fields beside those of its path. */
function takesFields(route: Route): boolean {
  return Object.keys(shapeOf(route)).length > route.params.length;
}

function inQuery(request: FastifyRequest, name: string): [string, unknown][] {
  const value = (request.query as Record<string, unknown>)[name];
  return value === undefined ? [] : [[name, value]];
}

/** Longest time that an answer may take that goes out in pieces over a slow line, milliseconds. */
export const streamTimeout = 300_000;

/** A picture for whoever may see it: a browser takes it for nothing else, and no cache keeps it. */
function sendPicture(reply: FastifyReply, { media = 'image/webp' }: Meta, { bytes }: Bytes): FastifyReply {
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .type(media)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Mounts each procedure as a REST route. Checks keep the contract's order: caller and role before the body is read. */
export function mountRest(scope: FastifyInstance, contextOf: ContextOf): void {
  parseBodies(scope);
  mount(scope, contextOf, (meta) => !takesFiles(meta));
  scope.register(async (files) => {
    await parseFiles(files);
    mount(files, contextOf, takesFiles);
  });
}

/**
 * A path without parameters has its own methods alone, none of a template that it matches, as `/services/my` does
 * `/services/{id}`: those are answered as unknown ones, whoever calls.
 */
export function mountForeignMethods(scope: FastifyInstance, answer: AnswerUnknown): void {
  const fixed = Map.groupBy(
    routes.filter(({ params }) => params.length === 0),
    ({ template }) => urlOf(template),
  );
  for (const [url, own] of fixed) {
    const foreign = routes.filter(
      ({ template, params, method }) =>
        params.length > 0 && patternOf(urlOf(template)).test(url) && own.every((one) => one.method !== method),
    );
    const method = [...new Set(foreign.map((one) => one.method))];
    // Before its body is read.
    if (method.length > 0) scope.route({ method, url, onRequest: answer, handler: answer });
  }
}

function mount(scope: FastifyInstance, contextOf: ContextOf, which: (meta: Meta) => boolean): void {
  for (const route of routes.filter(({ meta }) => which(meta))) {
    const { meta, name } = route;
    const call = prepareCall(name);
    scope.route({
      method: route.method,
      url: urlOf(route.template),
      ...(meta.bodyLimit === undefined ? {} : { bodyLimit: meta.bodyLimit }),
      ...(meta.isStreamed ? { handlerTimeout: streamTimeout } : {}),
      // Fastify answers what a hook throws, too.
      onRequest: (request, _reply, done) => {
        requireAccess(request.caller, meta.access);
        if (route.method !== 'GET') checkBody(request, meta);
        done();
      },
      handler: async (request, reply) => {
        const ctx = contextOf(request, reply);
        reply.status(meta.status ?? 200);
        const answer = await (takesFiles(meta)
          ? callWithFiles(request, meta, ctx, (fields) => call(ctx, inputOf(request, route, fields)))
          : call(ctx, inputOf(request, route)));
        if (answer instanceof Bytes) return sendPicture(reply, meta, answer);
        if (answer instanceof JsonStream)
          return reply.type('application/json; charset=utf-8').send(Readable.from(answer.pieces));
        if (answer === undefined || meta.status === 204) return reply.send();
        return meta.media
          ? sendText(request, reply, meta, JSON.parse(answer), meta.media)
          : sendJson(request, reply, meta, answer);
      },
    });
  }
}
