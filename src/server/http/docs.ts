import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#shared/html.ts';
import { etagOf, matchesEtag } from './etag.ts';

type Schema = {
  type?: string | string[];
  const?: unknown;
  format?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
};
type Parameter = { name: string; in: string; required: boolean; schema: Schema };
type Content = Record<string, { schema: Schema & { required?: string[] } }>;
type Operation = {
  operationId: string;
  tags: string[];
  'x-roles'?: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
type Document = { info: { title: string; description: string }; paths: Record<string, Record<string, Operation>> };

const served = [
  { path: '/openapi.json', type: 'application/json', textOf: (document: Document) => JSON.stringify(document) },
  { path: '/docs', type: 'text/html', textOf: pageOf },
];

/**
 * Serves the OpenAPI document at `/openapi.json`, and at `/docs` as one page without scripts or outside resources. They
 * are made when they are first asked for, as a start would take a thirtieth longer.
 */
export function docs(app: FastifyInstance, makeDocument: () => Record<string, unknown>): void {
  for (const { path, type, textOf } of served) {
    const make = () => {
      const text = textOf(makeDocument() as unknown as Document);
      return { tag: etagOf(text, 'weak'), bytes: Buffer.from(text) };
    };
    let made: ReturnType<typeof make> | undefined;
    app.get(path, async (request, reply) => {
      made ??= make();
      const { tag, bytes } = made;
      reply.headers({ etag: tag, 'cache-control': 'no-cache' });
      if (matchesEtag(request.headers['if-none-match'], tag)) return reply.status(304).send();
      return reply.type(`${type}; charset=utf-8`).send(bytes);
    });
  }
}

function typeOf(schema: Schema | undefined): string {
  if (!schema) return '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`;
  return schema.format ?? [schema.type ?? 'any'].flat().join(' | ');
}

function rows(fields: [name: string, location: string, required: boolean, schema: Schema | undefined][]): string {
  if (fields.length === 0) return '';
  const cells = fields.map(
    ([name, location, required, schema]) =>
      `<tr><td><code>${escapeHtml(name)}</code>${required ? ' <b>required</b>' : ''}</td>` +
      `<td>${location}</td><td>${escapeHtml(typeOf(schema))}</td></tr>`,
  );
  return (
    '<div class="wide"><table><thead><tr><th>Field</th><th>In</th><th>Type</th></tr></thead>' +
    `<tbody>${cells.join('')}</tbody></table></div>`
  );
}

function section(
  path: string,
  method: string,
  { operationId, parameters = [], requestBody, responses, ...rest }: Operation,
): string {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const fields = [
    ...parameters.map(
      ({ name, in: location, required, schema }) =>
        [name, location, required, schema] as [string, string, boolean, Schema],
    ),
    ...Object.entries(body?.properties ?? {}).map(
      ([name, schema]) =>
        [name, 'body', Boolean(body?.required?.includes(name)), schema] as [string, string, boolean, Schema],
    ),
  ];
  const answers = Object.entries(responses).map(([status, { description, content }]) => {
    const answer = status < '300' ? typeOf(content?.['application/json']?.schema) : '';
    return `<li><code>${status}</code> ${escapeHtml(description)}${answer ? `: <code>${escapeHtml(answer)}</code>` : ''}</li>`;
  });
  const types = Object.keys(requestBody?.content ?? {})
    .map((type) => `<code>${escapeHtml(type)}</code>`)
    .join(' or ');
  return `<section id="${escapeHtml(operationId)}"><h3><span class="method">${method.toUpperCase()}</span> ${escapeHtml(path)}</h3>
<p>${rest['x-roles'] ? `For: ${rest['x-roles'].join(', ')}` : 'For everyone'}${types.length > 0 ? `. Body: ${types}` : ''}</p>
${rows(fields)}<ul>${answers.join('')}</ul></section>`;
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
nav ul{columns:16rem}section{border-top:1px solid color-mix(in srgb,currentColor 25%,transparent);padding:.5rem 0}h3{overflow-wrap:anywhere}
.method{font:600 .8em ui-monospace,monospace;border:1px solid;border-radius:.3em;padding:.1em .4em}.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0}
code{overflow-wrap:anywhere}`;

function pageOf({ info, paths }: Document): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation, tag: operation.tags[0] ?? '' })),
  );
  const tags = [...new Set(calls.map(({ tag }) => tag))];
  const link = ({ path, method, operation }: (typeof calls)[number]) =>
    `<li><a href="#${escapeHtml(operation.operationId)}">${method.toUpperCase()} ${escapeHtml(path)}</a></li>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title><style>${style}</style></head><body><main><h1>${escapeHtml(info.title)} API</h1>
<p>${escapeHtml(info.description)} The same as a machine reads it: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Calls"><ul>${calls.map(link).join('')}</ul></nav>
${tags
  .map(
    (tag) =>
      `<h2>${escapeHtml(tag)}</h2>${calls
        .filter((call) => call.tag === tag)
        .map(({ path, method, operation }) => section(path, method, operation))
        .join('')}`,
  )
  .join('')}
</main></body></html>
`;
}
