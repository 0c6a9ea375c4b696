import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp } from '#server/http/app.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { useTestApp } from '#server/testing/app.ts';
import { feedOf, startCalendarServer } from '#server/testing/calendar-server.ts';
import { logged, tablesWith } from '#server/testing/canaries.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import type { BusyCalendar } from '#shared/busy-calendars.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';
import { readDueCalendars, readSlowCalendars } from './read-calendar.ts';
import { reencryptAddresses } from './reencrypt.ts';

const t = useTestApp();
let amara: ProfessionalPerson;
let server: Awaited<ReturnType<typeof startCalendarServer>>;
/** What each path answers, and how often it was asked; undefined: an error. */
const feeds = new Map<string, string | undefined>();
const asked: { path: string; etag: string | undefined }[] = [];
/** Answers wait for it, and for what a test does when it is asked. */
let gate: Promise<void> = Promise.resolve();
let onAsked: ((path: string) => Promise<void>) | undefined;

beforeAll(async () => {
  server = await startCalendarServer(async (request, answer) => {
    const path = request.url ?? '';
    const etag = request.headers['if-none-match'];
    asked.push({ path, etag });
    await gate;
    await onAsked?.(path);
    const feed = feeds.get(path);
    const tag = `"${feed?.length}"`;
    if (feed === undefined) answer.writeHead(500).end();
    else if (etag === tag) answer.writeHead(304).end();
    else answer.writeHead(200, { etag: tag }).end(feed);
  });
  t.deps.config.busyCalendarHosts.push(server.host);
});
afterAll(() => server.close());
beforeEach(async () => {
  amara = await t.make.professional();
  gate = Promise.resolve();
  onAsked = undefined;
});

const call = (name: string, input: Record<string, unknown> = {}, person = amara) => t.rest.call(person, name, input);
const tomorrow = Math.ceil(Date.now() / DAY) * DAY + DAY;
const stamp = (ms: number) => iso(ms).replace(/[-:]|\.\d+/g, '');
const busy = (start: number, hours = 1) => [`DTSTART:${stamp(start)}`, `DTEND:${stamp(start + hours * HOUR)}`];
const urlOf = (path: string) => `http://${server.host}${path}`;

async function add(path: string, feed = feedOf(busy(tomorrow + 9 * HOUR)), name = 'Private'): Promise<BusyCalendar> {
  feeds.set(path, feed);
  const { status, body } = await call('busyCalendars.add', { url: urlOf(path), name });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as BusyCalendar;
}

type Listed = { available_slots: { start_time: string }[] };

async function startsOf(service: string, from = tomorrow): Promise<string[]> {
  const range = { id: amara.professionalId, service_ids: [service], from: iso(from), to: iso(from + DAY) };
  const { body } = await call('availability.ofProfessional', range);
  return (body as Listed[]).flatMap(({ available_slots }) => available_slots.map((slot) => slot.start_time));
}

test('a calendar is added once it was read; its times are no free times, and free again without it', async () => {
  await t.make.window(amara.professionalId, tomorrow + 8 * HOUR, tomorrow + 12 * HOUR);
  const service = await t.make.service(amara.professionalId, { duration: 60 });
  const before = await startsOf(service);
  const calendar = await add(
    '/one?secret',
    feedOf(busy(tomorrow + 9 * HOUR), busy(tomorrow + 9.5 * HOUR), busy(Date.now() - 9 * HOUR)),
  );
  expect(calendar).toEqual({
    id: expect.any(String),
    name: 'Private',
    host: '127.0.0.1',
    state: 'ok',
    last_read_at: expect.any(String),
    problem: null,
    busy_count: 1,
  });
  expect((await call('busyCalendars.list')).body).toEqual([calendar]);
  const times = await call('busyCalendars.times', { from: iso(tomorrow), to: iso(tomorrow + DAY) });
  expect(times.body).toEqual([
    { start: iso(tomorrow + 9 * HOUR), end: iso(tomorrow + 10.5 * HOUR), calendar_id: calendar.id },
  ]);
  const free = before.filter((start) => {
    const at = Date.parse(start) - tomorrow;
    return at + HOUR <= 9 * HOUR || at >= 10.5 * HOUR;
  });
  expect([before.length > free.length, await startsOf(service)]).toEqual([true, free]);
  const zoe = await t.make.client();
  const booking = {
    professional_id: amara.professionalId,
    service_ids: [service],
    start_time: iso(tomorrow + 9 * HOUR),
  };
  expect((await call('bookings.create', booking, zoe as never)).status).toBe(409);
  for (let i = 0; i < 2; i++) expect((await call('busyCalendars.remove', { id: calendar.id })).status).toBe(204);
  expect([await startsOf(service), (await call('busyCalendars.list')).body]).toEqual([before, []]);
  const { encrypted_url } = await t.make.read('busy_calendars', calendar.id);
  expect(encrypted_url).toBeNull();
});

test('its times count as time off in searches by time, other times, series, the cancellation list and insights', async () => {
  await t.deps.search.start();
  const start = tomorrow + DAY;
  // Where it is noon, so that the list offers.
  const offset = ((12 - new Date().getUTCHours() + 36) % 24) - 12;
  const time_zone = offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
  amara = await t.make.professional({ time_zone });
  const zoe = await t.make.client();
  const service = await t.make.service(amara.professionalId, { service_duration_minutes: 60 });
  await t.make.window(amara.professionalId, start, start + HOUR);
  const elsewhere = await t.make.booking({
    professionalId: amara.professionalId,
    clientId: zoe.clientId,
    serviceIds: [service],
    start: start + 5 * HOUR,
    status: 'confirmed',
  });
  const ask = async (name: string, input: object, person: object | null = amara) => {
    const { status, body } = await t.rest.call(person as never, name, { ...input });
    expect([name, status]).toEqual([name, expect.toSatisfy((code) => code < 300)]);
    return body as never;
  };
  const day = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' }).format(at);
  const windows = [{ start: iso(start), end: iso(start + HOUR) }];
  const professional_id = amara.professionalId;
  /** What each of them says of the only hour that is open. */
  const seen = async () => {
    await runDueTransitions(t.deps.db);
    const [entry] = (await ask('cancellationList.mine', {}, zoe)) as { opening: object | null }[];
    const found: { results: { id: string }[] } = await ask(
      'professionals.list',
      { free_from: iso(start), free_to: iso(start + HOUR) },
      null,
    );
    const series: { state: string }[] = await ask('series.preview', {
      ...{ service_ids: [service], start_time: iso(start), every_weeks: 1, count: 1 },
    });
    const { open_minutes }: { open_minutes: number } = await ask('insights.show', {
      from: day(start - DAY),
      to: day(start + DAY),
    });
    return {
      offered: entry?.opening !== null,
      found: found.results.some(({ id }) => id === professional_id),
      series: series[0]?.state,
      open_minutes,
    };
  };
  const calendar = await add('/everywhere', feedOf(busy(start)));
  await ask('cancellationList.join', { professional_id, service_ids: [service], windows }, zoe);
  expect(await seen()).toEqual({ offered: false, found: false, series: 'off', open_minutes: 0 });
  const other = { id: elsewhere.bookingId, start_time: iso(start) };
  expect((await t.rest.call(zoe, 'reschedules.ask', other)).status).toBe(409);
  await ask('busyCalendars.remove', { id: calendar.id });
  // The one who waits has the hour now.
  expect(await seen()).toEqual({ offered: true, found: false, series: 'taken', open_minutes: 60 });
});

test('at most 5, none twice, none that brings nothing', async () => {
  await add('/1');
  const bad: [Record<string, unknown>, number][] = [
    [{ url: urlOf('/1'), name: 'Again' }, 409],
    [{ url: `${urlOf('/1')}#again`, name: 'Again' }, 409],
    [{ url: urlOf('/missing'), name: 'Missing' }, 422],
    [{ url: 'https://127.0.0.1/x', name: 'Inside' }, 422],
    [{ url: `${t.deps.config.publicUrl}/demo/busy-calendar.ics`, name: 'No demo' }, 422],
    [{ url: urlOf('/2'), name: ' ' }, 422],
    [{ url: urlOf('/2'), name: 'x'.repeat(101) }, 422],
    [{ url: `https://a.example/${'x'.repeat(2_048)}`, name: 'Long' }, 422],
    [{ name: 'No address' }, 422],
  ];
  for (const [input, expected] of bad) {
    const { status, body } = await call('busyCalendars.add', input);
    expect([input, status]).toEqual([input, expected]);
    expect(JSON.stringify(body)).not.toContain(server.host);
  }
  feeds.set('/html', '<html>');
  expect((await call('busyCalendars.add', { url: urlOf('/html'), name: 'x' })).body).toMatchObject({
    detail: [{ loc: ['body', 'url'], msg: expect.stringContaining('calendar') }],
  });
  for (const path of ['/2', '/3', '/4', '/5']) await add(path);
  expect((await call('busyCalendars.add', { url: urlOf('/6'), name: 'Sixth' })).status).toBe(409);
});

test('the worker reads what is due, with an ETag; what fails keeps its times, and is told once after a day', async () => {
  const { id } = await add('/due');
  const due = () => t.make.change('busy_calendars', id, { next_read_at: iso(0) });
  const list = async () => (await call('busyCalendars.list')).body as BusyCalendar[];
  asked.length = 0;
  await readDueCalendars(t.deps);
  expect(asked).toEqual([]);
  await due();
  await readDueCalendars(t.deps);
  expect(asked).toEqual([{ path: '/due', etag: expect.any(String) }]);
  feeds.set('/due', undefined);
  for (let i = 0; i < 2; i++) {
    await due();
    await readDueCalendars(t.deps);
  }
  expect(await list()).toMatchObject([
    { state: 'failing', problem: 'It answered with an error (500).', busy_count: 1 },
  ]);
  const told = async () => {
    await runDueTransitions(t.deps.db);
    await t.drain();
    const notifications = (await call('notifications.mine')).body as { message: string; link: string }[];
    return [notifications.length, t.inbox.to(amara.email).length];
  };
  expect(await told()).toEqual([0, 0]);
  await t.make.change('busy_calendars', id, { failing_since: iso(Date.now() - DAY) });
  for (let i = 0; i < 2; i++) expect(await told()).toEqual([1, 1]);
  feeds.set('/due', feedOf());
  expect((await call('busyCalendars.refresh', { id })).body).toMatchObject({
    state: 'ok',
    problem: null,
    busy_count: 0,
  });
});

const isDue = (ids: string[]) =>
  t.deps.db
    .updateTable('busy_calendars')
    .set({ next_read_at: iso(0) })
    .where('id', 'in', ids)
    .execute();

test('one calendar of a professional is read at a time, and one that answered late in a round of its own', async () => {
  const mine = [await add('/turn/a1'), await add('/turn/a2'), await add('/turn/a3')];
  amara = await t.make.professional();
  const { id: other } = await add('/turn/b');
  await isDue([...mine.map(({ id }) => id), other]);
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  asked.length = 0;
  const round = readDueCalendars(t.deps);
  await expect.poll(() => asked.length).toBe(2);
  await new Promise((done) => setTimeout(done, 2_100));
  expect(asked.map(({ path }) => path).sort()).toEqual(['/turn/a1', '/turn/b']);
  resolve();
  await round;
  expect(asked.map(({ path }) => path).sort()).toEqual(['/turn/a1', '/turn/a2', '/turn/a3', '/turn/b']);

  // Those two answered late: the next time the others do not wait for them, and once they are quick they are again.
  const read = async (round: typeof readDueCalendars) => {
    asked.length = 0;
    await round(t.deps);
    return asked.map(({ path }) => path).sort();
  };
  await isDue([...mine.map(({ id }) => id), other]);
  expect(await read(readDueCalendars)).toEqual(['/turn/a2', '/turn/a3']);
  expect(await read(readSlowCalendars)).toEqual(['/turn/a1', '/turn/b']);
  await isDue([other]);
  expect([await read(readSlowCalendars), await read(readDueCalendars)]).toEqual([[], ['/turn/b']]);
});

test('of a professional never two are read at once, however many readers look at the same moment', async () => {
  const ids: string[] = [];
  for (const who of ['x', 'y']) {
    amara = await t.make.professional();
    for (let n = 0; n < 4; n++) ids.push((await add(`/${who}/${n}`)).id);
  }
  const open = new Map<string, number>();
  let most = 0;
  onAsked = async (path) => {
    const who = path.split('/')[1] ?? '';
    open.set(who, (open.get(who) ?? 0) + 1);
    most = Math.max(most, ...open.values());
    await new Promise((done) => setTimeout(done, 5));
    open.set(who, (open.get(who) ?? 0) - 1);
  };
  for (let round = 0; round < 25; round++) {
    await isDue(ids);
    await Promise.all([readDueCalendars(t.deps), readDueCalendars(t.deps)]);
  }
  expect(most).toBe(1);
});

test('20 tries an hour to add a calendar; one that brings it does not count, nor one that reaches nobody', async () => {
  const attempt = async (url: string) => {
    const { status, headers } = await call('busyCalendars.add', { url, name: 'x' });
    return status === 429 ? [status, headers['retry-after']] : status;
  };
  await add('/tried');
  for (let i = 0; i < 18; i++) expect(await attempt(urlOf(`/none/${i}`))).toBe(422);
  for (const url of ['https://127.0.0.1/x', 'http://192.0.2.1/x', 'ftp://a.example/x'])
    expect(await attempt(url)).toBe(422);
  expect(await attempt(urlOf('/tried'))).toBe(409);
  await add('/tried-again');
  asked.length = 0;
  const more = await Promise.all(['a', 'b', 'c', 'd'].map((name) => attempt(urlOf(`/none/${name}`))));
  const refused = [429, expect.toSatisfy((wait) => Number(wait) > 3_500 && Number(wait) <= 3_600)];
  expect(more.sort((one, next) => Number(Array.isArray(one)) - Number(Array.isArray(next)))).toEqual([
    422,
    422,
    refused,
    refused,
  ]);
  expect(asked).toHaveLength(2);
  expect(await attempt(urlOf('/tried-more'))).toEqual(refused);
  amara = await t.make.professional();
  expect(await attempt(urlOf('/none/other'))).toBe(422);
});

test('a refresh during another read brings what that one brings; 60 an hour', async () => {
  const { id } = await add('/gated');
  feeds.set('/gated', feedOf());
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  asked.length = 0;
  const all = Promise.all(Array.from({ length: 5 }, () => call('busyCalendars.refresh', { id })));
  // All have been counted, and wait for the read.
  const counted = () =>
    t.deps.db
      .selectFrom('calendar_refreshes')
      .select('id')
      .where('professional_id', '=', amara.professionalId)
      .where('is_try', '=', false)
      .execute();
  await expect.poll(counted).toHaveLength(5);
  resolve();
  for (const { body } of await all) expect(body).toMatchObject({ busy_count: 0 });
  expect(asked.length).toBe(1);
  for (let i = 5; i < 60; i++) expect((await call('busyCalendars.refresh', { id })).status).toBe(200);
  const { status, headers } = await call('busyCalendars.refresh', { id });
  expect([status, Number(headers['retry-after'])]).toEqual([429, expect.toSatisfy((wait) => wait > 3_000)]);
});

test('bookings of ours in a feed, such as our own, are left out; a disabled professional is not read', async () => {
  const { clientId } = await t.make.client();
  const start = tomorrow + 9 * HOUR;
  const { bookingId } = await t.make.booking({
    professionalId: amara.professionalId,
    clientId,
    start,
    status: 'confirmed',
  });
  const one = ['BEGIN:VEVENT', 'UID:one', ...busy(start + 3 * HOUR), 'END:VEVENT'];
  const own = (await call('bookings.byId', { id: bookingId })).body as { calendar_url: string };
  const { url } = (await call('calendar.createFeed')).body as { url: string };
  const [file = '', feed = ''] = await Promise.all(
    [own.calendar_url, url.replace('webcal:', 'https:')].map(async (address) => {
      const { body, statusCode } = await t.app.inject({ url: new URL(address).pathname });
      expect(statusCode).toBe(200);
      return body;
    }),
  );
  const { id, busy_count } = await add('/own', feed.replace('END:VCALENDAR', [...one, 'END:VCALENDAR'].join('\r\n')));
  expect([busy_count, (await add('/own-file', file)).busy_count]).toEqual([1, 0]);
  const professional = amara;
  amara = await t.make.professional();
  for (const [path, text] of [
    ['/others', feed],
    ['/others-file', file],
  ] as const) {
    const { id } = await add(path, text);
    const { body } = await call('busyCalendars.times', { from: iso(start - DAY), to: iso(start + DAY) });
    expect(body).toContainEqual({ calendar_id: id, start: iso(start), end: expect.any(String) });
  }
  amara = professional;
  await t.make.change('professionals', amara.professionalId, { user_is_active: false });
  await t.make.change('busy_calendars', id, { next_read_at: iso(0) });
  asked.length = 0;
  await readDueCalendars(t.deps);
  expect(asked).toEqual([]);
});

test('without a key nothing is set up', async () => {
  const { secretsKey, ...deps } = t.deps;
  expect(secretsKey?.length).toBe(32);
  await readDueCalendars(deps);
  delete t.deps.secretsKey;
  const answer = await call('busyCalendars.add', { url: urlOf('/1'), name: 'x' });
  Object.assign(t.deps, { secretsKey });
  expect(answer).toMatchObject({ status: 409, body: { detail: 'Busy calendars are not set up here.' } });
});

test('another key opens every address; with a key that does not, a calendar fails and says so', async () => {
  const { id } = await add('/rekeyed');
  const secretsKey = t.deps.secretsKey as Buffer;
  const next = Buffer.alloc(32, 7);
  const refreshed = async (key: Buffer) => {
    Object.assign(t.deps, { secretsKey: key });
    const { body } = await call('busyCalendars.refresh', { id });
    Object.assign(t.deps, { secretsKey });
    return body;
  };
  expect(await reencryptAddresses(t.deps.db, Buffer.alloc(32, 8), next)).toMatchObject({ changed: 0 });
  expect((await reencryptAddresses(t.deps.db, secretsKey, next)).left).toBe(0);
  expect(await refreshed(next)).toMatchObject({ state: 'ok' });
  expect(await refreshed(secretsKey)).toMatchObject({
    state: 'failing',
    problem: expect.stringContaining('Remove it'),
  });
  await reencryptAddresses(t.deps.db, next, secretsKey);
  expect((await call('busyCalendars.add', { url: urlOf('/rekeyed'), name: 'Again' })).status).toBe(409);
});

test('S20: an address stands in no answer, log, job, mail, export or table, and its key in no table, so in no backup', async () => {
  const { deps, lines } = logged(t.deps);
  const app = await buildApp(deps);
  const headers = { authorization: `Bearer ${amara.token}` };
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    (await app.inject({ method, url, headers, ...(payload && { payload }) })).body;
  const path = '/canary-5d1e?token=canary-9b2f';
  const payload = { url: urlOf(path), name: 'Private' };
  const failed = await ask('POST', '/busy-calendars/', payload);
  feeds.set(path, feedOf());
  const added = await ask('POST', '/busy-calendars/', payload);
  const again = await ask('POST', '/busy-calendars/', payload);
  feeds.set(path, undefined);
  const { id } = JSON.parse(added) as BusyCalendar;
  const refreshed = await ask('POST', `/busy-calendars/${id}/refresh`);
  const ofOne = () => t.deps.db.updateTable('busy_calendars').where('id', '=', id);
  await ofOne()
    .set({ next_read_at: iso(0), failing_since: iso(Date.now() - DAY) })
    .execute();
  await readDueCalendars(deps);
  await runDueTransitions(t.deps.db);
  await t.drain();
  const [mail] = t.inbox.to(amara.email);
  expect(mail?.text).toContain('Private');
  const answers = [await ask('GET', '/busy-calendars/'), await ask('GET', '/notifications/me')];
  const exported = await ask('GET', '/users/me/export');
  await app.close();
  expect([refreshed, lines.length > 0, exported]).toEqual([
    expect.stringContaining('failing'),
    true,
    expect.stringContaining(amara.email),
  ]);
  expect(JSON.parse(exported).busy_calendars).toEqual([
    {
      ...{ id, name: 'Private', state: 'failing', problem: 'It answered with an error (500).' },
      ...{ created_at: expect.any(String), last_read_at: expect.any(String) },
    },
  ]);
  for (const text of [failed, added, again, refreshed, ...answers, exported, mail?.raw, lines.join('')])
    expect(text).not.toMatch(/canary-/);
  const kept = t.deps.db.selectFrom('busy_calendars').select('encrypted_url').where('id', '=', id);
  expect((await kept.executeTakeFirstOrThrow()).encrypted_url?.includes('canary-')).toBe(false);
  const key = t.deps.secretsKey as Buffer;
  const secrets = ['canary-', key.toString('base64'), key.toString('hex')];
  expect(await tablesWith(t.deps, [id])).toContain('busy_calendars');
  expect(await tablesWith(t.deps, secrets)).toEqual([]);
});
