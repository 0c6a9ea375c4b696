import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BodyKind, Meta } from '#server/api/procedures.ts';
import { badRequest, refuseLargeBody, wrongType } from '#server/errors.ts';
import { bodySizes } from '#shared/constants.ts';

/** Largest body unless a call's `Meta.bodyLimit` says otherwise (contract 2), bytes. */
export const bodyLimit = bodySizes.json;

/** Content type and name, for a refusal's text, of each kind of body. */
export const bodyKinds: Record<BodyKind, { type: string; name: string }> = {
  json: { type: 'application/json', name: 'JSON' },
  form: { type: 'application/x-www-form-urlencoded', name: 'a form' },
  parts: { type: 'multipart/form-data', name: 'a form in parts' },
  multipart: { type: 'multipart/form-data', name: 'a form with a file' },
};

/** Room for names and boundaries in a multipart body, beside the largest file, bytes. */
const multipartRoom = 64 * 1024;

/** Stands for a body that is not JSON. It is refused by `bodyOf`, so that the checks keep their order. */
const malformed = Symbol('malformed body');

/** Throws for bytes that are no UTF-8, which would be stored as signs that nobody typed. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Lets a scope read all kinds of bodies. `checkBody` decides which of them a call takes. */
export function parseBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const parseText = (type: string, parse: (text: string) => unknown) =>
    scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, bytes: Buffer, done) => {
      try {
        done(null, parse(utf8.decode(bytes)));
      } catch {
        done(null, malformed);
      }
    });
  parseText(bodyKinds.json.type, (text) => (text === '' ? undefined : JSON.parse(text)));
  parseText(bodyKinds.form.type, (text) => {
    const fields: Record<string, unknown> = Object.create(null);
    for (const [key, value] of new URLSearchParams(text))
      fields[key] = key in fields ? [fields[key], value].flat() : value;
    return fields;
  });
  scope.addContentTypeParser(
    bodyKinds.parts.type,
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, bytes: Buffer) => {
      try {
        const form = await new Response(new Uint8Array(bytes), {
          headers: { 'content-type': headers['content-type'] ?? '' },
        }).formData();
        return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
      } catch {
        return malformed;
      }
    },
  );
}

/** The parsed body, undefined without one. Throws 400 for a body that is not what it says. */
export function bodyOf(request: FastifyRequest): unknown {
  return request.body === malformed ? badRequest() : request.body;
}

function hasBody(request: FastifyRequest): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Refuses a body that is too large, compressed or of a kind that the call does not take (413, 415), before it is read.
 */
export function checkBody(
  request: FastifyRequest,
  { bodies = ['json'], bodyLimit: limit = bodyLimit }: Pick<Meta, 'bodies' | 'bodyLimit'>,
): void {
  // Some clients send a type without a body.
  if (!hasBody(request)) return void delete request.raw.headers['content-type'];
  const most = bodies.includes('multipart') ? limit + multipartRoom : limit;
  if (Number(request.headers['content-length']) > most) refuseLargeBody(limit);
  // Bodies are never decompressed, because the size of the result would need a limit too.
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    wrongType('The request body must not be compressed.');
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (bodies.some((kind) => bodyKinds[kind].type === type)) return;
  wrongType(
    `The request body must be ${bodies.map((kind) => `${bodyKinds[kind].name} (${bodyKinds[kind].type})`).join(' or ')}.`,
  );
}
