import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openTestApp, useTestApp } from '#server/testing/app.ts';
import { askerOf, json, silkPress } from '#server/testing/ask.ts';
import { useWorld } from '#server/testing/world.ts';

const t = useTestApp();
const world = useWorld(t);
const ask = askerOf(t, world);
const large = JSON.stringify({ ...silkPress, description: 'x'.repeat(100 * 1024) });
const post = (payload: string | Buffer | undefined, headers: Record<string, string> = json) =>
  ask('POST', '/services/', { payload, headers });

describe('the order of checks', () => {
  const put = (id: string, payload: string, as: { token: string } | null, headers: Record<string, string> = json) =>
    ask('PUT', `/services/${id}`, { payload, as, headers }).then(({ statusCode }) => statusCode);

  test('401, 403 for the role, 413, 415, 400, 404 for a malformed id, 422, 404, 403, in this order', async () => {
    const { CO, PO, PX } = world.people;
    const id = await world.service();
    const text = { 'content-type': 'text/plain' };
    expect(await put('x', large, null, text)).toBe(401);
    expect(await put('x', large, CO, text)).toBe(403);
    expect(await put('x', large, PO, text)).toBe(413);
    expect(await put('x', '{', PO, text)).toBe(415);
    expect(await put('x', '{', PO)).toBe(400);
    expect(await put('x', '{}', PO)).toBe(404);
    expect(await put(randomUUID(), '{}', PO)).toBe(422);
    expect(await put(id, '{}', PX)).toBe(422);
    expect(await put(randomUUID(), JSON.stringify(silkPress), PX)).toBe(404);
    expect(await put(id, JSON.stringify(silkPress), PX)).toBe(403);
    expect(await put(id, JSON.stringify(silkPress), PO)).toBe(200);
  });

  test('a body that is no object is 422 where all of its fields are optional, too, after a malformed id', async () => {
    const { AD } = world.people;
    const decline = (id: string, payload: string) =>
      ask('POST', `/admin/waitlist/${id}/decline`, { as: AD, payload, headers: json }).then(
        ({ statusCode }) => statusCode,
      );
    const id = await world.entry();
    for (const body of ['[]', '[{"reason":"Full"}]', '"x"', '5']) {
      expect([body, await decline('x', body), await decline(id, body)]).toEqual([body, 404, 422]);
    }
    expect([await decline(id, 'null'), await decline(id, '{}')]).toEqual([200, 200]);
    // A call that takes no fields has no use for a body.
    expect(
      (
        await ask('POST', `/notifications/${await world.notification('AD')}/read`, {
          as: AD,
          payload: '[]',
          headers: json,
        })
      ).statusCode,
    ).toBe(200);
  });

  test('a 403 that depends on the body comes before the 404 of an unknown object', async () => {
    const { CO, CX } = world.people;
    const change = (payload: object) => ask('PATCH', `/bookings/${randomUUID()}`, { as: CO, payload });
    expect((await change({ status: 'completed' })).statusCode).toBe(422);
    expect((await change({ status: 'confirmed' })).statusCode).toBe(403);
    expect((await change({ status: 'cancelled' })).statusCode).toBe(404);
    const booking = { professional_id: randomUUID(), service_ids: [randomUUID()], start_time: '2030-01-01T00:00:00Z' };
    expect(
      (await ask('POST', '/bookings/', { as: CO, payload: { ...booking, client_id: CX.clientId } })).statusCode,
    ).toBe(403);
    expect((await ask('POST', '/bookings/', { as: CO, payload: booking })).statusCode).toBe(404);
  });

  test('the 429 of the request limit comes first', async () => {
    const limited = await openTestApp(t.databaseUrl, { RATE_LIMIT_PER_MINUTE: '1' });
    const asked = () =>
      limited.app.inject({
        method: 'PUT',
        url: '/services/x',
        payload: large,
        headers: { 'content-type': 'text/plain' },
      });
    expect((await asked()).statusCode).toBe(401);
    // A new minute may begin once in between, and allows one more.
    expect([(await asked()).statusCode, (await asked()).statusCode]).toContain(429);
    await limited.close();
  });

  test('over tRPC too, 401 and 403 come before the body', async () => {
    const call = (payload: string, as: { token: string } | null) =>
      ask('POST', '/trpc/services.update', { payload, as, headers: json }).then((answer) => [
        answer.statusCode,
        answer.json().error.data.detail,
      ]);
    expect(await call(large, null)).toEqual([401, 'Not authenticated']);
    expect(await call(large, world.people.CO)).toEqual([403, 'You do not have permission to perform this action.']);
    expect(await call(large, world.people.PO)).toEqual([413, 'The request body must be at most 100 kB.']);
    expect(await call('{', world.people.PO)).toEqual([400, 'Malformed request body']);
    expect(await call('{"id":"x"}', world.people.PO)).toEqual([404, 'Service not found']);
  });
});

describe('A5, A8: bodies', () => {
  const good = JSON.stringify(silkPress);

  test.each([
    ['JSON', good, 'application/json', 201],
    ['with a charset', good, 'application/json; charset=utf-8', 201],
    ['in upper case', good, 'APPLICATION/JSON', 201],
    ['with a tab before the semicolon', good, 'application/json\t; charset=utf-8', 201],
    ['with nothing after the semicolon', good, 'application/json;', 201],
    ['text', good, 'text/plain', 415],
    ['a form where none is taken', 'name=x', 'application/x-www-form-urlencoded', 415],
    ['multipart', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x', 415],
    ['JSON by another name', good, 'application/json+x', 415],
    ['JSON and more', good, 'application/json, text/plain', 415],
    ['no type', good, '', 415],
    ['half a type', good, 'application/', 415],
    ['malformed', '{"name":', 'application/json', 400],
    ['two values', '{}{}', 'application/json', 400],
    ['bytes that are no UTF-8', Buffer.from(good.replace('Silk', 'S\xff'), 'latin1'), 'application/json', 400],
    ['a NUL byte', '{"name":"a\u0000"}', 'application/json', 400],
    ['a lone surrogate', '{"name":"a\\ud800"}', 'application/json', 422],
    ['empty', '', 'application/json', 422],
    ['null', 'null', 'application/json', 422],
    ['a list', '[]', 'application/json', 422],
    ['a text', '"x"', 'application/json', 422],
    ['a number', '1', 'application/json', 422],
    ['true', 'true', 'application/json', 422],
    ['__proto__', `{"__proto__":{"is_active":false},${good.slice(1)}`, 'application/json', 201],
    [
      'constructor.prototype',
      `{"constructor":{"prototype":{"is_active":false}},${good.slice(1)}`,
      'application/json',
      201,
    ],
    ['the same key twice', `{"name":"First",${good.slice(1)}`, 'application/json', 201],
    ['10,000 levels', `{"bio":${'['.repeat(10_000)}${']'.repeat(10_000)},${good.slice(1)}`, 'application/json', 201],
    [
      '10,000 levels of a field',
      `{${good.slice(1, -1)},"description":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
      'application/json',
      422,
    ],
    ['100 kB', good.padEnd(100 * 1024), 'application/json', 201],
    ['a byte more', good.padEnd(100 * 1024 + 1), 'application/json', 413],
    ['10 MB', 'x'.repeat(10 * 1024 * 1024), 'application/json', 413],
  ])('%s', async (_what, payload, type, status) => {
    const answer = await post(payload, type === '' ? {} : { 'content-type': type });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const body = answer.json();
    if (status === 201) expect(body).toMatchObject({ ...silkPress, is_active: true });
    else expect(Object.keys(body)).toEqual(['detail']);
    if (status === 400) expect(body.detail).toBe('Malformed request body');
    if (status === 413) expect(body.detail).toContain('100 kB');
    if (status === 415) expect(body.detail).toContain('application/json');
  });

  test('no body of these tests has changed Object.prototype', () => {
    expect(({} as { is_active?: boolean }).is_active).toBeUndefined();
  });

  test('a compressed body is 415 and is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    expect((await post(bomb, { ...json, 'content-encoding': 'gzip' })).statusCode).toBe(415);
    expect(
      (await ask('POST', '/trpc/services.create', { payload: bomb, headers: { ...json, 'content-encoding': 'gzip' } }))
        .statusCode,
    ).toBe(415);
  });

  test('a call without a body may have the content type JSON or none', async () => {
    const logout = async (headers: Record<string, string>) =>
      (await ask('POST', '/logout/', { as: await world.tokenOf('PO'), headers })).statusCode;
    expect(await logout({})).toBe(204);
    expect(await logout(json)).toBe(204);
    expect((await ask('DELETE', `/services/${await world.service()}`, { headers: json })).statusCode).toBe(204);
    expect((await ask('GET', '/services/my', { headers: json })).statusCode).toBe(200);
  });

  test('a form with repeated fields or names such as __proto__ is 422', async () => {
    const form = (payload: string) =>
      ask('POST', '/login/', { as: null, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    for (const payload of [
      'username=a&username=b&password=x',
      'username[x]=a&password=x',
      '__proto__=a&constructor=b&toString=c',
      '',
      '%',
      '=&=&',
    ]) {
      const answer = await form(payload);
      expect([payload, answer.statusCode]).toEqual([payload, 422]);
      expect(answer.json().detail[0].loc[0]).toBe('body');
    }
  });
});

describe('queries', () => {
  test.each([
    ['limit=5&limit=6', 422],
    ['limit[]=5', 200],
    ['search[a]=b', 200],
    ['search=a&search=b', 422],
    ['__proto__=a&constructor=b&hasOwnProperty=c', 200],
    ['search=%', 200],
    ['search=%zz', 200],
    ['search=%00', 422],
    ['search=%ff%fe', 200],
    ['limit=', 422],
    ['limit=0x10', 422],
    ['limit=1e1', 422],
    ['skip=1e20', 422],
    ['search=%20', 200],
    [Array.from({ length: 1_000 }, (_, i) => `k${i}=v`).join('&'), 200],
    [Array.from({ length: 1_000 }, () => 'specialization_names=Barber').join('&'), 422],
    ['?&&==&', 200],
  ])('%s', async (query, status) => {
    const answer = await ask('GET', `/services/?${query}`, { as: null });
    expect([answer.statusCode, answer.body]).toEqual([status, expect.any(String)]);
    if (status === 422) expect(answer.json().detail[0].loc[0]).toBe('query');
  });

  test.each([
    '/services/%',
    '/services/%zz',
    '/%c0%ae',
    '/services/%00',
    '/services/..%2f',
    '//services//',
    '/services/my//',
    '/services/category/%2F',
  ])('%s is never a 5xx, and for GET 200 or 404', async (url) => {
    for (const method of ['GET', 'PUT', 'DELETE', 'POST']) {
      const answer = await ask(method, url);
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.headers['x-request-id']).toBeDefined();
    }
    expect([200, 404]).toContain((await ask('GET', url)).statusCode);
  });
});
