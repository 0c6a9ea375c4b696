import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { definitionOf } from '#server/http/definition.ts';
import { takesFiles } from '#server/http/multipart.ts';
import { type Route, routes, urlOf } from '#server/http/rest.ts';
import { formOf, useTestApp } from '#server/testing/app.ts';
import { full } from '#server/testing/repetitions.ts';
import { callerOf, type Row, rights } from '#server/testing/rights.ts';
import { type CallerName, callers, useWorld } from '#server/testing/world.ts';
import { noteWrites } from '#server/testing/writes.ts';
import { takesBody } from './procedures.ts';

/** Reliability, section D: no input gets a 5xx or no answer, and a refused one changes nothing. */

const t = useTestApp({ LOGIN_MAX_FAILURES: '0', LOGIN_MAX_FAILURES_PER_ADDRESS: '0' }, { store: true });
const world = useWorld(t);
/** People whom the fuzz never is: its valid requests may hide a professional of its own. */
const untouched = useWorld(t);

/** Generated cases per row, in addition to the corpus. */
const generated = full ? 300 : 15;

const strings = [
  '',
  ' ',
  'a',
  'x'.repeat(100),
  'x'.repeat(101),
  'x'.repeat(2_001),
  'x'.repeat(10_001),
  'x'.repeat(99_000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00',
  '\u202eabc',
  `e${'\u0301'.repeat(1_000)}`,
  '👩🏾‍🦱',
  'Zoë',
  'Zoe\u0308',
  "'",
  '"',
  '\\',
  '--',
  '%',
  '_',
  '$'.concat('{7*7}'),
  '{{7*7}}',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  'a\r\nBcc: b@example.com',
  "=cmd|'/c'!A1",
  "1' or '1'='1",
  'a & | !',
  '9999-12-31T23:59:59Z',
  '0001-01-01T00:00:00Z',
  '2026-02-30T10:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2027-04-04T02:30:00+25:00',
  '2027-01-01T24:00:00Z',
  '2026-12-31T23:59:60Z',
  '2027-01-01T10:00',
  '1e309',
  'https://user:pw@example.com',
  'http://169.254.169.254/',
  'https://[::1]/',
  'x:a@b,c@d;',
  'Australia/Melbourne',
  'Etc/GMT+99',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
];
const numbers = [
  -1,
  0,
  1,
  -0,
  4.99,
  5.001,
  14,
  50.5,
  51,
  1_441,
  10_001,
  2 ** 31,
  2 ** 53 + 1,
  1e308,
  1.0000001,
  '5',
  [5],
  {},
  null,
  true,
];
const nobody = '00000000-0000-0000-0000-000000000000';
const ids = [
  '0',
  '-1',
  '9223372036854775808',
  nobody,
  '../',
  '%00',
  '%2e%2e%2f',
  'a'.repeat(101),
  ['a', 'b'],
  '1 or 1=1',
  '\u0000',
  '\ud800',
];
const others = [undefined, [], [[]], {}, { a: { b: 1 } }, [null], false, Array.from({ length: 1_000 }, (_, i) => i)];
const corpus: unknown[] = [...strings, ...numbers, ...ids, ...others];

const anything = fc.oneof(
  fc.constantFrom(...corpus),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.uuid(),
  fc.date({ noInvalidDate: false }).map(String),
  fc.jsonValue({ maxDepth: 4 }),
);

const leaks =
  /\bat \/|node_modules|select |insert into|update .* set|_(pkey|check|key|fkey|no_overlap)\b|syntax error|\.ts:\d/i;

/** The tables that calls write to, except those that count calls. */
const tables = [
  ...['users', 'professionals', 'professional_specializations', 'clients', 'services', 'availability', 'bookings'],
  ...['booking_services', 'busy_times', 'outbox', 'notifications', 'idempotency_keys', 'deliveries', 'images'],
  ...['professional_pictures', 'feedback', 'waitlist_entries', 'threads', 'thread_sides', 'messages'],
  ...['message_pictures', 'thread_reports', 'client_hair', 'hair_pictures', 'hair_shares'],
];

let lastWrite: () => Promise<string>;
beforeAll(async () => {
  lastWrite = await noteWrites(t, tables);
});

type Request = { url: string; payload?: string | Buffer; headers: Record<string, string> };

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The request of a route with the fields of `input` in path, query and body. Values of path and query become text. */
async function requestOf(
  { meta, method, template }: Route,
  input: Record<string, unknown>,
  token: string | undefined,
): Promise<Request> {
  const rest = { ...input };
  const path = urlOf(template).replace(/:(\w+)/g, (_, name: string) => {
    const value = textOf(rest[name]);
    delete rest[name];
    return value.isWellFormed() ? encodeURIComponent(value) : value.replaceAll(/[^\w.-]/g, '%ed%a0%80');
  });
  const query = new URLSearchParams();
  const bodyless = !takesBody(meta, method);
  const inQuery = Object.entries(rest).filter(([name]) => bodyless || meta.query?.includes(name));
  for (const [name, given] of inQuery) {
    for (const value of [given].flat().slice(0, 200)) query.append(name, textOf(value));
    delete rest[name];
  }
  const form = takesFiles(meta) ? await formOf(rest) : undefined;
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(bodyless ? {} : (form?.headers ?? { 'content-type': 'application/json' })),
  };
  return {
    url: query.size > 0 ? `${path}?${query}`.slice(0, 60_000) : path,
    headers,
    ...(bodyless ? {} : { payload: form?.payload ?? JSON.stringify(rest) }),
  };
}

/** The last write of the calls until now, to compare with after a refused one. */
let seen = '';

/** Must be called after a test has made rows. */
async function look(): Promise<void> {
  seen = await lastWrite();
}

async function expectHarmless(route: Route, request: Request): Promise<void> {
  const answer = await t.app.inject({ method: route.method, ...request });
  const what =
    `${route.method} ${request.url.slice(0, 300)} ` +
    `${request.payload?.toString().slice(0, 300) ?? ''}: ${answer.statusCode} ` +
    `${answer.body.slice(0, 300)}`;
  expect(answer.statusCode, what).toBeLessThan(500);
  const before = seen;
  await look();
  if (answer.statusCode < 400) return;
  expect(seen, what).toBe(before);
  const { detail, ...rest } = answer.json() as { detail: unknown };
  expect(rest, what).toEqual({});
  if (typeof detail === 'string') expect(detail, what).not.toMatch(leaks);
  else
    for (const one of detail as object[])
      expect(one, what).toEqual({
        loc: expect.any(Array),
        msg: expect.not.stringMatching(leaks),
        type: expect.any(String),
      });
}

/** The fields of a call: those of the row's input and those of the schema. */
function fieldsOf({ procedure }: Route, input: Record<string, unknown>): string[] {
  const [schema] = definitionOf(procedure).inputs;
  const fields = schema instanceof z.ZodPipe ? schema.in : schema;
  return [...new Set([...Object.keys(input), ...(fields instanceof z.ZodObject ? Object.keys(fields.shape) : [])])];
}

/**
 * Only a permitted caller reaches the schema. So one permitted and one refused caller suffice, except in a full run.
 */
function callersOf({ cells }: Row): CallerName[] {
  const served = callers.filter((caller) => cells[caller] < 300);
  return full
    ? [...callers]
    : served.slice(0, 1).concat(callers.filter((caller) => !served.includes(caller)).slice(0, 1));
}

const routeOf = (call: string) => routes.find(({ method, template }) => `${method} ${template}` === call);

describe.each(rights.map((row): [string, Row] => [row.about ? `${row.call} (${row.about})` : row.call, row]))(
  'A6, A8: %s',
  (_title, row) => {
    const route = routeOf(row.call);
    if (!route) throw new Error(`the router has no ${row.call}`);

    test('every field with values of the corpus', { timeout: full ? 600_000 : 120_000 }, async () => {
      for (const caller of callersOf(row)) {
        const input = (await row.input?.(world)) ?? {};
        const token = (await callerOf(world, row, caller))?.token;
        const served = row.cells[caller] < 300;
        await look();
        for (const [index, field] of fieldsOf(route, input).entries()) {
          const values = corpus.filter((_, at) => full || (served ? (at + index) % 6 === 0 : at % 40 === 0));
          // Well-formed ids pass the schema and reach the code that writes.
          const plausible = /ids?$/.test(field) ? [nobody, world.people.AD.userId, world.people.PX.professionalId] : [];
          for (const value of [...values, ...plausible])
            await expectHarmless(route, await requestOf(route, { ...input, [field]: value }, token));
        }
      }
    });

    test('generated inputs', { timeout: full ? 600_000 : 120_000 }, async () => {
      const inputs = (await row.input?.(world)) ?? {};
      const fields = fieldsOf(route, inputs);
      const [caller = 'AN'] = callersOf(row);
      const token = (await callerOf(world, row, caller))?.token;
      await look();
      const strange = fc.record(
        Object.fromEntries(fields.map((field) => [field, fc.option(anything, { nil: inputs[field], freq: 2 })])),
        {
          requiredKeys: [],
        },
      );
      await fc.assert(
        fc.asyncProperty(strange, async (input) =>
          expectHarmless(route, await requestOf(route, { ...inputs, ...input }, token)),
        ),
        { numRuns: generated, endOnFailure: true, interruptAfterTimeLimit: full ? 500_000 : 60_000 },
      );
    });

    const bodies = [
      undefined,
      'null',
      '[]',
      '"x"',
      '1',
      '{',
      '{}{}',
      '\u0000',
      '{"__proto__":{"id":1}}',
      '{"constructor":{"prototype":{"id":1}}}',
      '['.repeat(10_000),
      `{"id":1,"id":2}`,
    ];
    const types = [
      'application/json',
      'application/json;',
      'application/json\t;charset=x',
      'text/plain',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      'x',
      '',
    ];
    const queries = [
      'a[]=1',
      'id=1&id=2',
      '__proto__=1',
      '%',
      'limit=%zz',
      Array.from({ length: 1_000 }, (_, i) => `a${i}=1`).join('&'),
    ];

    test('every body, content type and query of the corpus', { timeout: 60_000 }, async () => {
      for (const caller of full ? callersOf(row) : callersOf(row).slice(0, 1)) {
        const input = (await row.input?.(world)) ?? {};
        const good = await requestOf(route, input, (await callerOf(world, row, caller))?.token);
        await look();
        for (const payload of bodies) {
          for (const type of payload === '{}{}' ? types : types.slice(0, 1)) {
            const headers = { ...good.headers, ...(type ? { 'content-type': type } : {}) };
            await expectHarmless(route, {
              ...good,
              headers,
              ...(payload === undefined ? { payload: '' } : { payload }),
            });
          }
        }
        for (const query of queries)
          await expectHarmless(route, { ...good, url: `${good.url}${good.url.includes('?') ? '&' : '?'}${query}` });
      }
    });
  },
);

test('A6: after all of it the process works and no user has changed, even if each body asks for another role', async () => {
  const admin = untouched.people.AD;
  const more = { role: 'admin', roles: ['admin'], user_id: admin.userId, email: admin.email, is_admin: true };
  for (const row of rights) {
    const route = routeOf(row.call);
    for (const caller of callersOf(row)) {
      // New for each caller, because the one before may have deleted it.
      // A form with a file has room for one more field.
      const extra = route && takesFiles(route.meta) ? { role: more.role } : more;
      const input = { ...extra, ...(await row.input?.(untouched)) };
      const answer =
        route &&
        (await t.app.inject({
          method: route.method,
          ...(await requestOf(route, input, (await callerOf(untouched, row, caller))?.token)),
        }));
      expect(answer?.statusCode, `${row.call} by ${caller}`).toBe(row.cells[caller]);
    }
  }
  for (const { people, tokenOf } of [world, untouched]) {
    for (const [name, person] of Object.entries(people)) {
      const { token } = (await tokenOf(name as CallerName)) ?? { token: '' };
      const me = (await t.app.inject({ url: '/users/me/', headers: { authorization: `Bearer ${token}` } })).json();
      const role = { C: 'client', P: 'professional', A: 'admin' }[name.slice(0, 1)];
      const { professionalId = null, clientId = null } = person as Partial<
        Record<'professionalId' | 'clientId', string>
      >;
      expect(me).toMatchObject({
        id: person.userId,
        role,
        email: person.email,
        professional_id: professionalId,
        client_id: clientId,
      });
    }
  }
  const admins = await t.deps.db.selectFrom('users').select('id').where('role', '=', 'admin').orderBy('id').execute();
  expect(admins.map(({ id }) => id)).toEqual([world.people.AD.userId, admin.userId].sort());
  expect((await t.app.inject('/readyz')).json()).toMatchObject({ status: 'ok', database: 'ok' });
  expect(({} as { id?: unknown }).id).toBeUndefined();
});
