import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { routes, urlOf } from '#server/http/rest.ts';
import { useTestApp } from '#server/testing/app.ts';

const t = useTestApp();

describe.each([...new Set(routes.map(({ template }) => template))])('the path %s', (template) => {
  // `/users/me` and `/users/me/` are one path.
  const methods = routes.filter((one) => urlOf(one.template) === urlOf(template)).map(({ method }) => method);
  const path = urlOf(template).replace(/:\w+/g, randomUUID());
  const ask = (method: string, url = path, accept = '*/*') =>
    t.app.inject({ method: method as 'GET', url, headers: { accept } });

  test('a trailing slash makes no difference', async () => {
    for (const method of methods) {
      const [without, withSlash] = [await ask(method), await ask(method, `${path}/`)];
      expect(withSlash.statusCode).toBe(without.statusCode);
      expect(withSlash.body.replace(/\d+ seconds/, '')).toBe(without.body.replace(/\d+ seconds/, ''));
    }
  });

  test('the path in upper case is 404', async () => {
    const swapped = path.replace(/[a-z]/, (letter) => letter.toUpperCase());
    for (const method of methods) expect((await ask(method, swapped)).statusCode).toBe(404);
  });

  test('A12: OPTIONS is 405 with the allowed methods, whatever the body', async () => {
    for (const payload of ['', '{bad', 'x'.repeat(200_000)]) {
      const answer = await t.app.inject({
        method: 'OPTIONS',
        url: path,
        payload,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.statusCode).toBe(405);
      expect(String(answer.headers.allow).split(', ')).toEqual(expect.arrayContaining(methods));
    }
  });

  test('A12: other methods are 405 with the allowed methods; GET is 404', async () => {
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await ask(method);
      if (methods.includes(method as 'GET')) expect(answer.statusCode).not.toBe(405);
      else expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, allowed]);
    }
    if (methods.includes('GET')) {
      const [get, head] = [await ask('GET'), await ask('HEAD')];
      expect([head.statusCode, head.body]).toEqual([get.statusCode, '']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    } else {
      for (const accept of ['*/*', 'text/html', 'application/json']) {
        const answer = await ask('GET', path, accept);
        expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Not found' }]);
      }
    }
  });
});
