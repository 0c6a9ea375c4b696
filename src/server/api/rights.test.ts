import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { definitionOf } from '#server/http/definition.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { type Route, routes } from '#server/http/rest.ts';
import { type Answer, type Api, useTestApp } from '#server/testing/app.ts';
import { full } from '#server/testing/repetitions.ts';
import { callerOf, type Row, rights, rightsOfHidden } from '#server/testing/rights.ts';
import { type CallerName, callers, useWorld } from '#server/testing/world.ts';
import { noteWrites } from '#server/testing/writes.ts';

const t = useTestApp({ LOGIN_MAX_FAILURES_PER_ADDRESS: '0' }, { store: true });
const world = useWorld(t);

const roleOf: Record<CallerName, string | undefined> = {
  AN: undefined,
  CO: 'client',
  CX: 'client',
  PO: 'professional',
  PX: 'professional',
  AD: 'admin',
};
const apis = ['rest', 'trpc'] as const;
const callOf = ({ method, template }: Route) => `${method} ${template}`;
const titleOf = ({ call, about }: Row) => (about ? `${call} (${about})` : call);
const all = [...rights, ...rightsOfHidden];
const cases = all.map((row): [string, Row] => [titleOf(row), row]);
/** Calls whose body or answer is a file may be REST's alone. */
const casesOver = (name: (typeof apis)[number]) =>
  cases.filter(([, row]) => name === 'rest' || !routeOf(row).meta.onlyRest);
/** Of what holds for a call by whichever API it is made: all over REST, and over tRPC a part that keeps that true. */
const partOver = (name: (typeof apis)[number]) =>
  casesOver(name).filter((_, index) => full || name === 'rest' || index % 5 === 0);

function routeOf({ call }: Row): Route {
  const route = routes.find((one) => callOf(one) === call);
  if (!route) throw new Error(`the router has no ${call}: the row stands in the wrong list`);
  return route;
}

/** Calls with an input that no call has used before, or with a `given` one. */
async function callRow(
  api: Api,
  row: Row,
  caller: { token: string } | null,
  given?: Record<string, unknown>,
): Promise<Answer> {
  return api.call(caller, routeOf(row).name, given ?? (await row.input?.(world)));
}

/** The status that a caller gets for an object that does not exist. */
function unknownStatus(row: Row, caller: CallerName): number {
  const { access } = routeOf(row).meta;
  const role = roleOf[caller];
  if (access && !role) return 401;
  if (access && !access.some((one) => one === role)) return 403;
  return 404;
}

/** What public pages show of these rows, by their columns that no page shows. */
const rowsOfPages = {
  professionals: "'first_steps', 'pay_to_since', 'deposit_percent', 'deposit_who', 'updated_at', 'waits_for'",
  professional_specializations: '',
  services: "'updated_at'",
  professional_pictures: '',
  images: '',
  availability: "'updated_at'",
  hour_schedules: '',
  hour_dates: '',
  time_off: '',
  calendar_times: '',
  busy_times: '',
  reviews: '',
};

let lastWrite: () => Promise<string>;
beforeAll(async () => {
  lastWrite = await noteWrites(t, Object.keys(rowsOfPages));
});
let seen = { written: '', shown: '' };

/** All of them in one text, in which any change shows; read again once one was written. */
async function shownByPages(): Promise<string> {
  const written = await lastWrite();
  if (written !== seen.written) seen = { written, shown: await readShown() };
  return seen.shown;
}

async function readShown(): Promise<string> {
  const sums = Object.entries(rowsOfPages).map(
    ([table, unseen]) =>
      `select '${table}' || count(*) || ' ' || coalesce(sum(hashtext((to_jsonb(r) - array[${unseen}]::text[])::text)::bigint), 0)
        as sum from ${table} r`,
  );
  const { rows } = await t.deps.pool.query(
    `select string_agg(sum, E'\n') as shown from (${sums.join(' union all ')}) sums`,
  );
  return rows[0].shown;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const document = openApiDocument() as {
  paths: Record<string, Record<string, { responses: Record<string, Documented> }>>;
};
type Documented = { content?: Record<string, { schema: object }> };

/** By a schema's text: most routes describe the same errors. */
const validators = new Map<string, ReturnType<typeof ajv.compile>>();
function validatorOf(schema: object) {
  const text = JSON.stringify(schema);
  const validator = validators.get(text) ?? ajv.compile(schema);
  validators.set(text, validator);
  return validator;
}

/** Reliability A7: the OpenAPI document has this status, and the body fits its schema. */
function expectDocumented({ method, template, meta }: Route, { status, body }: Answer): void {
  const documented = document.paths[template]?.[method.toLowerCase()]?.responses[status];
  expect(documented, `${method} ${template} does not document ${status}`).toBeDefined();
  const schema = documented?.content?.[status < 300 && meta.media ? meta.media : 'application/json']?.schema;
  const valid = schema && validatorOf(schema);
  if (valid) expect(valid(body), `${method} ${template} ${status}: ${ajv.errorsText(valid.errors)}`).toBe(true);
  else expect(body).toBeUndefined();
}

test('A1: every route has rows in the table, and every row a route', () => {
  const calls = new Set(rights.map(({ call }) => call));
  const there = routes.map(callOf);
  const table = 'the table in src/server/testing/rights.ts';
  const withoutRow = there.filter((call) => !calls.has(call));
  expect(withoutRow, `${table} does not say who may call these: add a row for each`).toEqual([]);
  const withoutRoute = all.map(({ call }) => call).filter((call) => !there.includes(call));
  expect(withoutRoute, `${table} has rows of calls that are not there`).toEqual([]);
});

describe.each(apis)('A1, A7: rights over %s', (name) => {
  test.each(casesOver(name))('%s', async (_title, row) => {
    const got: Record<string, number> = {};
    const { procedure, meta } = routeOf(row);
    // Both APIs call one procedure.
    const leavesPages = name === 'rest' && !meta.changesPages && definitionOf(procedure).type === 'mutation';
    for (const caller of callers) {
      const input = await row.input?.(world);
      const asked = await callerOf(world, row, caller);
      const shown = leavesPages && (await shownByPages());
      const answer = await callRow(t[name], row, asked, input);
      got[caller] = answer.status;
      if (leavesPages)
        expect(await shownByPages(), `${row.call} changes public pages, and its meta does not say so`).toBe(shown);
      if (name === 'rest') expectDocumented(routeOf(row), answer);
      if (answer.status >= 400) expect(Object.keys(answer.body as object)).toEqual(['detail']);
    }
    expect(got).toEqual(row.cells);
  });

  const byId = partOver(name).filter(([, row]) => routeOf(row).params.includes('id'));
  test.each(byId)('%s: unknown and malformed ids', async (_title, row) => {
    const { CO, PO, AD } = world.people;
    const otherTables = row.ofUser ? [await world.service()] : [AD.userId, CO.userId, PO.userId];
    const foreign = [randomUUID(), ...otherTables];
    const malformed = [
      '0',
      '-1',
      '9223372036854775808',
      'x',
      '../',
      '%00',
      '%2e%2e%2f',
      '1 or 1=1',
      'a'.repeat(101),
      `${randomUUID()}0`,
      '\u0000',
    ];
    const input = await row.input?.(world);
    let isRead = false;
    for (const caller of callers) {
      const asked = await world.tokenOf(caller);
      const expected = unknownStatus(row, caller);
      // Whoever may not call it is refused before the id is read; it is read the same for all others.
      for (const id of full || expected === 404 ? foreign : foreign.slice(0, 1)) {
        const { status } = await callRow(t[name], row, asked, { ...input, id });
        expect([caller, id, status]).toEqual([caller, id, row.unknown?.[caller] ?? expected]);
      }
      const isWhole = full || (expected === 404 && !isRead);
      isRead ||= expected === 404;
      for (const id of isWhole ? malformed : malformed.slice(0, 2)) {
        const answer = await callRow(t[name], row, asked, { ...input, id });
        expect([caller, id, answer.status]).toEqual([caller, id, expected]);
        if (expected === 404) expect(answer.body).toMatchObject({ detail: expect.stringMatching(/ not found$/) });
      }
    }
  });

  /** Callers without a valid session, made once: no call uses them up. */
  const spoiled: [what: string, caller: string, asked: { token: string } | null][] = [];
  beforeAll(async () => {
    const { db, config } = t.deps;
    expect(config.sessionTtlDays).toBe(30);
    for (const role of ['client', 'professional', 'admin'] as const) {
      const [expired, ended, disabled] = [await t.make.user(role), await t.make.user(role), await t.make.user(role)];
      await db
        .updateTable('sessions')
        .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
        .where('user_id', '=', expired.userId)
        .execute();
      await db.deleteFrom('sessions').where('user_id', '=', ended.userId).execute();
      await db.updateTable('users').set({ is_active: false }).where('id', '=', disabled.userId).execute();
      const ofRole: typeof spoiled = [
        ['expired', role, expired],
        ['ended', role, ended],
        ['disabled', role, disabled],
      ];
      // Whether a session counts is known before whose it is.
      spoiled.push(...(full ? ofRole : ofRole.slice(spoiled.length, spoiled.length + 1)));
    }
    spoiled.push(['unknown', 'nobody', { token: 'x'.repeat(43) }]);
  });

  test.each(partOver(name))(
    '%s: an unknown, expired or ended token, or one of a disabled user, counts as no token',
    async (_title, row) => {
      // A call that is refused uses nothing up.
      const unused = row.cells.AN === 401 ? await row.input?.(world) : undefined;
      for (const [what, caller, asked] of spoiled) {
        const { status, body } = await callRow(t[name], row, asked, unused);
        expect([what, caller, status]).toEqual([what, caller, row.cells.AN]);
        if (status === 401) expect(body).toEqual({ detail: 'Not authenticated' });
      }
    },
  );

  test('a changed role counts from the next call on', async () => {
    const person = await t.make.client();
    expect((await t[name].call(person, 'services.mine')).status).toBe(403);
    await t.make.change('users', person.userId, { role: 'professional' });
    const professional = {
      user_id: person.userId,
      display_name: 'Now',
      professional_type: 'barber',
      location: 'Perth',
    };
    await t.make.row('professionals', professional);
    expect((await t[name].call(person, 'services.mine')).status).toBe(200);
    expect((await t[name].call(person, 'auth.me')).body).toMatchObject({ role: 'professional' });
  });
});

/** The answer without the headers that differ in every answer. */
const said = ({ status, body, headers }: Answer) => ({
  status,
  body,
  headers: { ...headers, 'x-request-id': '', date: '' },
});

describe.each(apis)('A2: over %s, a hidden object gets the same answer as one that does not exist', (name) => {
  const hidden = partOver(name).filter(
    ([, row]) => routeOf(row).params.includes('id') && Object.values(row.cells).includes(404),
  );
  test.each(hidden)('%s', async (_title, row) => {
    for (const caller of callers.filter((one) => row.cells[one] === 404)) {
      const asked = await world.tokenOf(caller);
      const denied = await callRow(t[name], row, asked);
      const input = await row.input?.(world);
      const hides = routeOf(row).params.includes('message_id')
        ? 'message_id'
        : input && 'booking_id' in input
          ? 'booking_id'
          : 'id';
      const missing = await callRow(t[name], row, asked, { ...input, [hides]: randomUUID() });
      expect([caller, said(denied)]).toEqual([caller, said(missing)]);
    }
  });
});

describe.each(apis)('A3: over %s, a visitor reads no user’s or client’s data', (name) => {
  const open = rights.filter((row) => definitionOf(routeOf(row).procedure).type === 'query' && row.cells.AN === 200);
  test.each(open.map((row): [string, Row] => [titleOf(row), row]))('%s', async (_title, row) => {
    const users = await t.deps.db.selectFrom('users').select(['id', 'email', 'username']).execute();
    const clients = await t.deps.db
      .selectFrom('clients')
      .select(['id', 'phone_number', 'first_name', 'last_name'])
      .execute();
    // A review has its author's first name.
    const isSigned = row.call === 'GET /professionals/{id}/reviews';
    const canaries = [
      ...users,
      ...clients.map(({ first_name, ...rest }) => ({ ...rest, ...(isSigned ? {} : { first_name }) })),
    ]
      .flatMap((person) => Object.values(person))
      .filter((value) => value !== null && value !== '');
    expect(canaries.length).toBeGreaterThan(20);
    const answer = await callRow(t[name], row, null);
    expect(answer.status).toBe(200);
    const text = JSON.stringify([answer.body, answer.headers]);
    expect([...new Set(canaries)].filter((canary) => text.includes(String(canary)))).toEqual([]);
  });
});

test.each([
  ['PUT', '/services/my', 'GET, HEAD'],
  ['DELETE', '/services/my/', 'GET, HEAD'],
  ['DELETE', '/image/upload', 'POST'],
  ['PATCH', '/bookings/walk-in', 'POST'],
] as const)('A12: %s %s is no call of {id}, whoever asks and whatever the body', async (method, url, allow) => {
  for (const caller of callers) {
    const token = (await world.tokenOf(caller))?.token;
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await t.app.inject({ method, url, headers, payload: '{bad' });
    expect([caller, answer.statusCode, answer.json(), answer.headers.allow]).toEqual([
      caller,
      405,
      { detail: 'Method not allowed' },
      allow,
    ]);
  }
});
