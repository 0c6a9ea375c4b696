import { createECDH, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';

const t = useTestApp({ PUSH_HOSTS: 'push.example.com,*.notify.windows.com,http://127.0.0.1:4999' });

const p256dh = () => createECDH('prime256v1').generateKeys('base64url');
const auth = 'AAAAAAAAAAAAAAAAAAAAAA';
const subscription = (endpoint = `https://push.example.com/${randomUUID()}`) => ({
  endpoint,
  keys: { p256dh: p256dh(), auth },
  time_zone: 'Australia/Melbourne',
});
const subscribe = (who: { token: string }, input: object) => t.rest.call(who, 'push.subscribe', { ...input });
const stored = async (userId: string) =>
  (
    await t.deps.db
      .selectFrom('push_subscriptions')
      .select(['id', 'endpoint', 'session_id', 'public_key'])
      .where('user_id', '=', userId)
      .orderBy('posted_at')
      .orderBy('id')
      .execute()
  ).map(({ endpoint }) => endpoint);

test('anybody reads the key; where push is off there is none, and nobody subscribes', async () => {
  expect((await t.rest.call(null, 'push.key')).body).toEqual({ public_key: t.deps.push?.publicKey });
  const off = await t.at('0 hours', { VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '' });
  const person = await t.make.client();
  expect((await off.rest.call(null, 'push.key')).body).toEqual({ public_key: null });
  expect(await off.rest.call(person, 'push.subscribe', subscription())).toMatchObject({
    status: 409,
    body: { detail: 'Push is off here.' },
  });
  expect((await off.rest.call(person, 'push.subscribe', subscription('https://evil.example/x'))).status).toBe(422);
});

test('only addresses of listed hosts are taken, with keys that can encrypt and a time zone that exists', async () => {
  const person = await t.make.client();
  const right = subscription();
  const wrong: [string, object][] = [
    ...[
      'https://evil.example/x',
      'https://push.example.com.evil.example/x',
      'https://sub.push.example.com/x',
      'https://evilnotify.windows.com/x',
      'https://push.example.com:8443/x',
      'https://user:word@push.example.com/x',
      'https://user@push.example.com/x',
      'http://push.example.com/x',
      'http://127.0.0.1:4998/x',
      'https://127.0.0.1:4999/x',
      'http://user@127.0.0.1:4999/x',
      'ftp://push.example.com/x',
      'push.example.com/x',
      '',
      `https://push.example.com/${'x'.repeat(2048)}`,
      `https://push.example.com/${'ä'.repeat(1000)}`,
    ].map((endpoint): [string, object] => ['endpoint', { ...right, endpoint }]),
    ['endpoint', { ...right, endpoint: undefined }],
    ...['x', `${right.keys.p256dh}=`, `A${right.keys.p256dh.slice(1)}`, Buffer.alloc(65, 4).toString('base64url')].map(
      (key): [string, object] => ['p256dh', { ...right, keys: { p256dh: key, auth } }],
    ),
    ...['x', `${auth}==`, `${auth}A`, 'AAAAAAAAAAAAAAAAAAAAAB'].map((key): [string, object] => [
      'auth',
      { ...right, keys: { ...right.keys, auth: key } },
    ]),
    ...['Mars/Base', '+10:00', ''].map((time_zone): [string, object] => ['time_zone', { ...right, time_zone }]),
    ['keys', { ...right, keys: undefined }],
  ];
  for (const [field, input] of wrong) {
    const { status, body } = await subscribe(person, input);
    const loc = (body as { detail: { loc: string[] }[] }).detail[0]?.loc ?? [];
    expect([JSON.stringify(input).slice(0, 100), status, loc.includes(field)]).toEqual([
      JSON.stringify(input).slice(0, 100),
      422,
      true,
    ]);
  }
  expect(await stored(person.userId)).toEqual([]);
  for (const endpoint of ['https://a.b.notify.windows.com/w/?token=x', 'http://127.0.0.1:4999/x'])
    expect((await subscribe(person, subscription(endpoint))).status).toBe(201);
});

test('a known endpoint moves to the session that posts it, and only its own user takes it off', async () => {
  const [one, other] = [await t.make.client(), await t.make.professional()];
  const input = subscription('https://push.example.com:443/known');
  const { body } = await subscribe(one, input);
  expect(body).toEqual({ id: expect.any(String) });
  expect((await subscribe(one, { ...input, endpoint: 'https://PUSH.example.com/known' })).body).toEqual(body);
  expect(await stored(one.userId)).toEqual(['https://push.example.com/known']);

  const remove = async (who: { token: string }, endpoint: string) =>
    (await t.rest.call(who, 'push.unsubscribe', { endpoint })).status;
  expect((await subscribe(other, input)).status).toBe(201);
  expect([await stored(one.userId), await stored(other.userId)]).toEqual([[], ['https://push.example.com/known']]);
  expect([await remove(one, input.endpoint), await remove(one, 'unknown')]).toEqual([204, 204]);
  expect(await stored(other.userId)).toHaveLength(1);
  expect([await remove(other, input.endpoint), await remove(other, input.endpoint)]).toEqual([204, 204]);
  expect(await stored(other.userId)).toEqual([]);
});

test('of ten the one posted longest ago goes, also of many at once', async () => {
  const person = await t.make.client();
  const inputs = Array.from({ length: 11 }, (_, i) => subscription(`https://push.example.com/${person.userId}/${i}`));
  for (const input of inputs.slice(0, 10)) expect((await subscribe(person, input)).status).toBe(201);
  // Posted again, the first is the newest.
  for (const input of [inputs[0], inputs[10]]) expect((await subscribe(person, input ?? {})).status).toBe(201);
  const left = await stored(person.userId);
  expect(left).toHaveLength(10);
  expect(left).toContain(inputs[0]?.endpoint);
  expect(left).not.toContain(inputs[1]?.endpoint);
  const more = Array.from({ length: 8 }, () => subscribe(person, subscription()));
  for (const { status } of await Promise.all(more)) expect(status).toBe(201);
  expect(await stored(person.userId)).toHaveLength(10);
});

test('the export has the host and dates, no address and no key', async () => {
  const person = await t.make.client();
  const input = subscription('https://push.example.com/secret-address');
  await subscribe(person, input);
  const { body } = await t.rest.call(person, 'users.export');
  expect(body).toMatchObject({
    push_subscriptions: [{ host: 'push.example.com', created_at: expect.stringMatching(/Z$/) }],
  });
  for (const secret of ['secret-address', input.keys.p256dh]) expect(JSON.stringify(body)).not.toContain(secret);
});

test('a subscription ends with its session, however that ends', async () => {
  const person = await t.make.client();
  await subscribe(person, subscription());
  await t.rest.call(person, 'auth.logout');
  expect(await stored(person.userId)).toEqual([]);
  const other = await t.make.client();
  await subscribe(other, subscription());
  await t.rest.call(await t.make.admin(), 'users.change', { id: other.userId, is_active: false });
  expect(await stored(other.userId)).toEqual([]);
});
