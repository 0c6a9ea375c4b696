import { beforeAll, expect, test } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { useRace } from '#server/testing/race.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
const { call } = useRace(t);
const day = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let third: ClientPerson;
let service: string;

beforeAll(async () => {
  amara = await t.make.professional();
  zoe = await t.make.client();
  third = await t.make.client();
  service = await t.make.service(amara.professionalId);
});

test('B19: of accept, decline, withdraw, cancel and another’s booking one stands: no time is lost or held in vain', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < repetitions(300); round++) {
    const base = day + (round % 300) * DAY;
    await t.make.window(amara.professionalId, base, base + 6 * HOUR);
    const { bookingId: id } = await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zoe.clientId,
      serviceIds: [service],
      status: 'confirmed',
      start: base,
    });
    const asked = await call(zoe, 'POST', `/bookings/${id}/reschedules`, { start_time: iso(base + 2 * HOUR) });
    expect([round, asked.status, asked.text]).toEqual([round, 201, expect.any(String)]);
    const request = `/bookings/${id}/reschedules/${(JSON.parse(asked.text) as { id: string }).id}`;
    const wish = { professional_id: amara.professionalId, service_ids: [service], start_time: iso(base + 2 * HOUR) };
    const tried = await Promise.all(
      [
        () => call(amara, 'PATCH', request, { status: 'accepted' }),
        () => call(amara, 'PATCH', request, { status: 'accepted' }),
        () => call(amara, 'PATCH', request, { status: 'declined' }),
        () => call(zoe, 'PATCH', request, { status: 'withdrawn' }),
        () => call(zoe, 'PATCH', request, { status: 'withdrawn' }),
        ...(round % 2 ? [() => call(amara, 'PATCH', `/bookings/${id}`, { status: 'cancelled' })] : []),
        () => call(third, 'POST', '/bookings/', wish),
        () => call(third, 'POST', '/bookings/', wish),
      ]
        .sort(() => Math.random() - 0.5)
        .map((one) => one()),
    );
    expect(tried.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
    const { rows } = await t.deps.pool.query<{ booking: string; start: string; request: string; others: number }>(
      `select b.status as booking, b.start_time as start, r.status as request,
         (select count(*)::int from bookings o where o.client_id = $2 and o.start_time = $3 and o.status = 'pending') as others
       from bookings b join reschedules r on r.booking_id = b.id where b.id = $1`,
      [id, third.clientId, iso(base + 2 * HOUR)],
    );
    const [end] = rows;
    expect(['accepted', 'declined', 'withdrawn']).toContain(end?.request);
    const isThere = end?.start === iso(base + 2 * HOUR);
    expect(isThere).toBe(end?.request === 'accepted');
    // Whoever got the time last, nobody else has it.
    expect(end?.others).toBeLessThanOrEqual(isThere && end?.booking === 'confirmed' ? 0 : 1);
    seen.add(`${end?.booking} ${end?.request}`);
    expect(await findBroken(t.deps.db)).toEqual([]);
    await t.deps.db.deleteFrom('bookings').where('client_id', '=', third.clientId).execute();
  }
  expect(seen.size).toBeGreaterThan(1);
});

test('B19: both sides ask at once: one of them, and the other is told to answer first', async () => {
  for (let round = 0; round < repetitions(100); round++) {
    const near = day + round * DAY + 10 * HOUR;
    await t.make.window(amara.professionalId, near, near + 6 * HOUR);
    const { bookingId: id } = await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zoe.clientId,
      serviceIds: [service],
      status: 'confirmed',
      start: near,
    });
    const answers = await Promise.all(
      [zoe, amara, zoe, amara].map((who, i) =>
        call(who, 'POST', `/bookings/${id}/reschedules`, { start_time: iso(near + (2 + (i % 2)) * HOUR) }),
      ),
    );
    expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    const { rows } = await t.deps.pool.query(
      'select count(*)::int as pending from reschedules where booking_id = $1 and status = $2',
      [id, 'pending'],
    );
    expect(rows).toEqual([{ pending: 1 }]);
    expect(await findBroken(t.deps.db)).toEqual([]);
  }
});
