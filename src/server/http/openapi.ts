import { z } from 'zod';
import { takesBody } from '#server/api/procedures.ts';
import { idempotencyKey } from '#shared/bookings.ts';
import { roles } from '#shared/constants.ts';
import { bodyKinds } from './body.ts';
import { definitionOf, outputOf } from './definition.ts';
import { STATUS_CODES } from './problems.ts';
import { type Route, routes } from './rest.ts';

type Json = Record<string, unknown>;

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const documented = schema.meta()?.documentedAs;
  const { $schema: _, ...json } = z.toJSONSchema(documented instanceof z.ZodType ? documented : schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema: json }) => {
      // A query value arrives as text; its type after parsing is documented.
      if (io === 'input' && zodSchema instanceof z.ZodPipe && zodSchema.in instanceof z.ZodTransform)
        Object.assign(json, jsonSchema(zodSchema.out as z.ZodType, 'input'));
      delete json.documentedAs;
    },
  }) as Json;
  return json;
}

const detail = {
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['detail'],
        properties: {
          detail: {
            anyOf: [
              { type: 'string' },
              {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['loc', 'msg', 'type'],
                  properties: { loc: { type: 'array', items: {} }, msg: { type: 'string' }, type: { type: 'string' } },
                },
              },
            ],
          },
        },
      },
    },
  },
};

const totalCount = {
  description: 'The length of the whole list',
  required: true,
  schema: { type: 'integer', minimum: 0 },
};

function errorsOf({ meta, method, params }: Route): number[] {
  const errors = [422, 429, 503, ...(meta.refusals ?? [])];
  if (meta.access) errors.push(401);
  // A write open to every role may still be forbidden because of its body.
  if (meta.access && (meta.access.length < roles.length || method !== 'GET')) errors.push(403);
  if (params.length > 0 || meta.access) errors.push(404);
  if (method !== 'GET') errors.push(400, 404, 409, 413, 415);
  return [...new Set(errors)].sort();
}

function operation(route: Route): Json {
  const { meta, method, procedure, params } = route;
  const { inputs } = definitionOf(procedure);
  const output = outputOf(procedure);
  const input = inputs[0] ? jsonSchema(inputs[0], 'input') : {};
  const properties = (input.properties ?? {}) as Record<string, Json>;
  const required = (input.required ?? []) as string[];
  const bodyless = !takesBody(meta, method);
  const inQuery = (name: string) => (bodyless || meta.query?.includes(name)) && !params.includes(name);
  const parameters = [
    ...params.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
    ...Object.keys(properties)
      .filter(inQuery)
      .map((name) => ({ name, in: 'query', required: required.includes(name), schema: properties[name] })),
    ...(meta.alsoInQuery ?? []).map((name) => ({ name, in: 'query', required: false, schema: properties[name] })),
    ...(meta.idempotent
      ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: jsonSchema(idempotencyKey, 'input') }]
      : []),
  ];
  const inBody = Object.keys(properties).filter((name) => !bodyless && !params.includes(name) && !inQuery(name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(inBody.map((name) => [name, properties[name]])),
    required: required.filter((name) => inBody.includes(name)),
  };
  const status = meta.status ?? 200;
  const types = (meta.bodies ?? ['json']).map((kind) => bodyKinds[kind].type);
  const answer = status === 204 || !output ? undefined : jsonSchema(output, 'output');
  const success = (code: number) => ({
    description: STATUS_CODES[code],
    ...(answer?.type === 'array' ? { headers: { 'X-Total-Count': totalCount } } : {}),
    ...(answer ? { content: { [meta.media ?? 'application/json']: { schema: answer } } } : {}),
  });
  return {
    operationId: route.name,
    tags: [route.name.split('.')[0]],
    ...(meta.access ? { security: [{ bearer: [] }], 'x-roles': meta.access } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(inBody.length > 0
      ? { requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) } }
      : {}),
    responses: {
      ...Object.fromEntries([status, meta.otherStatus ?? status].map((code) => [code, success(code)])),
      ...Object.fromEntries(errorsOf(route).map((code) => [code, { description: STATUS_CODES[code], ...detail }])),
    },
  };
}

/** The OpenAPI 3.1 document of all REST routes. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.template] = { ...paths[route.template], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Saluni',
      version: '1',
      description: 'Appointments with hair professionals. Times are ISO 8601 with `Z`, money is dollars (AUD).',
    },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}
