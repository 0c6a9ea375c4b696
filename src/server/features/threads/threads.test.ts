import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { startSession } from '#server/features/auth/sessions.ts';
import { sweepImages } from '#server/features/images/upload-image.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import type { ClientPerson, Person, ProfessionalPerson } from '#server/testing/make.ts';
import { password } from '#server/testing/make.ts';
import type { Overview } from '#shared/admin.ts';
import { DAY } from '#shared/constants.ts';
import type { Message, Thread, ThreadReport } from '#shared/threads.ts';
import { deleteOldPictures } from './queries.ts';

const t = useTestApp({}, { store: true });
const unknown = '01890000-0000-7000-8000-000000000000';

let amara: ProfessionalPerson;
let zuri: ClientPerson;
beforeEach(async () => {
  amara = await t.make.professional();
  zuri = await t.make.client({ first_name: 'Zuri', last_name: 'Sow' });
});

/** An app at a later time, at which both have logged in again. */
async function longAfter(shift: string): Promise<TestApp> {
  const app = await t.at(shift);
  const { db, config } = app.deps;
  zuri = { ...zuri, ...(await startSession(db, config, zuri.userId)) };
  amara = { ...amara, ...(await startSession(db, config, amara.userId)) };
  return app;
}

async function stateAt(shift: string, id: string): Promise<string> {
  const app = await longAfter(shift);
  return (await threadOf(zuri, id, app)).state;
}

type Started = { thread: Thread; message: Message };
const api = (app: TestApp = t) => app.rest;
const start = (text = 'Do you have colour 27?', more: object = {}, app = t) =>
  api(app).call(zuri, 'threads.start', { professional_id: amara.professionalId, text, ...more });
const answer = (id: string, text = 'Yes!', app = t) => api(app).call(amara, 'threads.write', { id, text });
const write = (as: Person, id: string, text: string, more: object = {}, app = t) =>
  api(app).call(as, 'threads.write', { id, text, ...more });
const threadOf = async (as: Person, id: string, app = t) =>
  (await api(app).call(as, 'threads.byId', { id })).body as Thread;
const messagesOf = async (as: Person, id: string) =>
  (await api().call(as, 'threads.messages', { id })).body as Message[];
const unreadOf = async (as: Person) => (await api().call(as, 'threads.unread')).body;
const notificationsOf = async (as: Person, app = t) =>
  (await api(app).call(as, 'notifications.mine')).body as { message: string; link: string; is_read: boolean }[];

/** A confirmed booking of the two for tomorrow, and their thread. */
async function booked(status: 'confirmed' | 'completed' = 'confirmed', daysAgo = -1): Promise<string> {
  const start = Date.now() - daysAgo * DAY;
  await t.make.booking({ professionalId: amara.professionalId, clientId: zuri.clientId, status, start });
  const { body } = await api().call(zuri, 'threads.start', { professional_id: amara.professionalId, text: 'Hello' });
  return (body as Started).thread.id;
}
const refused = (status: number, detail: string) => ({ status, body: { detail } });
const closed = refused(409, 'This conversation is closed.');
const blocked = refused(409, 'You cannot write in this conversation.');

async function picture(as: Person, size = { width: 60, height: 40 }) {
  const file = await sharp({ create: { ...size, channels: 3, background: '#4a1942' } })
    .jpeg()
    .toBuffer();
  return api().call(as, 'threads.addPicture', { file });
}
const pictureId = async (as: Person) => ((await picture(as)).body as { id: string }).id;

async function stored(folder: 'images' | 'private' = 'private'): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of t.deps.images.storedBefore(Date.now() + DAY, folder)) keys.push(...page);
  return keys;
}
const keyOf = async (id: string) =>
  (await t.deps.db.selectFrom('message_pictures').select('storage_key').where('id', '=', id).executeTakeFirst())
    ?.storage_key;

test('a request: one message until the answer, then both write; it closes 30 days after the last message', async () => {
  const asked = await start();
  expect(asked.status).toBe(201);
  const { thread, message } = asked.body as Started;
  expect(message).toEqual({
    id: expect.any(String),
    from: 'client',
    text: 'Do you have colour 27?',
    pictures: [],
    sent_at: expect.stringMatching(/Z$/),
    deleted: false,
    quote: null,
  });
  expect(thread).toEqual({
    id: expect.any(String),
    state: 'request',
    professional: { id: amara.professionalId, display_name: 'Amara Okafor' },
    client: { id: zuri.clientId, first_name: 'Zuri', last_name: 'Sow' },
    last: { from: 'client', text: 'Do you have colour 27?', sent_at: message.sent_at },
    unread: 0,
  });
  const wait = refused(409, 'Please wait for an answer first.');
  expect(await start('Hello?')).toMatchObject(wait);
  expect(await write(zuri, thread.id, 'Hello?')).toMatchObject(wait);
  expect((await api().call(zuri, 'threads.deleteMessage', { id: thread.id, message_id: message.id })).status).toBe(204);
  expect(await start('A deleted one counts')).toMatchObject(wait);
  // It opens no profile.
  expect((await api().call(amara, 'clients.byId', { id: zuri.clientId })).status).toBe(404);
  expect((await answer(thread.id)).status).toBe(201);
  expect(await threadOf(zuri, thread.id)).toMatchObject({ state: 'open', unread: 1 });
  expect((await start('Great')).body).toMatchObject({ thread: { id: thread.id, state: 'open', unread: 0 } });
  const later = await longAfter('30 days 1 minute');
  expect(await threadOf(zuri, thread.id, later)).toMatchObject({ state: 'closed' });
  for (const as of [zuri, amara]) expect(await write(as, thread.id, 'Hi', {}, later)).toMatchObject(closed);
  expect(await api(later).call(amara, 'threads.start', { client_id: zuri.clientId, text: 'Hi' })).toMatchObject(closed);
  // The same thread goes on as a new request.
  expect(await start('Still there?', {}, later)).toMatchObject({
    status: 201,
    body: { thread: { id: thread.id, state: 'request' } },
  });
  expect(await stateAt('61 days', thread.id)).toBe('closed');
});

test('a booking opens a thread until 30 days after it ends, for a client who asked before, too', async () => {
  const { thread } = (await start()).body as Started;
  await booked('completed', 20);
  expect(await threadOf(zuri, thread.id)).toMatchObject({ state: 'open' });
  expect((await write(zuri, thread.id, 'One more')).status).toBe(201);
  const cancelled = {
    cancelled_at: new Date().toISOString(),
    status: 'cancelled',
    cancelled_by: 'client',
    due_at: null,
  };
  await t.deps.db.updateTable('bookings').set(cancelled).where('client_id', '=', zuri.clientId).execute();
  await t.make.change('threads', thread.id, { requested_at: null });
  expect(await stateAt('29 days', thread.id)).toBe('open');
  expect(await stateAt('31 days', thread.id)).toBe('closed');
});

test('a professional writes first to their clients alone, and not once visits are long ago', async () => {
  const first = (client_id: string) => api().call(amara, 'threads.start', { client_id, text: 'I am late' });
  expect(await first(zuri.clientId)).toMatchObject(refused(404, 'Client not found'));
  expect(await first(unknown)).toMatchObject(refused(404, 'Client not found'));
  const given = { professionalId: amara.professionalId, clientId: zuri.clientId };
  await t.make.booking({ ...given, status: 'completed', start: Date.now() - 40 * DAY });
  expect(await first(zuri.clientId)).toMatchObject(closed);
  await t.make.booking({ ...given, status: 'confirmed' });
  expect(await first(zuri.clientId)).toMatchObject({ status: 201, body: { message: { from: 'professional' } } });
});

test('bookings of a guest that a client claimed open a thread to the client; to the professional it is a request', async () => {
  const { bookingId } = await t.make.booking({
    professionalId: amara.professionalId,
    clientId: zuri.clientId,
    status: 'completed',
    start: Date.now() - DAY,
  });
  const guest = { professional_id: amara.professionalId, name: 'Zuri' };
  const id = await t.make.row('contacts', guest);
  await t.make.change('bookings', bookingId, { guest_id: id, written_in: true });
  expect((await api().call(amara, 'threads.start', { client_id: zuri.clientId, text: 'Hi' })).status).toBe(404);
  const { thread } = (await start()).body as Started;
  expect(thread.state).toBe('open');
  expect((await write(zuri, thread.id, 'And another')).status).toBe(201);
  expect(await threadOf(amara, thread.id)).toMatchObject({ state: 'request' });
  expect((await answer(thread.id)).status).toBe(201);
  expect(await threadOf(amara, thread.id)).toMatchObject({ state: 'open' });
});

test('whom one writes to: the other side by its own field; nobody who is inactive, disabled or gone', async () => {
  const both = { professional_id: amara.professionalId, client_id: zuri.clientId, text: 'Hi' };
  for (const [as, input] of [
    [zuri, { text: 'Hi' }],
    [zuri, { client_id: zuri.clientId, text: 'Hi' }],
    [zuri, both],
    [amara, { professional_id: amara.professionalId, text: 'Hi' }],
    [amara, both],
  ] as const)
    expect([input, (await api().call(as, 'threads.start', input)).status]).toEqual([input, 422]);
  const id = await booked();
  const away = async (table: 'professionals' | 'users', where: string, is_active: boolean) =>
    t.deps.db.updateTable(table).set({ is_active }).where('id', '=', where).execute();
  await away('professionals', amara.professionalId, false);
  expect(await start()).toMatchObject(refused(404, 'Professional not found'));
  for (const as of [zuri, amara]) expect(await write(as, id, 'Hi')).toMatchObject(closed);
  await away('professionals', amara.professionalId, true);
  await away('users', zuri.userId, false);
  expect(await threadOf(amara, id)).toMatchObject({ state: 'closed' });
  const first = await api().call(amara, 'threads.start', { client_id: zuri.clientId, text: 'Hi' });
  expect(first).toMatchObject(refused(404, 'Client not found'));
  await away('users', zuri.userId, true);
  expect(await threadOf(amara, id)).toMatchObject({ state: 'open' });
});

test('text: 1 to 2,000 characters that show something, kept as sent; none needed beside a picture', async () => {
  const id = await booked();
  for (const text of [
    '',
    '   \n',
    '\u200b',
    '\ufe0f',
    '\u20e3\u0301',
    'a\u0000b',
    'a\ud800',
    'x'.repeat(2_001),
    undefined,
    5,
  ])
    expect([text, (await write(zuri, id, text as string)).status]).toEqual([text, 422]);
  const kept = '  two spaces,\n<b>markup</b> 👩🏾‍🦱  ';
  expect((await write(zuri, id, kept)).body).toMatchObject({ text: kept });
  expect((await write(zuri, id, 'x'.repeat(2_000))).status).toBe(201);
  expect((await threadOf(zuri, id)).last.text).toBe('x'.repeat(200));
  expect((await write(zuri, id, `${'x'.repeat(195)}👨‍👩‍👧‍👦`)).status).toBe(201);
  expect((await threadOf(zuri, id)).last.text).toBe('x'.repeat(195));
  const picture_ids = [await pictureId(zuri)];
  expect((await write(zuri, id, ' ', { picture_ids })).status).toBe(422);
  expect((await write(zuri, id, '', { picture_ids })).body).toMatchObject({
    text: '',
    pictures: [{ id: picture_ids[0] }],
  });
});

test('messages stand newest first, in pages before one of them; ids never run back, whoever writes at once', async () => {
  const id = await booked();
  await Promise.all(Array.from({ length: 12 }, (_, i) => write(i % 2 ? zuri : amara, id, `Number ${i}`)));
  const { headers } = await api().call(amara, 'threads.messages', { id, limit: 3 });
  expect(headers['x-total-count']).toBe('13');
  const all = await messagesOf(zuri, id);
  expect(all.map((one) => one.id)).toEqual(
    all
      .map((one) => one.id)
      .sort()
      .reverse(),
  );
  expect(new Set(all.map((one) => one.id)).size).toBe(13);
  const before = all[4]?.id;
  expect((await api().call(zuri, 'threads.messages', { id, before, limit: 2 })).body).toEqual(all.slice(5, 7));
  expect((await api().call(zuri, 'threads.messages', { id, before: unknown })).status).toBe(404);
  expect((await api().call(zuri, 'threads.messages', { id, before: 'x' })).status).toBe(422);
  const threads = await api().call(zuri, 'threads.list');
  expect([threads.headers['x-total-count'], threads.body]).toMatchObject(['1', [{ id, last: { text: all[0]?.text } }]]);
  const other = await t.make.client();
  await api().call(other, 'threads.start', { professional_id: amara.professionalId, text: 'Hello' });
  const found = await api().call(amara, 'threads.list', { client_id: zuri.clientId });
  expect([found.headers['x-total-count'], found.body]).toMatchObject(['1', [{ id }]]);
  expect((await api().call(zuri, 'threads.list', { client_id: other.clientId })).body).toEqual([]);
});

test('read marks go forward, each side its own; writing reads what was before', async () => {
  const id = await booked();
  for (const text of ['One', 'Two']) await answer(id, text);
  expect(await unreadOf(zuri)).toEqual({ threads: 1, messages: 2 });
  expect(await unreadOf(amara)).toEqual({ threads: 0, messages: 0 });
  const [two, one] = await messagesOf(zuri, id);
  const read = (as: Person, message_id?: string) => api().call(as, 'threads.read', { id, message_id });
  expect((await read(zuri, two?.id)).status).toBe(204);
  expect((await read(zuri, one?.id)).status).toBe(204);
  expect(await unreadOf(zuri)).toEqual({ threads: 0, messages: 0 });
  expect((await read(zuri, unknown)).status).toBe(404);
  expect((await read(zuri, 'x')).status).toBe(422);
  await answer(id, 'Three');
  await api().call(amara, 'threads.deleteMessage', { id, message_id: (await messagesOf(zuri, id))[0]?.id });
  expect(await unreadOf(zuri)).toEqual({ threads: 0, messages: 0 });
  await write(zuri, id, 'Thanks');
  expect(await unreadOf(amara)).toEqual({ threads: 1, messages: 1 });
  await answer(id);
  expect(await unreadOf(amara)).toEqual({ threads: 0, messages: 0 });
});

test('an own message goes within 15 minutes, in any state, out of answers that are kept for a key, too', async () => {
  const key = { 'idempotency-key': 'first' };
  const input = { professional_id: amara.professionalId, text: 'A secret' };
  const first = await api().call(zuri, 'threads.start', input, key);
  const { thread, message } = first.body as Started;
  expect((await api().call(zuri, 'threads.start', input, key)).body).toEqual(first.body);
  const remove = (as: Person, message_id: string, app = t) =>
    api(app).call(as, 'threads.deleteMessage', { id: thread.id, message_id });
  expect(await remove(amara, message.id)).toMatchObject(refused(404, 'Message not found'));
  expect(await remove(zuri, message.id, await t.at('15 minutes'))).toMatchObject(
    refused(409, 'This message can no longer be deleted.'),
  );
  await api().call(amara, 'threads.block', { id: thread.id });
  expect((await remove(zuri, message.id)).status).toBe(204);
  expect((await remove(zuri, message.id, await t.at('1 hour'))).status).toBe(204);
  const gone = { ...message, text: '', deleted: true };
  expect(await messagesOf(amara, thread.id)).toEqual([gone]);
  const replayed = await api().call(zuri, 'threads.start', input, key);
  expect(replayed).toMatchObject({ status: 201, body: { thread: { last: { text: '' } }, message: gone } });
  expect(JSON.stringify(await t.deps.db.selectFrom('idempotency_keys').selectAll().execute())).not.toContain(
    'A secret',
  );
  await api().call(amara, 'threads.unblock', { id: thread.id });
  await answer(thread.id);
  const written = await api().call(zuri, 'threads.write', { id: thread.id, text: 'Twice' }, key);
  expect((await api().call(zuri, 'threads.write', { id: thread.id, text: 'Twice' }, key)).body).toEqual(written.body);
  expect(await messagesOf(zuri, thread.id)).toHaveLength(3);
});

test('S18: a block is silent: both sides get the same answers, and keep reading, deleting and reporting', async () => {
  const id = await booked();
  await answer(id);
  const answersOf = async (as: Person) => {
    const own = (await messagesOf(as, id)).find(({ from }) => from === (as === zuri ? 'client' : 'professional'));
    const calls = [
      await write(as, id, 'Hi'),
      await api().call(as, 'threads.byId', { id }),
      await api().call(as, 'threads.messages', { id }),
      await api().call(as, 'threads.deleteMessage', { id, message_id: own?.id }),
      await api().call(as, 'threads.report', { id, reason: 'Insults' }),
    ];
    return calls.map(({ status, body, headers }) => [status, body, { ...headers, 'x-request-id': '', date: '' }]);
  };
  for (const as of [zuri, amara])
    await api().call(as, 'threads.read', { id, message_id: (await messagesOf(as, id))[0]?.id });
  for (const blocker of [zuri, amara]) {
    expect((await api().call(blocker, 'threads.block', { id })).status).toBe(204);
    const sides = [];
    for (const as of [zuri, amara]) {
      expect(await write(as, id, 'Hi')).toMatchObject(blocked);
      expect(await threadOf(as, id)).toMatchObject({ state: 'blocked' });
      sides.push(JSON.stringify((await answersOf(as)).filter((_, i) => i !== 2)));
    }
    expect(sides[0]).toBe(sides[1]);
    expect((await api().call(blocker, 'threads.unblock', { id })).status).toBe(204);
    expect((await api().call(blocker, 'threads.unblock', { id })).status).toBe(204);
    for (const as of [zuri, amara]) expect((await write(as, id, 'Hi')).status).toBe(201);
    for (const as of [zuri, amara])
      await api().call(as, 'threads.read', { id, message_id: (await messagesOf(as, id))[0]?.id });
  }
  // Each side's own: the other's stays.
  for (const as of [zuri, amara]) await api().call(as, 'threads.block', { id });
  await api().call(zuri, 'threads.unblock', { id });
  expect(await threadOf(zuri, id)).toMatchObject({ state: 'blocked' });
  expect(await start()).toMatchObject(blocked);
});

test('MESSAGES_PER_HOUR counts first messages and races, and comes after the 409s; five requests a day', async () => {
  const few = await t.at('0 hours', { MESSAGES_PER_HOUR: '3' });
  const id = await booked();
  const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => write(zuri, id, `Number ${i}`, {}, few)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  const late = await write(zuri, id, 'One more', {}, few);
  expect(late).toMatchObject(refused(429, 'Too many messages. Try again in 60 minutes.'));
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(3_500);
  await api().call(amara, 'threads.block', { id });
  expect(await write(zuri, id, 'One more', {}, few)).toMatchObject(blocked);

  const asker = await t.make.client();
  const ask = async (app = t) => {
    const { professionalId } = await t.make.professional();
    return (await api(app).call(asker, 'threads.start', { professional_id: professionalId, text: 'Hi' })).status;
  };
  for (let asked = 0; asked < 5; asked++) expect(await ask()).toBe(201);
  expect(await ask()).toBe(429);
  expect(await ask(await t.at('24 hours 1 minute'))).toBe(201);
});

test('requests of clients who signed themselves up count together by network for 7 days, of seven at once, too', async () => {
  const ask = async (who: ClientPerson) => {
    const { professionalId } = await t.make.professional();
    return (await api().call(who, 'threads.start', { professional_id: professionalId, text: 'Hi' })).status;
  };
  const joined = async (network: string) => {
    const who = await t.make.client();
    await t.deps.db.insertInto('client_signups').values({ client_id: who.clientId, network }).execute();
    return who;
  };
  const people = await Promise.all(Array.from({ length: 7 }, () => joined('one network')));
  const answers = await Promise.all(people.map(ask));
  expect([...answers].sort()).toEqual([201, 201, 201, 201, 201, 429, 429]);
  const last = people[answers.indexOf(429)] as ClientPerson;
  expect(await ask(last)).toBe(429);
  expect(await ask(await joined('another network'))).toBe(201);
  expect(await ask(zuri)).toBe(201);
  await t.deps.pool.query("update client_signups set signed_up_at = signed_up_at - interval '7 days 1 second'");
  expect(await ask(last)).toBe(201);
});

test('S18: pictures are for the two sides of their thread, in two sizes, and nowhere else', async () => {
  const id = await booked();
  const uploaded = await picture(zuri, { width: 1_700, height: 850 });
  expect(uploaded).toMatchObject({ status: 201, body: { id: expect.any(String), width: 1_600, height: 800 } });
  const picture_id = (uploaded.body as { id: string }).id;
  const get = (as: Person | null, size?: string, thread = id) =>
    t.app.inject({
      url: `/threads/${thread}/pictures/${picture_id}${size ? `?size=${size}` : ''}`,
      headers: as ? { authorization: `Bearer ${as.token}` } : {},
    });
  expect((await get(zuri)).statusCode).toBe(404);
  // Another's, a sent one, an unknown one; a refused message uses none up.
  for (const ids of [[unknown], [await pictureId(amara)], [picture_id, unknown]])
    expect(await write(zuri, id, 'Look', { picture_ids: ids })).toMatchObject(refused(404, 'Picture not found'));
  for (const ids of [[picture_id, picture_id], [1, 2, 3, 4, 5].map(() => crypto.randomUUID()), ['x']])
    expect((await write(zuri, id, 'Look', { picture_ids: ids })).status).toBe(422);
  const sent = await write(zuri, id, 'Look', { picture_ids: [picture_id] });
  expect(sent).toMatchObject({ status: 201, body: { pictures: [{ id: picture_id, width: 1_600, height: 800 }] } });
  expect((await write(zuri, id, 'Again', { picture_ids: [picture_id] })).status).toBe(404);
  for (const [size, width] of [
    ['small', 480],
    ['large', 1_600],
    [undefined, 1_600],
  ] as const) {
    const file = await get(amara, size);
    expect(file.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' });
    const { exif, ...meta } = await sharp(file.rawPayload).metadata();
    expect([meta.format, meta.width, exif]).toEqual(['webp', width, undefined]);
  }
  expect((await get(zuri, 'huge')).statusCode).toBe(422);
  const key = await keyOf(picture_id);
  expect(await stored()).toContain(key);
  expect(await stored('images')).not.toContain(key);
  for (const name of ['large.webp', '1600.webp', 'small.webp', 'preview.webp'])
    for (const address of [`/images/${key}/${name}`, `/private/${key}/${name}`, `/images/private/${key}/${name}`])
      expect([address, (await t.app.inject(address)).statusCode]).toEqual([address, 404]);
  const admin = await t.make.admin();
  for (const other of [await t.make.client(), await t.make.professional(), admin]) {
    expect((await get(other)).statusCode).toBe(404);
    expect((await api().call(other, 'threads.byId', { id })).status).toBe(404);
  }
  expect((await get(null)).statusCode).toBe(401);
  expect(
    (await t.app.inject({ url: '/trpc/threads.picture', headers: { authorization: `Bearer ${zuri.token}` } }))
      .statusCode,
  ).toBe(404);
  const message_id = (sent.body as Message).id;
  await api().call(zuri, 'threads.deleteMessage', { id, message_id });
  expect((await get(zuri)).statusCode).toBe(404);
  expect(await stored()).not.toContain(key);
});

test('a picture that is not sent within a day goes, and what has no row is swept', async () => {
  const old = await pictureId(zuri);
  const key = await keyOf(old);
  const tomorrow = await t.at('24 hours 1 minute');
  expect((await start('Look', { picture_ids: [old] }, tomorrow)).status).toBe(404);
  expect(await deleteOldPictures(tomorrow.deps.db, 100)).toBeGreaterThan(0);
  expect(await keyOf(old)).toBeUndefined();
  await sweepImages({ db: tomorrow.deps.db, images: t.deps.images });
  expect(await stored()).not.toContain(key);
});

test('S18: a report shows the messages as they were, also once deleted, until it is closed; each reading is audited', async () => {
  const id = await booked();
  const picture_id = await pictureId(zuri);
  const sent = (await write(zuri, id, 'An insult', { picture_ids: [picture_id] })).body as Message;
  const report = (as: Person, reason: string) => api().call(as, 'threads.report', { id, reason });
  expect((await report(amara, 'no')).status).toBe(422);
  expect((await report(amara, 'First reason')).status).toBe(202);
  await answer(id, 'Stop it');
  expect((await report(amara, 'Insults')).status).toBe(202);
  await api().call(zuri, 'threads.deleteMessage', { id, message_id: sent.id });
  const admin = await t.make.admin();
  const desk = async () => (await api().call(admin, 'threads.reports')).body as ThreadReport[];
  const waiting = async () => ((await api().call(admin, 'admin.overview')).body as Overview).counts.reported_threads;
  const reported = await waiting();
  const open = (await desk()).filter((one) => one.thread_id === id);
  expect(open).toMatchObject([
    {
      reason: 'Insults',
      reported_by: 'professional',
      professional: { id: amara.professionalId, display_name: 'Amara Okafor' },
      client: { id: zuri.clientId, first_name: 'Zuri', last_name: 'Sow' },
      messages: [{ text: 'Stop it' }, { id: sent.id, text: 'An insult', deleted: false }, { text: 'Hello' }],
    },
  ]);
  const reader = { authorization: `Bearer ${admin.token}` };
  const asked = { url: `/threads/${id}/pictures/${picture_id}`, headers: reader };
  expect((await t.app.inject(asked)).statusCode).toBe(200);
  const key = await keyOf(picture_id);
  for (let i = 0; i < 2; i++)
    expect((await api().call(admin, 'threads.closeReport', { id: open[0]?.id })).status).toBe(204);
  expect((await desk()).filter((one) => one.thread_id === id)).toEqual([]);
  expect(await waiting()).toBe(reported - 1);
  expect((await t.app.inject(asked)).statusCode).toBe(404);
  expect(await stored()).not.toContain(key);
  const { rows } = await t.deps.pool.query('select messages::text from thread_reports where thread_id = $1', [id]);
  expect(rows).toEqual([{ messages: '[]' }]);
  const audit = (await api().call(admin, 'admin.audit')).body as { action: string; subject_id: string }[];
  const about = audit.filter((one) => one.subject_id === open[0]?.id || one.subject_id === picture_id);
  expect(about.map(({ action }) => action)).toEqual(['report.closed', 'report.picture', 'report.read']);
});

test('a notification while none is unread, which reading the thread reads', async () => {
  const id = await booked();
  await answer(id);
  await t.drain();
  await answer(id, 'Two');
  await t.drain();
  expect(await notificationsOf(zuri)).toMatchObject([
    { message: 'Amara Okafor sent you a message.', link: `/messages/${id}`, is_read: false },
  ]);
  const [last] = await messagesOf(zuri, id);
  await api().call(zuri, 'threads.read', { id, message_id: last?.id });
  expect(await notificationsOf(zuri)).toMatchObject([{ is_read: true }]);
  await answer(id, 'Three');
  await t.drain();
  expect((await notificationsOf(zuri)).map(({ is_read }) => is_read)).toEqual([false, true]);
  await api().call(zuri, 'users.updatePreferences', { in_app: { message: false } });
  await api().call(zuri, 'notifications.readAll');
  await answer(id, 'Four');
  await t.drain();
  expect(await notificationsOf(zuri)).toHaveLength(2);
});

test('what is read while its notification is being written leaves none that is unread', async () => {
  const id = await booked();
  await answer(id);
  const reader = await t.deps.pool.connect();
  await reader.query('begin');
  await reader.query('select from threads where id = $1 for no key update', [id]);
  const told = t.drain();
  await Promise.race([told, delay(300)]);
  await reader.query("update thread_sides set unread = 0 where thread_id = $1 and side = 'client'", [id]);
  await reader.query('update notifications set is_read = true where thread_id = $1', [id]);
  await reader.query('commit');
  reader.release();
  await told;
  expect(await notificationsOf(zuri)).toEqual([]);
});

/** What the worker does at a certain time. */
async function work(app: TestApp) {
  await runDueTransitions(app.deps.db);
  await app.drain();
}

test('one mail five minutes after the first unread message, with all of them; none more until it is read', async () => {
  const id = await booked();
  for (let i = 1; i <= 12; i++) await answer(id, `Number <${i}>`);
  const mails = () => t.inbox.to(zuri.email);
  await work(await t.at('4 minutes 30 seconds'));
  expect(mails()).toHaveLength(0);
  const soon = await t.at('5 minutes 1 second');
  await work(soon);
  expect(mails()).toHaveLength(1);
  const [mail] = mails();
  expect(mail?.subject).toBe('You have new messages');
  const texts = [...(mail?.text ?? '').matchAll(/Number <(\d+)>/g)].map(([, number]) => Number(number));
  expect(texts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(mail?.text).toContain('And 2 more messages.');
  expect(mail?.text).toContain(`/messages/${id}`);
  expect(mail?.headers['list-unsubscribe']).toBeDefined();
  await answer(id, 'One more', soon);
  await work(await t.at('30 minutes'));
  expect(mails()).toHaveLength(1);
  const [last] = await messagesOf(zuri, id);
  await api().call(zuri, 'threads.read', { id, message_id: last?.id });
  await answer(id, 'After', await t.at('40 minutes'));
  await work(await t.at('46 minutes'));
  expect(mails()).toHaveLength(2);
  expect(mails()[1]?.text).toContain('After');
});

test.each([
  ['read', (id: string, message_id: string) => api().call(zuri, 'threads.read', { id, message_id })],
  ['taken back', (id: string, message_id: string) => api().call(amara, 'threads.deleteMessage', { id, message_id })],
  ['blocked', (id: string) => api().call(zuri, 'threads.block', { id })],
  ['unwanted', () => api().call(zuri, 'users.updatePreferences', { mail: { message: false } })],
])('what is %s within five minutes is not mailed', async (_what, prevent) => {
  const id = await booked();
  await answer(id);
  await prevent(id, (await messagesOf(zuri, id))[0]?.id ?? '');
  await work(await t.at('6 minutes'));
  expect(t.inbox.to(zuri.email)).toHaveLength(0);
});

test.each(['client', 'professional'] as const)(
  "a %s's end deletes what they wrote; the other side keeps its own",
  async (side) => {
    const [gone, stays] = side === 'client' ? [zuri, amara] : [amara, zuri];
    await t.make.password(gone);
    const id = await booked('completed', 3);
    const picture_id = await pictureId(gone);
    const key = await keyOf(picture_id);
    await write(gone, id, 'Their secret', { picture_ids: [picture_id] });
    const other = side === 'client' ? { client_id: zuri.clientId } : { professional_id: amara.professionalId };
    await api().call(stays, 'threads.start', { ...other, text: 'Mine' }, { 'idempotency-key': 'mine' });
    // One in which nothing is left.
    const stranger = side === 'client' ? await t.make.professional() : await t.make.client();
    const only = await (side === 'client'
      ? api().call(zuri, 'threads.start', {
          professional_id: (stranger as ProfessionalPerson).professionalId,
          text: 'Hi',
        })
      : start('Left alone', {}, t).then(() => undefined));
    await api().call(stays, 'threads.block', { id });
    await t.drain();
    expect((await api().call(gone, 'auth.deleteAccount', { password, confirm: true })).status).toBe(204);
    await t.drain();
    const former =
      side === 'client'
        ? { client: { id: null, first_name: 'Former', last_name: 'client' } }
        : { professional: { id: null, display_name: 'Former professional' } };
    expect(await threadOf(stays, id)).toMatchObject({ ...former, state: 'closed' });
    const left = await messagesOf(stays, id);
    expect(left.length).toBeGreaterThan(0);
    const { last_sent_at } = await t.make.read('threads', id);
    expect(new Date(last_sent_at).toISOString()).toBe(left[0]?.sent_at);
    expect(left.every(({ from }) => from !== side)).toBe(true);
    expect(await write(stays, id, 'Hello?')).toMatchObject(closed);
    expect((await api().call(stays, 'threads.start', { ...other, text: 'Hello?' })).status).toBe(404);
    if (only)
      expect((await api().call(stranger, 'threads.byId', { id: (only.body as Started).thread.id })).status).toBe(404);
    expect(await stored()).not.toContain(key);
    const told = [
      ...(await notificationsOf(stays)),
      ...(await t.deps.db.selectFrom('idempotency_keys').selectAll().where('user_id', '=', stays.userId).execute()),
      ...(await t.deps.db.selectFrom('messages').select('id').where('text', '=', 'Their secret').execute()),
    ];
    expect(told.filter((one) => JSON.stringify(one).includes(id) || 'id' in one)).toEqual([]);
  },
);

test('both sides have all messages in their exports, deleted ones without text, pictures by name and as files', async () => {
  const id = await booked();
  const picture_ids = [await pictureId(zuri), await pictureId(zuri)];
  await write(zuri, id, 'Like these', { picture_ids });
  await answer(id, 'Nice');
  await api().call(zuri, 'threads.deleteMessage', { id, message_id: (await messagesOf(zuri, id)).at(-1)?.id });
  for (const as of [zuri, amara]) {
    const { body } = await api().call(as, 'users.export');
    const { messages, message_pictures } = body as {
      messages: object[];
      message_pictures: { path: string; data: string }[];
    };
    expect(messages).toMatchObject([
      { thread_id: id, from: 'client', text: '', deleted: true, pictures: [] },
      { from: 'client', text: 'Like these', pictures: [`thread-${id}/1.webp`, `thread-${id}/2.webp`] },
      { from: 'professional', text: 'Nice', sent_at: expect.stringMatching(/Z$/) },
    ]);
    expect(message_pictures.map(({ path }) => path)).toEqual([`thread-${id}/1.webp`, `thread-${id}/2.webp`]);
    expect((await sharp(Buffer.from(message_pictures[0]?.data ?? '', 'base64')).metadata()).format).toBe('webp');
  }
});

test('messages that somebody sends at once wait for one another, or are asked to come later', async () => {
  const id = await booked();
  await asOwner(
    t.databaseUrl,
    `create function test_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return new; end $$;
    create trigger test_slow before insert on messages for each row execute function test_slow()`,
  );
  /** How often each status is answered, with the detail of refusals. */
  async function sent(count: number): Promise<Record<string, number>> {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, i) =>
        api().call(amara, 'threads.write', { id, text: `Number ${i}` }, { 'idempotency-key': `${count} ${i}` }),
      ),
    );
    const counts: Record<string, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }
  try {
    expect(await sent(12)).toEqual({ 201: 12 });
    const { 201: written = 0, 429: refused = 0, ...others } = await sent(30);
    expect(others).toEqual({});
    expect(written + refused).toBe(30);
    expect(written).toBeGreaterThan(10);
  } finally {
    await asOwner(t.databaseUrl, 'drop trigger test_slow on messages; drop function test_slow');
  }
});
