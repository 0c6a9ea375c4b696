import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { Feedback } from '#shared/feedback.ts';

const t = useTestApp();

const given = {
  confusing: { choice: 'navigation', comment: 'Where is my profile?' },
  smooth: { choice: 'booking process', comment: '' },
  switchReason: { choice: 'easier_booking' },
  pageUrl: 'https://saluni.example/verify-email?token=secret#here',
  timestamp: '2026-11-22T19:00:00+11:00',
};

test('what a user sends is stored, and an address only if it is their own', async () => {
  const api = t.rest;
  const [admin, client, professional] = [await t.make.admin(), await t.make.client(), await t.make.professional()];
  const send = (person: typeof client | typeof professional, more: object) =>
    api.call(person, 'feedback.send', { ...given, ...more });
  const own = await send(client, { email: ` ${client.email.toUpperCase()} ` });
  expect(own).toMatchObject({ status: 201, body: { id: expect.any(String) } });
  expect(Object.keys(own.body as object)).toEqual(['id']);
  for (const email of [client.email, 'not an address', 'x'.repeat(5_000), null]) {
    expect((await send(professional, { email, smooth: { choice: 'other', comment: 'x'.repeat(2_000) } })).status).toBe(
      201,
    );
  }

  const all = await api.call(admin, 'feedback.list', { limit: 5 });
  const rows = all.body as Feedback[];
  expect(rows.map(({ role, email }) => [role, email])).toEqual([
    ...Array(4).fill(['professional', null]),
    ['client', client.email],
  ]);
  expect(rows[4]).toEqual({
    id: (own.body as { id: string }).id,
    created_at: expect.stringMatching(/Z$/),
    role: 'client',
    email: client.email,
    confusing: given.confusing,
    smooth: { choice: 'booking process', comment: null },
    switchReason: { choice: 'easier_booking', comment: null },
    pageUrl: 'https://saluni.example/verify-email',
    timestamp: '2026-11-22T08:00:00.000Z',
  });
  const filtered = await api.call(admin, 'feedback.list', { smooth: 'booking process', role: 'client', limit: 1 });
  expect((filtered.body as Feedback[]).map(({ id }) => id)).toEqual([rows[4]?.id]);
  expect((await api.call(admin, 'feedback.list', { smooth: 'navigation' })).headers['x-total-count']).toBe('0');
});

test('a user sends at most FEEDBACK_PER_HOUR in any hour, however many at once; others are not held up', async () => {
  const limited = await t.at('0 seconds', { FEEDBACK_PER_HOUR: '20' });
  const [client, other] = [await t.make.client(), await t.make.client()];
  const send = (person: typeof client, app = limited) => app.rest.call(person, 'feedback.send', given);
  const statuses = (await Promise.all(Array.from({ length: 24 }, () => send(client)))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  const { status, body, headers } = await send(client);
  const wait = Number(headers['retry-after']);
  expect(wait).toBeGreaterThan(3_500);
  expect(wait).toBeLessThanOrEqual(3_600);
  expect([status, body]).toEqual([429, { detail: `Too many requests. Try again in ${wait} seconds.` }]);
  expect((await send(other)).status).toBe(201);
  expect((await send(client, await t.at('61 minutes', { FEEDBACK_PER_HOUR: '20' }))).status).toBe(201);
});

test('double click: the same key sends once', async () => {
  const client = await t.make.client();
  const key = { 'idempotency-key': 'once' };
  const [first, second] = await Promise.all([0, 1].map(() => t.rest.call(client, 'feedback.send', given, key)));
  expect(first?.body).toEqual(second?.body);
  const stored = await t.deps.db.selectFrom('feedback').select('id').where('user_id', '=', client.userId).execute();
  expect(stored).toHaveLength(1);
});

test('D15: another choice, a longer comment or an address that is no page of the web is refused, and nothing is stored', async () => {
  const client = await t.make.client();
  const wrong: [object, (string | number)[]][] = [
    [{ confusing: { choice: 'easier_booking' } }, ['body', 'confusing', 'choice']],
    [{ switchReason: { choice: 'navigation' } }, ['body', 'switchReason', 'choice']],
    [{ smooth: { comment: 'Nothing' } }, ['body', 'smooth', 'choice']],
    [{ smooth: { choice: 'other', comment: 'x'.repeat(2_001) } }, ['body', 'smooth', 'comment']],
    [{ pageUrl: 'javascript:alert(1)' }, ['body', 'pageUrl']],
    [{ pageUrl: `https://saluni.example/${'x'.repeat(10_000)}` }, ['body', 'pageUrl']],
    [{ timestamp: 'soon' }, ['body', 'timestamp']],
  ];
  for (const api of t.apis) {
    for (const [more, loc] of wrong) {
      expect(await api.call(client, 'feedback.send', { ...given, ...more })).toMatchObject({
        status: 422,
        body: { detail: [{ loc }] },
      });
    }
    expect((await api.call(client, 'feedback.send', { ...given, timestamp: '9999-12-31T23:59:59Z' })).status).toBe(201);
  }
  const stored = await t.deps.db.selectFrom('feedback').select('id').where('user_id', '=', client.userId).execute();
  expect(stored).toHaveLength(2);
});
