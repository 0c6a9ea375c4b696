import pg from 'pg';
import { beforeAll, expect, inject, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { inDatabase } from '#server/testing/db.ts';
import { lockWaits } from '#server/testing/lock-waits.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp();
const day = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;

let amara: ProfessionalPerson;
let cut: string;
let next = day;

/** A body for a slot that no other test of this file books. */
async function body() {
  const start = next;
  next += DAY;
  await t.make.window(amara.professionalId, start, start + 8 * HOUR);
  return { professional_id: amara.professionalId, service_ids: [cut], start_time: new Date(start).toISOString() };
}

/** Over REST, as text, because a replay must be equal byte for byte. */
async function post(person: ClientPerson, payload: object, key?: string, app = t.app) {
  const headers = { authorization: `Bearer ${person.token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  const { statusCode, body: text } = await app.inject({ method: 'POST', url: '/bookings/', headers, payload });
  return { status: statusCode, text };
}

beforeAll(async () => {
  amara = await t.make.professional();
  cut = await t.make.service(amara.professionalId);
});

test('B11: the same key and body get the first answer byte for byte over REST and tRPC, even after the booking changed', async () => {
  const zoe = await t.make.client();
  const input = await body();
  const first = await post(zoe, input, 'a key');
  expect(first.status).toBe(201);
  const { id } = JSON.parse(first.text) as { id: string };
  expect(await post(zoe, { ...input, start_time: input.start_time.replace('.000Z', '+00:00') }, 'a key')).toEqual(
    first,
  );
  await t.rest.call(zoe, 'bookings.change', { id, status: 'cancelled' });
  expect(await post(zoe, input, 'a key')).toEqual(first);
  const overTrpc = await t.trpc.call(zoe, 'bookings.create', input, { 'idempotency-key': 'a key' });
  expect(overTrpc).toMatchObject({ status: 201, body: JSON.parse(first.text) });
  await t.make.change('professionals', amara.professionalId, { is_active: false });
  expect(await post(zoe, input, 'a key')).toEqual(first);
  await t.make.change('professionals', amara.professionalId, { is_active: true });
});

test('B11: the same key with another body is 422; the same key of another user is independent', async () => {
  const [zoe, other] = [await t.make.client(), await t.make.client()];
  const input = await body();
  expect((await post(zoe, input, 'k')).status).toBe(201);
  const answer = await post(zoe, { ...input, notes: 'x' }, 'k');
  expect(answer.status).toBe(422);
  expect(JSON.parse(answer.text)).toMatchObject({ detail: [{ loc: ['header', 'Idempotency-Key'] }] });
  expect((await post(other, await body(), 'k')).status).toBe(201);
});

test('B11: refusals are not stored: the same key can succeed later', async () => {
  const zoe = await t.make.client();
  const input = await body();
  expect((await post(zoe, { ...input, total_price: 1 }, 'k')).status).toBe(409);
  expect((await post(zoe, { ...input, service_ids: [] }, 'k')).status).toBe(422);
  expect((await post(zoe, input, 'k')).status).toBe(201);
});

test('B11: twenty at once with one key book once and get one answer', async () => {
  const later = await t.at('0 hours');
  for (let round = 0; round < repetitions(100); round++) {
    const zoe = await t.make.client();
    const input = await body();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post(zoe, input, 'k', i % 2 ? t.app : later.app)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    const rows = await t.deps.db.selectFrom('bookings').select('id').where('client_id', '=', zoe.clientId).execute();
    expect(rows).toHaveLength(1);
  }
});

test.each([undefined, 'a key'])(
  'B2: a booking that PostgreSQL ends as a deadlock is made again, with the key %j',
  async (key) => {
    const zoe = await t.make.client();
    const input = await body();
    // Locks them in the other order, so that each of the two waits for the other.
    const other = new pg.Client(inDatabase(inject('postgres').superuserUrl, new URL(t.databaseUrl).pathname.slice(1)));
    await other.connect();
    try {
      // PostgreSQL ends the one that looks first.
      await other.query("set deadlock_timeout = '10s'; begin");
      await other.query('select from professionals where id = $1 for update', [amara.professionalId]);
      const booking = post(zoe, input, key);
      await expect.poll(() => lockWaits(t.deps.db), { interval: 10 }).toBe(1);
      await other.query('select from clients where id = $1 for update', [zoe.clientId]);
      await other.query('commit');
      expect((await booking).status).toBe(201);
    } finally {
      await other.end();
    }
  },
);

test('B11: after 24 hours the key can be used again', async () => {
  const zoe = await t.make.client();
  const input = await body();
  const first = await post(zoe, input, 'k');
  const after = await t.at('25 hours');
  const second = { ...input, start_time: new Date(Date.parse(input.start_time) + 2 * HOUR).toISOString() };
  const answer = await post(zoe, second, 'k', after.app);
  expect(answer.status).toBe(201);
  expect(answer.text).not.toBe(first.text);
  expect(await post(zoe, second, 'k', after.app)).toEqual(answer);
});

test('a malformed id in the path is 404 before a malformed key is 422', async () => {
  const zoe = await t.make.client();
  const input = { start_time: new Date(next).toISOString() };
  const ask = (id: string) =>
    t.rest.call(zoe, 'reschedules.ask', { id, ...input }, { 'idempotency-key': 'x'.repeat(256) });
  expect(await ask('xyz')).toMatchObject({ status: 404, body: { detail: 'Booking not found' } });
  expect(await t.trpc.call(zoe, 'reschedules.ask', { id: 'xyz', ...input }, { 'idempotency-key': '' })).toMatchObject({
    status: 404,
  });
});

test.each(['', 'x'.repeat(256), 'tab\there', 'é'])('D9: 422 for the key %j, with nothing written', async (key) => {
  const zoe = await t.make.client();
  const answer = await post(zoe, await body(), key);
  expect(answer.status).toBe(422);
  expect(JSON.parse(answer.text)).toMatchObject({ detail: [{ loc: ['header', 'Idempotency-Key'] }] });
  expect(await t.deps.db.selectFrom('bookings').select('id').where('client_id', '=', zoe.clientId).execute()).toEqual(
    [],
  );
});

test('a key of 255 printable characters, spaces included, is accepted', async () => {
  expect((await post(await t.make.client(), await body(), `a b${'~'.repeat(252)}`)).status).toBe(201);
});
