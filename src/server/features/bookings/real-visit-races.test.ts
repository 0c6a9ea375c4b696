import { expect, test } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { useTestApp } from '#server/testing/app.ts';
import { useRace } from '#server/testing/race.ts';
import { full, repetitions } from '#server/testing/repetitions.ts';
import { untilAvailable } from '#server/testing/until-available.ts';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
const { call, client } = useRace(t);
/** Each booking's receipt is asked for twice. */
const bookings = full ? 32 : 8;

test('B28: of receipts issued at once over two processes each has its number, without gaps', async () => {
  const amara = await t.make.professional();
  const service = await t.make.service(amara.professionalId);
  const ids: string[] = [];
  for (let index = 0; index < bookings; index++) {
    const { bookingId } = await t.make.booking({
      professionalId: amara.professionalId,
      clientId: client(index).clientId,
      serviceIds: [service],
      start: Math.floor(Date.now() / HOUR) * HOUR - (index + 2) * HOUR,
      status: 'completed',
    });
    ids.push(bookingId);
  }
  // Every fourth was not paid: a refused receipt uses no number up.
  const paid = ids.filter((_, index) => index % 4 > 0);
  for (const id of paid)
    await call(amara, 'PUT', `/bookings/${id}/payments`, { payments: [{ method: 'cash', amount: 95 }] });
  const answers = await Promise.all(
    [...ids, ...ids].map((id) => untilAvailable(() => call(amara, 'POST', `/bookings/${id}/receipt`, {}))),
  );
  const counts = Map.groupBy(answers, ({ status }) => status);
  expect([201, 200, 409].map((status) => counts.get(status)?.length)).toEqual([paid.length, paid.length, bookings / 2]);
  const { rows } = await t.deps.pool.query<{ number: number }>(
    'select number from receipts where professional_id = $1 order by number',
    [amara.professionalId],
  );
  expect(rows.map(({ number }) => number)).toEqual(paid.map((_, index) => index + 1));
});

test('B27: what Done frees goes to one of those who ask at once, or back to its booking', async () => {
  const amara = await t.make.professional();
  const service = await t.make.service(amara.professionalId);
  const now = Math.floor(Date.now() / MINUTE) * MINUTE;
  const { bookingId } = await t.make.booking({
    professionalId: amara.professionalId,
    clientId: client(0).clientId,
    serviceIds: [await t.make.service(amara.professionalId, { service_duration_minutes: 180 })],
    start: now - HOUR,
    status: 'confirmed',
  });
  const path = `/bookings/${bookingId}`;
  for (let round = 0; round < repetitions(300); round++) {
    const wish = { service_ids: [service], start_time: iso(now + HOUR), guest: { name: 'Kim' } };
    const writeIn = () => call(amara, 'POST', '/bookings/walk-in', wish);
    const asked = [
      () => call(amara, 'POST', `${path}/finish`, {}),
      writeIn,
      writeIn,
      () => call(amara, 'DELETE', `${path}/finish`),
    ];
    const answers = await Promise.all(asked.map((ask) => untilAvailable(ask)));
    const [, one, other] = answers.map(({ status }) => status);
    expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
    expect([one, other].filter((status) => status === 201).length).toBeLessThanOrEqual(1);
    const made = answers.flatMap(({ status, text }) =>
      status === 201 ? [(JSON.parse(text) as { id: string }).id] : [],
    );
    for (const id of made) await call(amara, 'PATCH', `/bookings/${id}`, { status: 'cancelled' });
  }
  expect(await findBroken(t.deps.db)).toEqual([]);
});
