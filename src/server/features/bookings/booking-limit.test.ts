import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson } from '#server/testing/make.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp({ BOOKINGS_PER_HOUR: '20' });
const day = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;

/** A professional with a free day; `wish` is a booking of one of its hours. */
async function shop() {
  const professional = await t.make.professional();
  const service = await t.make.service(professional.professionalId);
  await t.make.window(professional.professionalId, day, day + 20 * HOUR);
  const wish = (hour: number, given = {}) => ({
    professional_id: professional.professionalId,
    service_ids: [service],
    start_time: new Date(day + hour * HOUR).toISOString(),
    ...given,
  });
  return { ...professional, wish };
}

async function bookAndCancel(client: ClientPerson, wish: Record<string, unknown>, app = t) {
  const made = await app.rest.call(client, 'bookings.create', wish);
  if (made.status === 201)
    await app.rest.call(client, 'bookings.change', { id: (made.body as { id: string }).id, status: 'cancelled' });
  return made;
}

test('J14: who books and cancels 300 times writes six requests to one professional, then gets 429 until there is room again', async () => {
  const [client, amara, other] = [await t.make.client(), await shop(), await shop()];
  const statuses: number[] = [];
  for (let i = 0; i < repetitions(300); i++) statuses.push((await bookAndCancel(client, amara.wish(i % 20))).status);
  expect(statuses).toEqual(statuses.map((_, i) => (i < 6 ? 201 : 429)));
  const requests = await t.deps.db.selectFrom('outbox').select('id').where('event', '=', 'booking.created').execute();
  expect(requests).toHaveLength(6);
  for (const api of t.apis) {
    const refused = await api.call(client, 'bookings.create', amara.wish(0));
    const seconds = Number(refused.headers['retry-after']);
    expect(refused).toMatchObject({
      status: 429,
      body: { detail: `Too many bookings. Try again in ${Math.ceil(seconds / 60)} minutes.` },
    });
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
  }
  expect((await bookAndCancel(client, other.wish(0))).status).toBe(201);
  expect((await bookAndCancel(await t.make.client(), amara.wish(0))).status).toBe(201);
  const later = await t.at('61 minutes');
  for (let i = 0; i < 6; i++) expect((await bookAndCancel(client, amara.wish(i), later)).status).toBe(201);
  // Twelve within 24 hours are twice the six of an hour.
  const evening = await t.at('3 hours');
  const full = await bookAndCancel(client, amara.wish(0), evening);
  expect(full.status).toBe(429);
  expect(Math.ceil(Number(full.headers['retry-after']) / 3_600)).toBe(21);
  expect((await bookAndCancel(client, amara.wish(0), await t.at('24 hours 1 minute'))).status).toBe(201);
});

test('J14: refusals and replays do not count, and the taken slot and the pending bookings are told first', async () => {
  const [client, amara] = [await t.make.client(), await shop()];
  const book = (hour: number, given = {}, headers = {}) =>
    t.rest.call(client, 'bookings.create', amara.wish(hour, given), headers);
  for (let i = 0; i < 10; i++) expect((await book(0, { total_price: 1 })).status).toBe(409);
  const key = { 'idempotency-key': 'one' };
  for (let i = 0; i < 10; i++) expect((await book(0, {}, key)).status).toBe(201);
  for (let hour = 1; hour < 5; hour++) expect((await book(hour)).status).toBe(201);
  expect((await book(5)).body).toEqual({
    detail: 'You have too many pending bookings. Wait for an answer or cancel one.',
  });
  const { body } = await t.rest.call(client, 'bookings.ofClient', { id: client.clientId });
  const cancel = (id?: string) => t.rest.call(client, 'bookings.change', { id, status: 'cancelled' });
  const [last, ...others] = body as { id: string }[];
  await cancel(last?.id);
  expect((await book(4)).status).toBe(201);
  // Six were made, and five are pending.
  expect((await book(5)).body).toEqual({
    detail: 'You have too many pending bookings. Wait for an answer or cancel one.',
  });
  for (const { id } of others) await cancel(id);
  expect((await book(4)).status).toBe(409);
  expect((await book(5)).status).toBe(429);
  expect((await book(5)).headers).toHaveProperty('retry-after');
  expect((await book(0, {}, key)).status).toBe(201);
});

test('J14: of bookings at once no more are made than the limit allows; 0 switches it off', async () => {
  const shops = await Promise.all(Array.from({ length: 8 }, shop));
  const few = await t.at('0 hours', { BOOKINGS_PER_HOUR: '3' });
  for (let round = 0; round < repetitions(30); round++) {
    const client = await t.make.client();
    const answers = await Promise.all(
      shops.map((one) => few.rest.call(client, 'bookings.create', one.wish(round % 20))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    for (const { status, body } of answers) {
      if (status === 201)
        await few.rest.call(client, 'bookings.change', { id: (body as { id: string }).id, status: 'cancelled' });
    }
  }
  const unlimited = await t.at('0 hours', { BOOKINGS_PER_HOUR: '0' });
  const client = await t.make.client();
  for (let i = 0; i < 25; i++)
    expect((await bookAndCancel(client, shops[0]?.wish(0) ?? {}, unlimited)).status).toBe(201);
});
