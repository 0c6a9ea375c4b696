import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { useRace } from '#server/testing/race.ts';
import { full } from '#server/testing/repetitions.ts';
import { untilAvailable } from '#server/testing/until-available.ts';
import { HOUR } from '#shared/constants.ts';

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
