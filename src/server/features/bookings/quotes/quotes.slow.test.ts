import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { useTestApp } from '#server/testing/app.ts';
import { killAt } from '#server/testing/kill-at.ts';
import { startProcess } from '#server/testing/processes.ts';
import { useRace } from '#server/testing/race.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { untilAvailable } from '#server/testing/until-available.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import type { Quote } from '#shared/quotes.ts';
import type { Message, Thread } from '#shared/threads.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
const { call } = useRace(t);
const day = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;

/** Two people with an open quote, as the calls of a race send and book it. */
async function quoted() {
  const [amara, zuri] = [await t.make.professional(), await t.make.client()];
  const service_id = await t.make.service(amara.professionalId);
  await t.make.window(amara.professionalId, day, day + 12 * HOUR);
  const asked = await t.rest.call(zuri, 'threads.start', { professional_id: amara.professionalId, text: 'How much?' });
  const { id } = (asked.body as { thread: Thread }).thread;
  const quote = { service_id, price: 240, service_duration_minutes: 300 };
  const sent = await t.rest.call(amara, 'threads.quote', { id, ...quote });
  const quote_id = (sent.body as Message).quote?.id ?? '';
  const booking = (hours: number) => ({ quote_id, start_time: iso(day + hours * HOUR), total_price: 240 });
  const read = async () => (await t.rest.call(zuri, 'quotes.byId', { id: quote_id })).body as Quote;
  const made = () =>
    t.deps.db.selectFrom('bookings').select(['id', 'quote_id']).where('client_id', '=', zuri.clientId).execute();
  return { amara, zuri, quote_id, read, made, booking, newer: { path: `/threads/${id}/quotes`, body: quote } };
}

test('B26: two bookings, a withdrawal and a newer quote over two processes: one outcome', async () => {
  for (let run = 0; run < repetitions(300); run++) {
    const { amara, zuri, quote_id, read, made, booking, newer } = await quoted();
    const asks = [
      () => call(zuri, 'POST', '/bookings/', booking(0)),
      () => call(zuri, 'POST', '/bookings/', booking(6)),
      () => call(amara, 'DELETE', `/quotes/${quote_id}`),
      ...(run % 2 === 0 ? [() => call(amara, 'POST', newer.path, newer.body)] : []),
    ];
    // Whoever comes first is another one each time.
    const turn = run % asks.length;
    const turned = [...asks.slice(turn), ...asks.slice(0, turn)];
    const answers = await Promise.all(turned.map((ask) => untilAvailable(ask)));
    const statusOf = (n: number) =>
      n < asks.length ? answers[(n - turn + asks.length) % asks.length]?.status : undefined;
    const { status, booking_id } = await read();
    const isBooked = status === 'booked';
    expect([statusOf(0), statusOf(1)].sort()).toEqual(isBooked ? [201, 409] : [409, 409]);
    expect(statusOf(2)).toBe(isBooked ? 409 : 204);
    expect(statusOf(3) ?? 201).toBe(201);
    expect(await made()).toEqual(isBooked ? [{ id: booking_id, quote_id }] : []);
  }
  expect(await findBroken(t.deps.db)).toEqual([]);
});

test('B26: kill -9 while a quote is booked leaves it open, and the same key books it', async () => {
  const { zuri, read, made, booking } = await quoted();
  const key = { 'idempotency-key': randomUUID() };
  await killAt(t, { table: 'quotes', when: 'before update' }, await startProcess(t.databaseUrl), (to) =>
    to.call(zuri.token, 'POST', '/bookings/', booking(0), key),
  );
  expect([await read(), await made()]).toMatchObject([{ status: 'open' }, []]);
  expect((await t.rest.call(zuri, 'bookings.create', booking(0), key)).status).toBe(201);
  expect(await read()).toMatchObject({ status: 'booked' });
});
