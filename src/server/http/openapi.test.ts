import { describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { openApiDocument } from './openapi.ts';
import { routes } from './rest.ts';

const t = useTestApp();
const get = (url: string) => t.app.inject(url);

type Operation = {
  operationId: string;
  security?: unknown;
  parameters?: { name: string; in: string; required: boolean; schema: unknown }[];
  responses: Record<
    string,
    { description: string; headers?: object; content?: Record<string, { schema: { type?: string } }> }
  >;
};

describe('the document', () => {
  test('is served, has every call, and is complete without references', async () => {
    const answer = await get('/openapi.json');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const document = answer.json() as ReturnType<typeof openApiDocument> & {
      openapi: string;
      info: object;
      paths: Record<string, Record<string, Operation>>;
    };
    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    const there = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(there.sort()).toEqual(routes.map(({ method, template }) => `${method} ${template}`).sort());
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(answer.body).not.toContain('"$ref"');
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const { parameters = [], responses, security } of Object.values(methods)) {
        const inPath = parameters.filter((parameter) => parameter.in === 'path');
        expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
        expect(inPath.every(({ required, schema }) => required && typeof schema === 'object')).toBe(true);
        for (const response of Object.values(responses)) expect(response.description).toEqual(expect.any(String));
        expect(security ?? [{ bearer: [] }]).toEqual([{ bearer: [] }]);
      }
    }
  });

  test('every plain list takes skip and limit, and tells its length in X-Total-Count', () => {
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> };
    const gets = Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, ...get }] : []));
    const lists = gets.filter(
      ({ responses }) => responses['200']?.content?.['application/json']?.schema.type === 'array',
    );
    expect(lists.length).toBeGreaterThan(10);
    for (const { path, parameters = [], responses } of lists) {
      expect({ path, takes: parameters.map(({ name }) => name) }).toMatchObject({
        takes: expect.arrayContaining(['skip', 'limit']),
      });
      expect({ path, tells: Object.keys(responses['200']?.headers ?? {}) }).toEqual({ path, tells: ['X-Total-Count'] });
    }
  });

  test('has the statuses of refusals, and the Idempotency-Key of the calls that use it', () => {
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> };
    expect(paths['/login/']?.post?.responses).toHaveProperty('401');
    expect(paths['/deposits/quote']?.get?.responses).toHaveProperty('404');
    // Reads that a rule of state refuses: what is not offered like that, a quote or a booking that is over.
    for (const path of ['/deposits/quote', '/availability/professional/{id}', '/availability/slots/{id}'])
      expect(paths[path]?.get?.responses, path).toHaveProperty('409');
    expect(Object.keys(paths['/services/{id}']?.delete?.responses ?? {})).toEqual(
      expect.arrayContaining(['204', '400', '413', '415']),
    );
    const headers = paths['/bookings/']?.post?.parameters?.filter((parameter) => parameter.in === 'header');
    expect(headers).toMatchObject([
      { name: 'Idempotency-Key', required: false, schema: { pattern: expect.any(String) } },
    ]);
  });

  test('/docs lists every call, without scripts and without anything from other sites', async () => {
    const answer = await get('/docs');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const { name, method, template } of routes) {
      expect(answer.body).toContain(`id="${name}"`);
      expect(answer.body).toContain(`${method} ${template}`);
    }
    expect(answer.body).not.toMatch(/<script|<link|<img|src=|@import|url\(|\son\w+=|https?:/i);
    expect((await get('/docs/')).statusCode).toBe(200);
    expect((await t.app.inject({ method: 'POST', url: '/docs' })).headers.allow).toBe('GET, HEAD');
  });
});
